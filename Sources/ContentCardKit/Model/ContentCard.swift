/// A content card from any SDK or API, with normalized fields.
///
/// It owns its memory, so it outlives its input and can be passed to any thread. Its JSON has the
/// format of `cardctl convert --as card`. `JSONDecoder` rounds numbers that a `Double` cannot
/// represent and rejects the largest; `ContentCardFeed` reads them with all digits. Decode it
/// without a key strategy: `convertFromSnakeCase` hides names such as `class_type`.
public struct ContentCard: Hashable, Identifiable, Sendable {
  /// The id for logging events; nil if the card has none yet.
  public var id: String?
  /// The type, such as `classic` or `captioned_image`; `control` for a control card.
  public var type: String?
  /// The class type, as written in the card.
  public var classType: String?
  /// The title.
  public var title: String?
  /// The description.
  public var description: String?
  /// The image URL.
  public var image: String?
  /// The width of the image divided by its height.
  public var imageAspectRatio: ContentCardNumber?
  /// The alternative text of the image.
  public var imageAlt: String?
  /// The URL that a click opens.
  public var url: String?
  /// Whether a click opens a web view.
  public var opensURLInWebView = false
  /// The text of the link.
  public var linkText: String?
  /// The language.
  public var language: String?
  /// The creation time, in epoch seconds.
  public var created: Double?
  /// The expiry time, in epoch seconds; nil if the card never expires.
  public var expiresAt: Double?
  /// Whether the user has seen the card.
  public var isViewed = false
  /// Whether the user has clicked the card.
  public var isClicked = false
  /// Whether the card is pinned to the top.
  public var isPinned = false
  /// Whether users can dismiss the card.
  public var isDismissible = false
  /// Whether the user has dismissed the card.
  public var isDismissed = false
  /// Whether the server removed the card.
  public var isRemoved = false
  /// Whether the card was sent as a test.
  public var isTest = false
  /// The key-value pairs of the campaign with their JSON types; nil if the card has no extras.
  public var extraValues: [String: ContentCardValue]?

  /// The text of an invalid creation time, for a failure.
  var invalidCreated = ExcludedFromEquality<String>()

  /// Creates a card without content.
  public init() {}

  /// Whether the card is a control card, whose view is hidden but whose impression is logged.
  public var isControl: Bool { type == ContentCard.controlType }

  /// The extras as in an SDK, with text as `String`; nil if the card has no extras.
  ///
  /// The guide's code uses them: `card.extras?["class_type"] as? String`. Empty and null values are
  /// omitted. ``extraValues`` has the JSON types.
  public var extras: [String: Any]? {
    extraValues?.filter { $0.value != .text("") }.compactMapValues(\.any)
  }

  /// Whether the card has expired at `time`, in epoch seconds.
  public func isExpired(at time: Double) -> Bool { expiresAt.map { $0 <= time } ?? false }

  /// Whether the card is visible to users at `time`, in epoch seconds: it is not a control card,
  /// and not removed, dismissed or expired.
  public func isShown(at time: Double) -> Bool {
    !isControl && !isRemoved && !isDismissed && !isExpired(at: time)
  }
}

/// A coding key with any name.
struct AnyCodingKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}

/// A stored value that `==` and `hash` ignore.
struct ExcludedFromEquality<Value: Sendable>: Hashable, Sendable {
  var value: Value?

  static func == (left: Self, right: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
