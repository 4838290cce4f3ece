import CardJSON

/// A kind of object in request bodies: an entry of the table (`RequestPart+Table`).
package struct RequestPart: Sendable {
  /// A check that the table cannot express: times, totals, sizes and Liquid.
  typealias Check = @Sendable (RequestObject, inout FindingSink) -> Void

  /// The name of the object in the schema.
  package let name: String
  /// The name of the object in messages.
  let title: String
  /// Whether the object is a whole request body.
  var isBody = false
  /// Whether the API accepts custom keys in the object.
  var isOpen = false
  /// The keys of the object.
  let keys: [RequestKey]
  /// For each key, common wrong names from SDKs, other endpoints and client libraries.
  var misnomers: KeyValuePairs<String, [String]> = [:]
  /// Misnomers that only Braze has, which tell the object from others as well as its own keys do.
  var strayMarks: [StaticString] = []
  /// For keys that belong into an object under another key: that key, and the name there.
  var misplaced: [String: (holder: StaticString, key: StaticString)] = [:]
  /// Advice for messages about keys that belong elsewhere.
  var advice: [String: String] = [:]
  /// The requirements on combinations of keys.
  var requirements: [RequestRequirement] = []
  /// The checks that the table cannot express.
  var checks: [Check] = []

  /// Whether the object is a content card, in which Braze renders Liquid.
  var isCard: Bool { name == RequestPart.contentCard.name }

  /// Returns the key with this name.
  func key(_ name: String) -> RequestKey? { keys.first { "\($0.name)" == name } }

  /// Returns the correct key for a known misnomer or a name in camel case, or nil.
  func correctName(for name: String) -> String? {
    misnomers.first { $0.value.contains(name) }?.key
      ?? keys.first { $0.camelCaseName.map { $0.text == name } ?? false }.map { "\($0.name)" }
  }
}

/// A documented key of an object in a request body.
struct RequestKey: Sendable {
  let name: StaticString
  let value: RequestValue
  /// The meaning of the value, for messages and the schema.
  let summary: String
  /// The rule for values out of bounds; nil if another check reports them.
  let bounds: Rule?
  /// Whether the API rejects objects without the key.
  var isRequired = false
  /// How much the key tells the object from others; see `RequestPart.marks(in:)`.
  var weight = 0

  /// The name as other languages write it, such as `campaignId`; nil if it is a single word.
  let camelCaseName: ByteView?

  init(_ name: StaticString, _ summary: String, of value: RequestValue, bounds: Rule? = nil) {
    (self.name, self.summary, self.value, self.bounds) = (name, summary, value, bounds)
    let words = name.description.split(separator: "_")
    let camelCase = words.dropFirst().reduce(String(words[0])) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
    camelCaseName = words.count > 1 ? ByteView(permanent: camelCase) : nil
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

  /// A copy of the key that few other objects have.
  var mark: RequestKey { weighing(1) }

  /// A copy of the key that only Braze has, or only Braze has in this place.
  var distinctive: RequestKey { weighing(2) }

  /// A copy of the key that decides even if there are distinctive keys of other objects.
  var decisive: RequestKey { weighing(4) }

  private func weighing(_ weight: Int) -> RequestKey {
    var key = self
    key.weight = weight
    return key
  }

  /// A copy of the key that is required.
  var required: RequestKey {
    var key = self
    key.isRequired = true
    return key
  }
}

/// The type of a key's value.
indirect enum RequestValue: Sendable {
  /// A string.
  case text(max: Int? = nil)
  /// An id: a string, or with a warning a number, which the API also accepts.
  case id(max: Int? = nil)
  /// One of these strings.
  case choice([String])
  /// An ISO 8601 string. For `/users/track`, a colon may precede the milliseconds.
  case time(isTracked: Bool = false)
  /// `true` or `false`.
  case boolean
  /// A number.
  case number
  /// A whole number.
  case integer(ClosedRange<Int64>)
  /// An object without a table entry, with the name of its definition in the schema.
  case object(String? = nil)
  /// An object with a table entry.
  case part(RequestPart)
  /// An array.
  case list(of: RequestValue, max: Int? = nil)

  /// Whether the type is a time.
  var isTime: Bool { if case .time = self { true } else { false } }
  /// Whether the type is an id.
  var isID: Bool { if case .id = self { true } else { false } }

  /// Returns whether a value and each of its elements have the type.
  func accepts(_ value: JSONNode) -> Bool {
    guard accepts(value.kind) else { return false }
    guard case .list(let element, _) = self else { return true }
    return value.elements.allSatisfy { element.accepts($0.kind) }
  }

  /// Returns whether a value of this kind can have the type.
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
