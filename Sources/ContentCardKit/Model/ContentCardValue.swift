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
    switch self {
    case .text(let text): text
    case .number(let number):
      number.integerValue.map { $0 as Any } ?? Int64(number.spelling).map { $0 as Any }
        ?? (ContentCardNumber(number.doubleValue) == number
          ? number.doubleValue as Any : number.spelling)
    case .flag(let flag): flag
    case .list(let items): items.map { $0.any ?? $0 }
    case .pairs(let pairs): pairs.compactMapValues(\.any)
    case .null: nil
    }
  }

  /// The maximum depth of values in a dictionary; deeper values are omitted.
  private static let depthLimit = 256

  /// Creates a value from a value in an SDK's dictionary (`[String: Any]`); fails for a type that
  /// JSON does not have.
  public init?(_ any: Any) { self.init(any, depth: 0) }

  private init?(_ value: Any, depth: Int) {
    guard depth < ContentCardValue.depthLimit else { return nil }
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
    case let items as [Any]:
      self = .list(items.compactMap { ContentCardValue($0, depth: depth + 1) })
    case let pairs as [AnyHashable: Any]:
      var values: [String: ContentCardValue] = [:]
      for (key, value) in pairs {
        guard let name = key.base as? String else { continue }
        values[name] = ContentCardValue(value, depth: depth + 1)
      }
      self = .pairs(values)
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

  /// The members of an object; of duplicate keys, the last one.
  static func pairs(_ object: JSONNode) -> [String: ContentCardValue] {
    var pairs: [String: ContentCardValue] = [:]
    for (key, value) in object.members { pairs[key.string] = ContentCardValue(value) }
    return pairs
  }

  /// The value of an object or array.
  private static func container(_ node: JSONNode) -> ContentCardValue {
    var open = [ReadContainer(node)]
    while true {
      if let next = open[open.count - 1].next() {
        if next.word.isContainer {
          open.append(ReadContainer(next))
        } else {
          open[open.count - 1].add(ContentCardValue(next))
        }
      } else {
        let value = open.removeLast().value
        if open.isEmpty { return value }
        open[open.count - 1].add(value)
      }
    }
  }
}

// Values are read and written with a stack of open containers. Recursion would need about a
// kilobyte for each level in an app's debug build, and threads on Apple's platforms have 512.

/// An object or array whose values are being read.
private struct ReadContainer {
  private let isObject: Bool
  private var elements: JSONNode.Elements
  private var members: JSONNode.Members
  private var key = ""
  private var items: [ContentCardValue] = []
  private var pairs: [String: ContentCardValue] = [:]

  init(_ node: JSONNode) {
    isObject = node.kind == .object
    (elements, members) = (node.elements, node.members)
  }

  /// The values that were added.
  var value: ContentCardValue { isObject ? .pairs(pairs) : .list(items) }

  /// The next value in the container.
  mutating func next() -> JSONNode? {
    guard isObject else { return elements.next() }
    guard let member = members.next() else { return nil }
    key = member.key.string
    return member.value
  }

  /// Adds the value that `next` returned.
  mutating func add(_ value: ContentCardValue) {
    if isObject { pairs[key] = value } else { items.append(value) }
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
