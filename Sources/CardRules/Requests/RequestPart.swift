import CardJSON

/// An object that request bodies consist of: an entry of the table (`RequestPart+Table`).
package struct RequestPart: Sendable {
  /// Checks an object beyond its table: clocks, sums, sizes and Liquid.
  typealias Check = @Sendable (RequestObject, inout FindingSink) -> Void

  /// The name of the object in the schema.
  package let name: String
  /// The name of the object in messages.
  let title: String
  /// Whether the object is the body of a request.
  var isBody = false
  /// Whether the API allows custom keys in the object.
  var isOpen = false
  /// The keys of the object.
  let keys: [RequestKey]
  /// The wrong names that people write for a key: those of SDKs, of other endpoints and of client
  /// libraries.
  var misnomers: KeyValuePairs<String, [String]> = [:]
  /// Advice about keys that belong elsewhere.
  var advice: [String: String] = [:]
  /// The demands of the keys on each other.
  var requirements: [RequestRequirement] = []
  /// The checks beyond the table.
  var checks: [Check] = []

  /// Whether the object is a content card, in which Braze renders Liquid.
  var isCard: Bool { name == RequestPart.contentCard.name }

  /// The key of the table with this name.
  func key(_ name: String) -> RequestKey? { keys.first { "\($0.name)" == name } }

  /// The right key for a wrong one; nil if `name` is not a known error.
  func correctName(for name: String) -> String? {
    misnomers.first { $0.value.contains(name) }?.key
  }
}

/// One key that Braze documents for an object of a request body.
struct RequestKey: Sendable {
  let name: StaticString
  let value: RequestValue
  /// The meaning of the value, for messages and the schema.
  let summary: String
  /// The rule that a value outside its bounds breaks; nil if another check reports it.
  let bounds: Rule?
  /// Whether the API refuses any object without the key.
  var isRequired = false

  init(_ name: StaticString, _ summary: String, of value: RequestValue, bounds: Rule? = nil) {
    (self.name, self.summary, self.value, self.bounds) = (name, summary, value, bounds)
  }

  static func text(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, summary, of: .text())
  }

  static func id(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, summary, of: .id())
  }

  static func boolean(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, summary, of: .boolean)
  }

  static func object(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, summary, of: .object())
  }

  /// The key, which no object may lack.
  var required: RequestKey {
    var key = self
    key.isRequired = true
    return key
  }
}

/// The value of a key.
indirect enum RequestValue: Sendable {
  /// A string.
  case text(max: Int? = nil)
  /// An id: a string, and with a warning a number, which the API accepts.
  case id(max: Int? = nil)
  /// One of some strings.
  case choice([String])
  /// An ISO 8601 string, in which for `/users/track` a colon may precede the milliseconds.
  case time(isTracked: Bool = false)
  /// `true` or `false`.
  case boolean
  /// A number.
  case number
  /// A whole number.
  case integer(ClosedRange<Int64>)
  /// An object without a table, and the name of its definition in the schema.
  case object(String? = nil)
  /// An object with a table.
  case part(RequestPart)
  /// An array.
  case list(of: RequestValue, max: Int? = nil)

  /// Whether it is a time.
  var isTime: Bool { if case .time = self { true } else { false } }
  /// Whether it is an id.
  var isID: Bool { if case .id = self { true } else { false } }

  /// Whether a value, and each of its elements, is of the type.
  func accepts(_ value: JSONNode) -> Bool {
    guard accepts(value.kind) else { return false }
    guard case .list(let element, _) = self else { return true }
    return value.elements.allSatisfy { element.accepts($0.kind) }
  }

  /// Whether a value of this kind can have the type.
  func accepts(_ kind: JSONKind) -> Bool {
    switch self {
    case .text, .id, .choice, .time: kind == .string
    case .boolean: kind == .true || kind == .false
    case .number, .integer: kind == .number
    case .object, .part: kind == .object
    case .list: kind == .array
    }
  }

  /// The name of the type in messages.
  var noun: String {
    switch self {
    case .text, .id, .choice: "a string"
    case .time: "an ISO 8601 string"
    case .boolean: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .object, .part: "an object"
    case .list(.id, _), .list(.text, _): "a list of strings"
    case .list: "a list of objects"
    }
  }
}
