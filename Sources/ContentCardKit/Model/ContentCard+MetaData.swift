import CardJSON

// The guide's dictionary, in both directions.
extension ContentCard {
  /// The metadata that the guide's conversion gives to an object's initializer.
  ///
  /// Text is `String`, times are `Double` in epoch seconds, flags are `Bool`, the extras are
  /// `[String: Any]`. Absent and empty values have no key. A control card has no visible content.
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
    metaData[.created] = created.map { $0 as Any } ?? invalidCreated.value
    metaData[.expiresAt] = expiresAt
    metaData[.viewed] = isViewed
    metaData[.clicked] = isClicked
    metaData[.dismissed] = isDismissed
    metaData[.removed] = isRemoved
    metaData[.pinned] = isPinned
    metaData[.dismissible] = isDismissible
    metaData[.isTest] = isTest
    metaData[.isControl] = isControl
    metaData[.extras] = extras
    return metaData
  }

  /// The card that has this metadata, from ``metaData`` or in the form of the guide.
  ///
  /// Values are read as tolerantly as those of a card in JSON: a flag may be 0 or 1, a time text.
  public init(metaData: [ContentCardKey: Any]) {
    func value(_ key: ContentCardKey) -> ContentCardValue? {
      metaData[key].flatMap { ContentCardValue($0) }
    }
    func text(_ key: ContentCardKey) -> String? {
      switch value(key) {
      case .text(""), .null, .list, .pairs, nil: nil
      case let scalar?: scalar.description
      }
    }
    func flag(_ key: ContentCardKey) -> Bool { ["true", "1"].contains(text(key)) }
    id = text(.idString)
    type = text(.type)
    if flag(.isControl) { type = ContentCard.controlType }
    title = text(.title)
    description = text(.cardDescription)
    image = text(.image)
    imageAspectRatio = text(.imageAspectRatio).flatMap { ContentCardNumber($0) }
    imageAlt = text(.imageAlt)
    url = text(.urlString)
    opensURLInWebView = flag(.openUrlInWebView)
    linkText = text(.linkText)
    language = text(.language)
    created = ContentCard.seconds(value(.created))
    if created == nil { invalidCreated.value = text(.created) }
    expiresAt = ContentCard.seconds(value(.expiresAt)).flatMap { $0 < 0 ? nil : $0 }
    isViewed = flag(.viewed)
    isClicked = flag(.clicked)
    isPinned = flag(.pinned)
    isDismissible = flag(.dismissible) || flag(ContentCardKey(rawValue: "dismissable"))
    isDismissed = flag(.dismissed)
    isRemoved = flag(.removed)
    isTest = flag(.isTest)
    if case .pairs(let pairs)? = value(.extras) { extraValues = pairs }
    classType = text(.classType) ?? extraValues?[ContentCardKey.classType.rawValue]?.text
  }

  static let controlType = "control"

  /// Epoch seconds, or the text of a time.
  private static func seconds(_ value: ContentCardValue?) -> Double? {
    switch value {
    case .number(let number): number.doubleValue.isFinite ? number.doubleValue : nil
    case .text(let text):
      ByteBuffer(text.utf8).read { CardTime(text: $0) }.map { Double($0.milliseconds) / 1000 }
    default: nil
    }
  }

  /// The value of a field; nil if it is absent or empty, or a time or the extras.
  func value(of field: CardField) -> ContentCardValue? {
    func text(_ text: String?) -> ContentCardValue? { text == "" ? nil : text.map { .text($0) } }
    switch field {
    case .id: return text(id)
    case .type: return text(type)
    case .classType: return text(classType)
    case .title: return text(title)
    case .description: return text(description)
    case .image: return text(image)
    case .imageAspectRatio: return imageAspectRatio.map { .number($0) }
    case .imageAlt: return text(imageAlt)
    case .url: return text(url)
    case .linkText: return text(linkText)
    case .language: return text(language)
    case .opensURLInWebView: return .flag(opensURLInWebView)
    case .viewed: return .flag(isViewed)
    case .clicked: return .flag(isClicked)
    case .pinned: return .flag(isPinned)
    case .dismissible: return .flag(isDismissible)
    case .dismissed: return .flag(isDismissed)
    case .removed: return .flag(isRemoved)
    case .test: return .flag(isTest)
    case .created, .expiresAt, .extras: return nil
    }
  }
}
