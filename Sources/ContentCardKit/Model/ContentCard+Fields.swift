import CardJSON

// The properties by field: every conversion of a card iterates over this table.
extension ContentCard {
  /// A property that has a field, with the guide's key.
  typealias Member = (field: CardField, key: ContentCardKey, path: MemberPath)

  /// The path of a property, by the kind of its value.
  enum MemberPath: Sendable {
    typealias Path<Value> = any Sendable & WritableKeyPath<ContentCard, Value>
    case text(Path<String?>)
    case flag(Path<Bool>)
    case number(Path<ContentCardNumber?>)
    case time(Path<Double?>)
    case pairs(Path<[String: ContentCardValue]?>)
  }

  /// The properties, in the order of the fields.
  static let members: [Member] = [
    (.id, .idString, .text(\.id)), (.type, .type, .text(\.type)),
    (.classType, .classType, .text(\.classType)), (.title, .title, .text(\.title)),
    (.description, .cardDescription, .text(\.description)), (.image, .image, .text(\.image)),
    (.imageAspectRatio, .imageAspectRatio, .number(\.imageAspectRatio)),
    (.imageAlt, .imageAlt, .text(\.imageAlt)), (.url, .urlString, .text(\.url)),
    (.opensURLInWebView, .openUrlInWebView, .flag(\.opensURLInWebView)),
    (.linkText, .linkText, .text(\.linkText)), (.language, .language, .text(\.language)),
    (.created, .created, .time(\.created)), (.expiresAt, .expiresAt, .time(\.expiresAt)),
    (.viewed, .viewed, .flag(\.isViewed)), (.clicked, .clicked, .flag(\.isClicked)),
    (.pinned, .pinned, .flag(\.isPinned)), (.dismissible, .dismissible, .flag(\.isDismissible)),
    (.dismissed, .dismissed, .flag(\.isDismissed)), (.removed, .removed, .flag(\.isRemoved)),
    (.test, .isTest, .flag(\.isTest)), (.extras, .extras, .pairs(\.extraValues)),
  ]

  /// The fields of visible content, which a control card does not have.
  private static let content: Set<CardField> = [
    .title, .description, .image, .imageAspectRatio, .imageAlt, .url, .opensURLInWebView,
    .linkText, .language,
  ]

  static let controlType = "control"

  /// Creates a copy of a card of an input.
  package init(_ card: Card) {
    for (field, _, path) in ContentCard.members {
      switch path {
      case .text(let path):
        if case .text(let text) = card.value(field) { self[keyPath: path] = text.string }
      case .flag(let path): self[keyPath: path] = card.flag(field)
      case .number(let path):
        self[keyPath: path] = card.number(field).map { ContentCardNumber(valid: $0.text) }
      case .time(let path): self[keyPath: path] = card.time(field)?.seconds
      case .pairs(let path): self[keyPath: path] = card.extras.map { ContentCardValue.pairs($0) }
      }
    }
    if created == nil { invalidCreated.value = card.text(.created)?.string }
  }

  /// The value of a property; nil if it is absent.
  func value(at path: MemberPath) -> ContentCardValue? {
    switch path {
    case .text(let path): self[keyPath: path].map { .text($0) }
    case .flag(let path): .flag(self[keyPath: path])
    case .number(let path): self[keyPath: path].map { .number($0) }
    case .time(let path): self[keyPath: path].flatMap { ContentCardNumber($0) }.map { .number($0) }
    case .pairs(let path): self[keyPath: path].map { .pairs($0) }
    }
  }

  /// Sets a property, as leniently as it is read from a card's JSON: a flag may be 0 or 1, and a
  /// time may be text.
  private mutating func set(_ path: MemberPath, to value: ContentCardValue?) {
    switch path {
    case .text(let path): self[keyPath: path] = value?.scalarText
    case .flag(let path): self[keyPath: path] = value?.meansTrue ?? false
    case .number(let path):
      self[keyPath: path] = value?.scalarText.flatMap { ContentCardNumber($0) }
    case .time(let path): self[keyPath: path] = value?.seconds
    case .pairs(let path): if case .pairs(let pairs)? = value { self[keyPath: path] = pairs }
    }
  }

  private mutating func setAll(_ value: (Member) throws -> ContentCardValue?) rethrows {
    for member in ContentCard.members { set(member.path, to: try value(member)) }
    if let time = expiresAt, time < 0 { expiresAt = nil }
  }
}

// Conversion to and from the guide's metadata dictionary.
extension ContentCard {
  /// The metadata that the guide's conversion passes to an object's initializer.
  ///
  /// Text is `String`, times are `Double` in epoch seconds, flags are `Bool`, and the extras are
  /// `[String: Any]`. Absent and empty values are omitted, and so is the visible content of a
  /// control card.
  public var metaData: [ContentCardKey: Any] {
    var metaData: [ContentCardKey: Any] = [:]
    for (field, key, path) in ContentCard.members
    where !isControl || !ContentCard.content.contains(field) {
      switch path {
      case .text(let path): metaData[key] = self[keyPath: path].flatMap { $0.isEmpty ? nil : $0 }
      case .flag(let path): metaData[key] = self[keyPath: path]
      case .number(let path): metaData[key] = self[keyPath: path]
      case .time(let path): metaData[key] = self[keyPath: path]
      case .pairs: metaData[key] = extras
      }
    }
    if created == nil { metaData[.created] = invalidCreated.value }
    metaData[.isControl] = isControl
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
    setAll { value($0.key) }
    if value(.isControl)?.meansTrue ?? false { type = ContentCard.controlType }
    if value(ContentCardKey(rawValue: "dismissable"))?.meansTrue ?? false { isDismissible = true }
    if created == nil { invalidCreated.value = value(.created)?.scalarText }
    classType = classType ?? extraValues?[ContentCardKey.classType.rawValue]?.text
  }
}

extension ContentCard: Codable {
  /// Decodes a line of `cardctl convert --as card`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyCodingKey.self)
    try setAll { try container.decodeIfPresent(ContentCardValue.self, forKey: $0.field.codingKey) }
  }

  /// Encodes the line that `cardctl convert --as card` prints, with the keys in the encoder's order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    for (field, _, path) in ContentCard.members {
      try container.encodeIfPresent(value(at: path), forKey: field.codingKey)
    }
  }
}

extension CardField {
  fileprivate var codingKey: AnyCodingKey { AnyCodingKey(stringValue: name.description) }
}

extension ContentCardValue {
  /// The text of a scalar; nil for other values, and for empty text.
  fileprivate var scalarText: String? {
    switch self {
    case .text(""), .null, .list, .pairs: nil
    case .text, .number, .flag: description
    }
  }

  /// Whether the value means true: `true`, 1 or their text.
  fileprivate var meansTrue: Bool { ["true", "1"].contains(scalarText) }

  /// The epoch seconds of a number, or of a time in text; nil for other values.
  fileprivate var seconds: Double? {
    switch self {
    case .number(let number): number.doubleValue.isFinite ? number.doubleValue : nil
    case .text(let text):
      ByteBuffer(text.utf8).read { CardTime(text: $0) }.map { Double($0.milliseconds) / 1000 }
    case .flag, .list, .pairs, .null: nil
    }
  }
}
