import CardJSON

/// A kind of object in request bodies: an entry of the table (`RequestPart+Table`).
package final class RequestPart: Sendable {
  /// A check that the table cannot express: times, totals, sizes and Liquid.
  typealias Check = @Sendable (RequestObject, inout FindingSink) -> Void

  /// The name of the object in the schema.
  package let name: String
  /// The name of the object in messages.
  let title: String
  /// Whether the object is a whole request body.
  let isBody: Bool
  /// Whether the API accepts custom keys in the object.
  let isOpen: Bool
  /// Whether the object is a content card, in which Braze renders Liquid.
  let isCard: Bool
  /// The keys of the object.
  let keys: [RequestKey]
  /// For each key, common wrong names from SDKs, other endpoints and client libraries.
  let misnomers: KeyValuePairs<String, [String]>
  /// For keys that belong into an object under another key: that key, and the name there.
  let misplaced: [String: (holder: StaticString, key: StaticString)]
  /// The requirements on combinations of keys.
  let requirements: [RequestRequirement]
  /// The checks that the table cannot express.
  let checks: [Check]
  /// The names that have a meaning in the object, right and wrong ones.
  private let names: TextNumbers
  private let meanings: [RequestName]

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - marks: misnomers that only Braze has, which tell the object from others as well as its own
  ///     keys do.
  ///   - advice: advice for messages about keys that belong elsewhere.
  init(
    name: String, title: String, isBody: Bool = false, isOpen: Bool = false, keys: [RequestKey],
    misnomers: KeyValuePairs<String, [String]> = [:], marks: [String] = [],
    misplaced: [String: (holder: StaticString, key: StaticString)] = [:],
    advice: [String: String] = [:], requirements: [RequestRequirement] = [], checks: [Check] = []
  ) {
    (self.name, self.title, self.isBody, self.isOpen) = (name, title, isBody, isOpen)
    (self.keys, self.misnomers, self.misplaced) = (keys, misnomers, misplaced)
    (self.requirements, self.checks) = (requirements, checks)
    isCard = name == "content_card"
    var all: [(name: String, meaning: RequestName)] = []
    for (index, key) in keys.enumerated() { all.append(("\(key.name)", .key(index))) }
    for (index, key) in keys.enumerated() { all.append((key.camelCaseName, .camelCase(index))) }
    for (right, wrong) in misnomers {
      guard let index = keys.firstIndex(where: { "\($0.name)" == right }) else { continue }
      for name in wrong {
        all.append((name, .misnomer(of: index, isMark: marks.contains(name))))
      }
    }
    for (name, place) in misplaced { all.append((name, .misplaced(place.holder, place.key))) }
    for (name, text) in advice { all.append((name, .foreign(text))) }
    if isBody { for name in ["schedule", "schedule_id"] { all.append((name, .foreign(nil))) } }
    var names = TextNumbers()
    var meanings: [RequestName] = []
    // If a name has two meanings, the first one is used.
    for (name, meaning) in all where names.number(of: name) == meanings.count {
      meanings.append(meaning)
    }
    self.names = names
    self.meanings = meanings
  }

  /// Returns the meaning of a member's name in the object; nil if it has none.
  func meaning(of name: JSONNode) -> RequestName? {
    let number =
      name.word.isEscaped ? name.decoded.read { names.find($0) } : names.find(name.content)
    return number.map { meanings[$0] }
  }

  /// Returns the key with this name.
  func key(_ name: StaticString) -> RequestKey? {
    guard let number = names.find(ByteView(name)), case .key(let index) = meanings[number] else {
      return nil
    }
    return keys[index]
  }
}

/// The meaning of a name in an object of a request.
enum RequestName: Sendable {
  /// The key at this index of the table.
  case key(Int)
  /// The key at this index in camel case, which is how client libraries name it.
  case camelCase(Int)
  /// A wrong name for the key at this index, and whether only Braze has it.
  case misnomer(of: Int, isMark: Bool)
  /// A key that belongs into the object under another key, and its name there.
  case misplaced(_ holder: StaticString, _ key: StaticString)
  /// A key that belongs elsewhere, with advice.
  case foreign(String?)

  /// The index of the key that a wrong name stands for; nil for other names.
  var right: Int? {
    switch self {
    case .camelCase(let index), .misnomer(let index, _): index
    case .key, .misplaced, .foreign: nil
    }
  }
}

/// A documented key of an object in a request body.
final class RequestKey: Sendable {
  let name: StaticString
  let value: RequestValue
  /// The meaning of the value, for messages and the schema.
  let summary: String
  /// The rule for values out of bounds; nil if another check reports them.
  let bounds: Rule?
  /// Whether the API rejects objects without the key.
  let isRequired: Bool
  /// How much the key tells the object from others; see `RequestPart.resemblance(to:)`.
  let weight: Int

  init(
    _ name: StaticString, _ summary: String, of value: RequestValue, bounds: Rule? = nil,
    isRequired: Bool = false, weight: Int = 0
  ) {
    (self.name, self.summary, self.value, self.bounds) = (name, summary, value, bounds)
    (self.isRequired, self.weight) = (isRequired, weight)
  }

  /// The name as other languages write it, such as `campaignId`.
  var camelCaseName: String {
    let words = "\(name)".split(separator: "_")
    return words.dropFirst().reduce("\(words[0])") {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
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

  /// A copy of the key that is required.
  var required: RequestKey { copy(isRequired: true, weight: weight) }

  private func weighing(_ weight: Int) -> RequestKey {
    copy(isRequired: isRequired, weight: weight)
  }

  private func copy(isRequired: Bool, weight: Int) -> RequestKey {
    RequestKey(
      name, summary, of: value, bounds: bounds, isRequired: isRequired, weight: weight)
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
