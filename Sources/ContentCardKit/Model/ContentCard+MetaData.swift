import CardJSON

// Conversion to and from the guide's metadata dictionary.
extension ContentCard {
  /// The metadata that the guide's conversion passes to an object's initializer.
  ///
  /// Text is `String`, times are `Double` in epoch seconds, flags are `Bool`, and the extras are
  /// `[String: Any]`. Absent and empty values are omitted, and so is the visible content of a
  /// control card.
  public var metaData: [ContentCardKey: Any] {
    var metaData: [ContentCardKey: Any] = [:]
    for row in ContentCard.texts where !isControl || !ContentCard.content.contains(row.field) {
      let text = self[keyPath: row.path]
      metaData[row.key] = text == "" ? nil : text
    }
    for row in ContentCard.flags where !isControl || !ContentCard.content.contains(row.field) {
      metaData[row.key] = self[keyPath: row.path]
    }
    if !isControl { metaData[.imageAspectRatio] = imageAspectRatio }
    metaData[.created] = created.map { $0 as Any } ?? invalidCreated.value
    metaData[.expiresAt] = expiresAt
    metaData[.isControl] = isControl
    metaData[.extras] = extras
    return metaData
  }

  /// Creates a card from metadata, as returned by ``metaData`` or as in the guide.
  ///
  /// Values are accepted as leniently as in a card's JSON: a flag may be 0 or 1, and a time may be
  /// text.
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
    for row in ContentCard.texts { self[keyPath: row.path] = text(row.key) }
    for row in ContentCard.flags { self[keyPath: row.path] = flag(row.key) }
    if flag(.isControl) { type = ContentCard.controlType }
    if flag(ContentCardKey(rawValue: "dismissable")) { isDismissible = true }
    imageAspectRatio = text(.imageAspectRatio).flatMap { ContentCardNumber($0) }
    created = ContentCard.seconds(value(.created))
    if created == nil { invalidCreated.value = text(.created) }
    expiresAt = ContentCard.seconds(value(.expiresAt)).flatMap { $0 < 0 ? nil : $0 }
    if case .pairs(let pairs)? = value(.extras) { extraValues = pairs }
    classType = classType ?? extraValues?[ContentCardKey.classType.rawValue]?.text
  }

  static let controlType = "control"

  /// The epoch seconds of a number, or of a time in text.
  private static func seconds(_ value: ContentCardValue?) -> Double? {
    switch value {
    case .number(let number): number.doubleValue.isFinite ? number.doubleValue : nil
    case .text(let text):
      ByteBuffer(text.utf8).read { CardTime(text: $0) }.map { Double($0.milliseconds) / 1000 }
    default: nil
    }
  }

  /// The value of a field; nil if it is absent, empty or a valid time.
  func value(of field: CardField) -> ContentCardValue? {
    if let row = ContentCard.texts.first(where: { $0.field == field }) {
      let text = self[keyPath: row.path]
      return text == "" ? nil : text.map { .text($0) }
    }
    if let row = ContentCard.flags.first(where: { $0.field == field }) {
      return .flag(self[keyPath: row.path])
    }
    switch field {
    case .imageAspectRatio: return imageAspectRatio.map { .number($0) }
    case .extras: return extraValues.map { .pairs($0) }
    case .created: return invalidCreated.value.map { .text($0) }
    default: return nil
    }
  }

  // The members of a type, each with its field and the guide's key.

  typealias Row<Value> = (
    field: CardField, key: ContentCardKey, path: any Sendable & WritableKeyPath<ContentCard, Value>
  )

  static let texts: [Row<String?>] = [
    (.id, .idString, \.id), (.type, .type, \.type), (.classType, .classType, \.classType),
    (.title, .title, \.title), (.description, .cardDescription, \.description),
    (.image, .image, \.image), (.imageAlt, .imageAlt, \.imageAlt), (.url, .urlString, \.url),
    (.linkText, .linkText, \.linkText), (.language, .language, \.language),
  ]

  static let flags: [Row<Bool>] = [
    (.opensURLInWebView, .openUrlInWebView, \.opensURLInWebView), (.viewed, .viewed, \.isViewed),
    (.clicked, .clicked, \.isClicked), (.pinned, .pinned, \.isPinned),
    (.dismissible, .dismissible, \.isDismissible), (.dismissed, .dismissed, \.isDismissed),
    (.removed, .removed, \.isRemoved), (.test, .isTest, \.isTest),
  ]

  /// The fields of visible content, which a control card does not have.
  private static let content: [CardField] = [
    .title, .description, .image, .imageAspectRatio, .imageAlt, .url, .opensURLInWebView,
    .linkText, .language,
  ]
}
