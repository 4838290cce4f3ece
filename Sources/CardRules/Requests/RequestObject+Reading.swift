import CardJSON
import ContentCardKit

// What several rules ask of an object.
extension RequestObject {
  /// Whether a key is absent, or an object or array with nothing in it.
  func isEmpty(_ key: StaticString) -> Bool {
    guard let node = value(key) else { return true }
    let word = document.word(node)
    return word.isContainer && word.extent == 1
  }

  /// The value of a key of the object, or of one inside it, that says something: it is there, and
  /// neither `null` nor an empty string.
  func given(_ key: StaticString, of object: Int? = nil) -> Int? {
    guard let value = document.member(ByteView(key), of: object ?? node),
      document.kind(value) != .null, !isEmptyText(value)
    else { return nil }
    return value
  }

  /// Whether a value is an empty string.
  func isEmptyText(_ node: Int) -> Bool {
    let word = document.word(node)
    return word.kind == .string && word.extent == 0
  }

  /// The elements of the lists under some keys, in the order of the keys.
  func elements(of keys: [StaticString]) -> [Int] {
    var elements: [Int] = []
    for list in keys.compactMap({ value($0) }) {
      document.forEachElement(of: list) { elements.append($0) }
    }
    return elements
  }

  /// Whether the object has a key that is a wrong name for `name`, which is reported as such.
  func hasWrongKey(of name: StaticString) -> Bool {
    unknown.contains { part.correctName(for: document.string($0 - 1)) == name.description }
  }

  /// The type of a REST content card, when it is one or nearly one.
  var cardType: String? {
    guard let type = text("type") else { return nil }
    let name = document.string(type)
    return RequestPart.cardTypes.contains(name) ? name : RestTypeUnknown.correctName(for: name)
  }

  /// Epoch milliseconds of a string that is an ISO 8601 time; nil for anything else.
  func date(_ node: Int) -> Int64? {
    document.decoded(node).read { text in
      // Numbers are times elsewhere, but no dates.
      if JSONNumber.isValid(JSONNumber.trimmed(text)) { return nil }
      return CardTime(text: text)?.milliseconds
    }
  }

  /// Epoch milliseconds of a string that `/users/track` takes for a time: ISO 8601, or with a
  /// colon in front of the milliseconds (`yyyy-MM-dd'T'HH:mm:ss:SSSZ`).
  func trackedDate(_ node: Int) -> Int64? {
    if let date = date(node) { return date }
    var text = document.decoded(node)
    guard text.count > RequestObject.fractionPlace,
      text.view[RequestObject.fractionPlace] == UInt8(ascii: ":")
    else { return nil }
    var bytes = text.view.array
    bytes[RequestObject.fractionPlace] = UInt8(ascii: ".")
    text = ByteBuffer(bytes)
    return text.read { CardTime(text: $0)?.milliseconds }
  }

  /// What is wrong with a string that is no time.
  func noTime(_ node: Int) -> String {
    "\(shown(node)) is not an ISO 8601 time, such as \"2026-11-21T10:00:00Z\""
  }

  /// Where the fraction begins in `2026-11-21T10:00:00.123Z`.
  private static let fractionPlace = 19

  /// Keys in quotes, for messages.
  static func listed(_ names: [StaticString], _ word: String = "or") -> String {
    let quoted = names.map { "\"\($0)\"" }
    let first = quoted.dropLast().joined(separator: ", ")
    return (first.isEmpty ? "" : "\(first) \(word) ") + (quoted.last ?? "")
  }
}

extension RequestValueType {
  /// Whether a value of this kind can be of the type.
  func accepts(_ kind: JSONKind) -> Bool {
    switch self {
    case .text, .choice, .time: kind == .string
    case .boolean: kind == .true || kind == .false
    case .number, .integer: kind == .number
    case .object, .part: kind == .object
    case .texts, .objects, .parts: kind == .array
    }
  }

  /// What a message calls the type.
  var noun: String {
    switch self {
    case .text, .choice: "a string"
    case .time: "an ISO 8601 string"
    case .boolean: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .object, .part: "an object"
    case .texts: "a list of strings"
    case .objects, .parts: "a list of objects"
    }
  }
}
