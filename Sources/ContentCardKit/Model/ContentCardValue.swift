import CardJSON

/// A JSON value that owns its memory, such as an extra of a card.
public enum ContentCardValue: Hashable, Sendable {
  /// A string, with escapes resolved.
  case text(String)
  /// A number.
  case number(ContentCardNumber)
  /// A Boolean.
  case flag(Bool)
  /// An array.
  case list([ContentCardValue])
  /// An object.
  case pairs([String: ContentCardValue])
  /// `null`.
  case null

  /// The text of a string; nil for other values.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The value as in an SDK's dictionary: `String`, `Int` (`Int64` if it does not fit), `Double`,
  /// `Bool`, `[Any]` or `[String: Any]`; nil for `null`.
  public var any: Any? {
    ContainerStack.convert(self, scalar: \.scalar) { value in
      switch value {
      case .list(let items): OpenContainer(elements: items)
      case .pairs(let pairs): OpenContainer(members: pairs.map { ($0.key, $0.value) })
      default: nil
      }
    } close: { container in
      if container.isObject { return container.members.compactMapValues { $0 } }
      // An array has one element for each value, also for `null`.
      return container.elements.map { $0 ?? Self.null }
    }
  }

  /// The value of a scalar as in an SDK's dictionary; nil for `null`.
  private var scalar: Any? {
    switch self {
    case .text(let text): text
    case .number(let number):
      number.integerValue.map { $0 as Any } ?? Int64(number.spelling).map { $0 as Any }
        ?? (ContentCardNumber(number.doubleValue) == number
          ? number.doubleValue as Any : number.spelling)
    case .flag(let flag): flag
    case .list, .pairs, .null: nil
    }
  }

  /// Creates a value from a value in an SDK's dictionary (`[String: Any]`); fails for a type that
  /// JSON does not have.
  ///
  /// Containers in more than 255 others are omitted.
  public init?(_ any: Any) {
    let value = ContainerStack.convert(any, limit: 256, scalar: { ContentCardValue(scalar: $0) }) {
      // A text is asked first, because it is frequent and other casts of it are slow.
      if $0 is String || $0 is ContentCardValue { return nil }
      if let items = $0 as? [Any] { return OpenContainer(elements: items) }
      guard let pairs = $0 as? [AnyHashable: Any] else { return nil }
      return OpenContainer(
        members: pairs.compactMap { key, value in (key.base as? String).map { ($0, value) } })
    } close: {
      $0.isObject
        ? .pairs($0.members.compactMapValues { $0 }) : .list($0.elements.compactMap { $0 })
    }
    guard let value else { return nil }
    self = value
  }

