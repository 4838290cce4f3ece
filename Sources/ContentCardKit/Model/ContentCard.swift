import CardJSON

/// A content card, whatever SDK or API wrote it: its fields under cardctl's own names.
///
/// A value of its own: it outlives what it was read from, and may be handed to any thread. As JSON
/// it has the form of `cardctl convert --as card`. `JSONDecoder` rounds numbers that a `Double`
/// does not hold and refuses the largest; `ContentCardFeed` reads such lines to the last digit.
/// Decode it without a key strategy: `convertFromSnakeCase` hides names such as `class_type`.
public struct ContentCard: Hashable, Sendable {
  /// The id under which events are logged; nil for one that has none yet.
  public var id: String?
  /// The type, such as `classic` or `captioned_image`; `control` for a control card.
  public var type: String?
  /// The class type as the card writes it.
  public var classType: String?
  /// The title.
  public var title: String?
  /// The text.
  public var description: String?
  /// The address of the image.
  public var image: String?
  /// The width of the image by its height.
  public var imageAspectRatio: ContentCardNumber?
  /// What stands for the image where it is not seen.
  public var imageAlt: String?
  /// Where a tap leads.
  public var url: String?
  /// Whether a tap opens a web view.
  public var opensURLInWebView = false
  /// The text of the link.
  public var linkText: String?
  /// The language.
  public var language: String?
  /// When the card was created, in epoch seconds.
  public var created: Double?
  /// When the card expires, in epoch seconds; nil for never.
  public var expiresAt: Double?
  /// Whether the card has been seen.
  public var isViewed = false
  /// Whether the card has been clicked.
  public var isClicked = false
  /// Whether the card stays on top.
  public var isPinned = false
  /// Whether users can dismiss the card.
  public var isDismissible = false
  /// Whether the card has been dismissed.
  public var isDismissed = false
  /// Whether the server withdrew the card.
  public var isRemoved = false
  /// Whether the card was sent as a test.
  public var isTest = false
  /// The key-value pairs of the campaign; nil when the card has no extras.
  public var extras: [String: ContentCardValue]?

  /// What the card says of its creation where that is no time, so that a failure can say it.
  var statedCreation = Unequalled<String>()

  /// A card that says nothing yet.
  public init() {}

  /// Whether the card is the control variant: its view is hidden, its impression is logged.
  public var isControl: Bool { type == "control" }

  /// What the guide's conversion hands to an object's initialiser.
  ///
  /// Text is `String`, times are `Double` in epoch seconds, flags are `Bool`, and the extras are
  /// `[AnyHashable: Any]`. What a card leaves empty has no key; a control card has what it is
  /// counted by and its extras.
  public var metaData: [ContentCardKey: Any] {
    func text(_ text: String?) -> String? { text == "" ? nil : text }
    var metaData: [ContentCardKey: Any] = [:]
    metaData[.idString] = text(id)
    if !isControl {
      metaData[.title] = text(title)
      metaData[.cardDescription] = text(description)
      metaData[.image] = text(image)
      metaData[.urlString] = text(url)
      metaData[.linkText] = text(linkText)
      metaData[.openUrlInWebView] = opensURLInWebView
      metaData[.imageAspectRatio] = imageAspectRatio
      metaData[.imageAlt] = imageAlt
      metaData[.language] = language
    }
    metaData[.type] = type
    metaData[.classType] = classType
    metaData[.created] = created.map { $0 as Any } ?? statedCreation.value
    metaData[.expiresAt] = expiresAt
    metaData[.viewed] = isViewed
    metaData[.clicked] = isClicked
    metaData[.dismissed] = isDismissed
    metaData[.removed] = isRemoved
    metaData[.pinned] = isPinned
    metaData[.dismissible] = isDismissible
    metaData[.isTest] = isTest
    metaData[.isControl] = isControl
    if let extras {
      let present = extras.filter { $0.value != .null && $0.value != .text("") }
      metaData[.extras] = ContentCardValue.pairs(present).any
    }
    return metaData
  }
}

extension ContentCard {
  /// A copy of a card that was found in an input.
  package init(_ card: Card) {
    func text(_ field: CardField) -> String? {
      switch card.value(field) {
      case .text(let text): text.string
      default: nil
      }
    }
    id = text(.id)
    type = text(.type)
    classType = text(.classType)
    title = text(.title)
    description = text(.description)
    image = text(.image)
    imageAspectRatio = card.number(.imageAspectRatio).map { ContentCardNumber($0.text) }
    imageAlt = text(.imageAlt)
    url = text(.url)
    opensURLInWebView = card.flag(.opensURLInWebView)
    linkText = text(.linkText)
    language = text(.language)
    created = ContentCard.seconds(card.time(.created))
    if created == nil { statedCreation.value = card.text(.created)?.string }
    expiresAt = ContentCard.seconds(card.time(.expiresAt))
    isViewed = card.flag(.viewed)
    isClicked = card.flag(.clicked)
    isPinned = card.flag(.pinned)
    isDismissible = card.flag(.dismissible)
    isDismissed = card.flag(.dismissed)
    isRemoved = card.flag(.removed)
    isTest = card.flag(.test)
    if card.extras.node != 0 {
      extras = ContentCardValue.pairs(card.extras.document, card.extras.node)
    }
  }

  private static func seconds(_ time: CardTime?) -> Double? {
    guard let time else { return nil }
    if let spelling = time.spelling, let seconds = Double(spelling.text) { return seconds }
    return Double(time.milliseconds) / 1000
  }
}

extension ContentCard: Codable {
  /// The names that scripts rely on, those of `cardctl convert --as card`.
  private enum CodingKeys: String, FlagKey {
    case id, type, title, description, image, url, language, created, extras
    case classType = "class_type"
    case imageAspectRatio = "image_aspect_ratio"
    case imageAlt = "image_alt"
    case opensURLInWebView = "open_url_in_webview"
    case linkText = "link_text"
    case expiresAt = "expires_at"
    case isViewed = "viewed"
    case isClicked = "clicked"
    case isPinned = "pinned"
    case isDismissible = "dismissible"
    case isDismissed = "dismissed"
    case isRemoved = "removed"
    case isTest = "test"
  }
}

/// Keys of a value as JSON whose flags are false where they are absent.
///
/// What the compiler writes to decode such a value calls this `decode` for each `Bool`.
protocol FlagKey: CodingKey {}

extension KeyedDecodingContainer where Key: FlagKey {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decodeIfPresent(type, forKey: key) ?? false
  }
}

/// A value that does not count where what holds it is compared.
struct Unequalled<Value: Sendable>: Hashable, Sendable {
  var value: Value?

  static func == (left: Self, right: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
