import CardJSON

/// A JSON value that owns its memory: what a card's extras hold.
public enum ContentCardValue: Hashable, Sendable {
  /// Text, escapes resolved.
  case text(String)
  /// A number.
  case number(ContentCardNumber)
  /// True or false.
  case flag(Bool)
  /// An array.
  case list([ContentCardValue])
  /// An object.
  case pairs([String: ContentCardValue])
  /// `null`.
  case null

  /// The text; nil for anything else.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value as the guide's dictionary has it: `String`, `Int` (`Int64` where that is too small),
  /// `Double`, `Bool`, `[Any]` or `[AnyHashable: Any]`; nil for `null`, which stays what it is in a
  /// list.
  public var any: Any? {
    switch self {
    case .text(let text): text
    case .number(.integer(let integer)): Int(exactly: integer).map { $0 as Any } ?? integer
    case .number(.double(let double)): double
    case .number(.text(let text)): text
    case .flag(let flag): flag
    case .list(let items): items.map { $0.any ?? $0 }
    case .pairs(let pairs):
      Dictionary(
        pairs.compactMap { key, value in value.any.map { (AnyHashable(key), $0) } },
        uniquingKeysWith: { $1 })
    case .null: nil
    }
  }
}

extension ContentCardValue {
  /// How deep values of a dictionary may be in each other; what is deeper is left out.
  private static let depthLimit = 256

  /// A value of the guide's dictionary; nil for one of a type that JSON does not have.
  init?(any value: Any, depth: Int = 0) {
    guard depth < ContentCardValue.depthLimit else { return nil }
    switch value {
    case let text as String: self = .text(text)
    case let value as ContentCardValue: self = value
    case let number as ContentCardNumber: self = .number(number)
    case let text as Substring: self = .text(String(text))
    case let flag as Bool where ContentCardValue.isFlag(value): self = .flag(flag)
    case let number as any BinaryInteger:
      self = .number(Int64(exactly: number).map(ContentCardNumber.integer) ?? .text("\(number)"))
    // What `JSONSerialization` makes of a number is an `Int64` too where it is whole.
    case let number as Int64: self = .number(.integer(number))
    case let number as Double where !ContentCardValue.isDecimal(value):
      guard number.isFinite else { return nil }
      self = .number(.double(number))
    case let number as Float where !ContentCardValue.isDecimal(value):
      guard number.isFinite else { return nil }
      self = .number(.double(Double(number)))
    case let items as [Any]:
      self = .list(items.compactMap { ContentCardValue(any: $0, depth: depth + 1) })
    case let pairs as [AnyHashable: Any]:
      var values: [String: ContentCardValue] = [:]
      for (key, value) in pairs {
        guard let name = key.base as? String else { continue }
        values[name] = ContentCardValue(any: value, depth: depth + 1)
      }
      self = .pairs(values)
    default:
      // Such as `Decimal`, which is called a number where Foundation is.
      let text = "\(value)"
      guard ByteBuffer(text.utf8).read({ JSONNumber.isValid($0) }) else { return nil }
      self = .number(ContentCardNumber(text))
    }
  }

  /// Whether a value that can be had as a `Bool` is one, and no number 0 or 1 that Foundation
  /// keeps.
  ///
  /// What Foundation keeps as a Boolean has a class of its own on Apple's systems, and a text of
  /// its own elsewhere.
  private static func isFlag(_ value: Any) -> Bool {
    let type = type(of: value)
    return type == Bool.self || "\(type)" == "__NSCFBoolean"
      || ["true", "false"].contains("\(value)")
  }

  /// Whether a value is Foundation's decimal number, of which a `Double` would lose digits.
  private static func isDecimal(_ value: Any) -> Bool {
    let type = type(of: value)
    return type != Double.self && "\(type)".hasPrefix("NSDecimalNumber")
  }

  /// A value of a scanned document.
  init(_ document: JSONDocument, _ node: Int) {
    switch document.kind(node) {
    case .null, .end: self = .null
    case .string: self = .text(document.string(node))
    case .number: self = .number(ContentCardNumber(document.string(node)))
    case .true: self = .flag(true)
    case .false: self = .flag(false)
    case .array:
      var items: [ContentCardValue] = []
      document.forEachElement(of: node) { items.append(ContentCardValue(document, $0)) }
      self = .list(items)
    case .object: self = .pairs(ContentCardValue.pairs(document, node))
    }
  }

  /// The members of an object, the last of each name.
  static func pairs(_ document: JSONDocument, _ node: Int) -> [String: ContentCardValue] {
    var pairs: [String: ContentCardValue] = [:]
    document.forEachMember(of: node) { key, value in
      pairs[document.string(key)] = ContentCardValue(document, value)
    }
    return pairs
  }

  /// Writes the value as JSON.
  func write(to json: inout JSONWriter) {
    switch self {
    case .text(let text): json.add(nil, text)
    case .number(let number): ContentCardValue.write(number, to: &json)
    case .flag(let flag): json.add(nil, flag)
    case .null: json.addNull()
    case .list(let items):
      json.array { array in
        for item in items { item.write(to: &array) }
      }
    case .pairs(let pairs):
      json.object { object in
        for (key, value) in pairs {
          object.key(key)
          value.write(to: &object)
        }
      }
    }
  }

  private static func write(_ number: ContentCardNumber, to json: inout JSONWriter) {
    let spelling = ByteBuffer(number.spelling.utf8)
    if JSONNumber.isValid(spelling.view) {
      json.add(nil, json: spelling.view)
    } else {
      json.add(nil, number.spelling)
    }
  }
}

extension ContentCardValue: Codable {
  private enum NoKey: CodingKey {}

  /// Reads any JSON; keys of objects stay as they are, whatever the decoder makes of others.
  ///
  /// - Throws: what the decoder throws.
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

  /// Writes the value; keys of objects stay as they are.
  ///
  /// - Throws: what the encoder throws.
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