  private init?(scalar value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let value as ContentCardValue: self = value
    case let number as ContentCardNumber: self = .number(number)
    case let text as Substring: self = .text(String(text))
    case let flag as Bool where ContentCardValue.isFlag(value): self = .flag(flag)
    case let number as any BinaryInteger: self = .number(ContentCardNumber(valid: "\(number)"))
    // Integers from `JSONSerialization` can be cast to `Int64`.
    case let number as Int64: self = .number(ContentCardNumber(number))
    case let number as Double where !ContentCardValue.isDecimal(value):
      guard let number = ContentCardNumber(number) else { return nil }
      self = .number(number)
    case let number as Float where !ContentCardValue.isDecimal(value):
      guard let number = ContentCardNumber(Double(number)) else { return nil }
      self = .number(number)
    default:
      // `Decimal`, which is only available with Foundation, is a number too.
      guard let number = ContentCardNumber("\(value)") else { return nil }
      self = .number(number)
    }
  }

  /// Whether a value that casts to `Bool` is a Boolean and not the Foundation number 0 or 1.
  ///
  /// On Apple platforms, Foundation's Booleans have a separate class; on others, they have a
  /// different description.
  private static func isFlag(_ value: Any) -> Bool {
    let type = type(of: value)
    return type == Bool.self || "\(type)" == "__NSCFBoolean"
      || ["true", "false"].contains("\(value)")
  }

  /// Whether a value is a Foundation decimal number, which a `Double` could round.
  private static func isDecimal(_ value: Any) -> Bool {
    let type = type(of: value)
    return type != Double.self && "\(type)".hasPrefix("NSDecimalNumber")
  }

  /// Creates a value from a scanned document.
  init(_ node: JSONNode) {
    switch node.kind {
    case .null, .end: self = .null
    case .string: self = .text(node.string)
    case .number: self = .number(ContentCardNumber(valid: node.string))
    case .true: self = .flag(true)
    case .false: self = .flag(false)
    case .array, .object: self = ContentCardValue.container(node)
    }
  }

  /// Creates a value from the text, number or Boolean of a card; null for any other value.
  init(_ value: CardValue) {
    switch value {
    case .text(let text): self = .text(text.string)
    case .number(let spelling): self = .number(ContentCardNumber(valid: spelling.text))
    case .boolean(let flag): self = .flag(flag)
    case .absent, .time, .nested: self = .null
    }
  }

  /// The members of an object; of duplicate keys, the last one.
  static func pairs(_ object: JSONNode) -> [String: ContentCardValue] {
    var pairs: [String: ContentCardValue] = [:]
    for (key, value) in object.members { pairs[key.string] = ContentCardValue(value) }
    return pairs
  }

  /// The value of an object or array.
  private static func container(_ node: JSONNode) -> ContentCardValue {
    // The initializer that cannot fail is that of a document's value.
    ContainerStack.convert(node, scalar: { .some(ContentCardValue($0)) }) { node in
      switch node.kind {
      case .array: OpenContainer(elements: Array(node.elements))
      case .object: OpenContainer(members: node.members.map { ($0.key.string, $0.value) })
      default: nil
      }
    } close: {
      $0.isObject
        ? .pairs($0.members.compactMapValues { $0 }) : .list($0.elements.compactMap { $0 })
    } ?? .null
  }
}

extension JSONWriter {
  /// An object or array that is being written: its remaining values, and its closing bracket.
  private typealias WrittenContainer = (
    rest: ArraySlice<(key: String?, value: ContentCardValue)>, end: StaticString
  )

  /// Adds a value, with the keys of objects sorted.
  mutating func add(_ key: StaticString? = nil, _ value: ContentCardValue) {
    var (key, value) = (key, value)
    var open: [WrittenContainer] = []
    while true {
      switch value {
      case .text(let text): add(key, text)
      case .number(let number): add(key, json: number.spelling)
      case .flag(let flag): add(key, flag)
      case .null: addNull(key)
      case .list(let items):
        begin("[", key)
        open.append((items.map { (nil, $0) }[...], "]"))
      case .pairs(let pairs):
        begin("{", key)
        open.append((pairs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }[...], "}"))
      }
      key = nil
      while let container = open.last, container.rest.isEmpty {
        end(container.end)
        open.removeLast()
      }
      guard !open.isEmpty, let next = open[open.count - 1].rest.popFirst() else { return }
      if let name = next.key { self.key(name) }
      value = next.value
    }
  }
}

extension ContentCardValue: CustomStringConvertible {
  /// The value as `cardctl` prints it: text without quotes, numbers as written, other values as
  /// JSON.
  public var description: String {
    if case .text(let text) = self { return text }
    var json = JSONWriter()
    json.add(nil, self)
    return json.text.read(\.text)
  }
}

extension ContentCardValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .number(ContentCardNumber(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(.init(floatLiteral: value)) }
  /// A Boolean.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// An array.
  public init(arrayLiteral elements: ContentCardValue...) { self = .list(elements) }
  /// An object.
  ///
  /// Of duplicate keys, the last one is used.
  public init(dictionaryLiteral elements: (String, ContentCardValue)...) {
    self = .pairs(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension ContentCardValue: Codable {
  private enum NoKey: CodingKey {}

  /// Decodes any JSON; keys of objects are not converted, whatever the decoder's key strategy.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if (try? decoder.container(keyedBy: NoKey.self)) != nil {
      self = .pairs(try container.decode([String: ContentCardValue].self))
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .list(try container.decode([ContentCardValue].self))
    } else if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .number(try container.decode(ContentCardNumber.self))
    }
  }

  /// Encodes the value, without converting the keys of objects.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let items): try container.encode(items)
    case .pairs(let pairs): try container.encode(pairs)
    case .null: try container.encodeNil()
    }
  }
}
