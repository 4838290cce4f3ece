import CardJSON
import ContentCardKit

/// One object of a request body and what its checks need to know.
///
/// Valid as long as its document.
struct RequestObject {
  /// The object.
  let node: JSONNode
  /// The request body that contains it.
  let body: JSONNode
  /// The kind of object.
  let part: RequestPart
  /// The checker, which knows the time and the class types.
  let checker: RequestChecker
  /// The values whose keys the table does not have, in order.
  let unknown: [JSONNode]

  init(_ part: RequestPart, _ node: JSONNode, body: JSONNode, checker: RequestChecker) {
    (self.part, self.node, self.body, self.checker) = (part, node, body, checker)
    let known = part.keys
    unknown = node.members.compactMap { key, value in
      known.contains { key.text(equals: ByteView($0.name)) } ? nil : value
    }
  }

  /// The value of a key; nil if absent or `null`, which the API treats as absent.
  func value(_ name: StaticString, of object: JSONNode? = nil) -> JSONNode? {
    (object ?? node).member(ByteView(name)).flatMap { $0.kind == .null ? nil : $0 }
  }

  /// The value of a key if it is of `kind`; nil otherwise.
  func value(_ name: StaticString, of kind: JSONKind) -> JSONNode? { node.member(name, kind) }

  /// The value of a key if it is a string without Liquid; nil otherwise.
  func text(_ name: StaticString) -> JSONNode? {
    value(name, of: .string).flatMap { $0.isLiquid ? nil : $0 }
  }

  /// The value of a key unless it is empty: null or an empty string, array or object.
  func filled(_ name: StaticString, of object: JSONNode? = nil) -> JSONNode? {
    value(name, of: object).flatMap { $0.isEmptyContainer || $0.isEmpty ? nil : $0 }
  }

  /// Whether a key is `true`.
  func isTrue(_ name: StaticString) -> Bool { value(name, of: .true) != nil }

  /// The elements of the list under a key.
  func elements(of key: StaticString) -> [JSONNode] { value(key).map { Array($0.elements) } ?? [] }

  /// Whether the object has a wrong name for `name`, which is reported as such.
  func hasWrongKey(of name: StaticString) -> Bool {
    unknown.contains { part.correctName(for: $0.key.string) == "\(name)" }
  }

  /// The location of a missing key: its `null`, else the object.
  func node(ofMissing name: StaticString) -> JSONNode { node.member(ByteView(name)) ?? node }

  /// Keys in quotes, for messages.
  static func listed(_ names: [StaticString], _ word: String) -> String {
    let quoted = names.map { "\"\($0)\"" }
    let first = quoted.dropLast().joined(separator: ", ")
    return (first.isEmpty ? "" : "\(first) \(word) ") + (quoted.last ?? "")
  }

  // MARK: Types and times

  /// The type of a REST content card, or the one that is meant; nil for other objects.
  var cardType: String? {
    guard part.isCard, let name = text("type")?.string else { return nil }
    return RequestPart.cardTypes.contains(name) ? name : RequestObject.correctType(for: name)
  }

  /// The type that is called `name` elsewhere.
  static func correctType(for name: String) -> String? {
    switch name.lowercased().filter({ $0.isLetter }) {
    case "classic", "classicimage", "shortnews", "textannouncement": "CLASSIC"
    case "captionedimage", "captioned": "CAPTIONED_IMAGE"
    case "banner", "imageonly", "bannerimage": "BANNER"
    default: nil
    }
  }

  /// Epoch milliseconds of a string that is an ISO 8601 time; nil for anything else.
  ///
  /// - Parameter isTracked: whether a colon may precede the milliseconds, as `/users/track` allows
  ///   (`yyyy-MM-dd'T'HH:mm:ss:SSSZ`).
  func date(_ node: JSONNode, isTracked: Bool = false) -> Int64? {
    var text = node.decoded
    let fraction = 19
    if isTracked, text.count > fraction, text.view[fraction] == UInt8(ascii: ":") {
      var bytes = text.view.array
      bytes[fraction] = UInt8(ascii: ".")
      text = ByteBuffer(bytes)
    }
    return text.read { text in
      // Numbers are times elsewhere, but not dates.
      JSONNumber.isValid(JSONNumber.trimmed(text)) ? nil : CardTime(text: text)?.milliseconds
    }
  }
}

extension JSONNode {
  /// The number of characters of a string, escapes resolved, if it exceeds `limit`; nil otherwise.
  func length(above limit: Int) -> Int? {
    // A character has at least one byte, so most strings are not counted.
    guard kind == .string, word.extent > limit else { return nil }
    let length = decoded.read { $0.scalarCount }
    return length > limit ? length : nil
  }
}
