import CardJSON
import ContentCardKit

/// One object of a request body, with the values that its checks need.
///
/// Valid as long as its document.
struct RequestObject {
  /// The object.
  let node: JSONNode
  /// The request body that contains it.
  let body: JSONNode
  /// The table entry of the object.
  let part: RequestPart
  /// The checker, which has the current time and the class types.
  let checker: RequestChecker
  /// The value of each key of the table; nil if absent.
  private(set) var values: [JSONNode?]
  /// The values whose keys are not in the table, in order, and what their names mean.
  private(set) var unknown: [(value: JSONNode, meaning: RequestName?)] = []

  init(_ part: RequestPart, _ node: JSONNode, body: JSONNode, checker: RequestChecker) {
    (self.part, self.node, self.body, self.checker) = (part, node, body, checker)
    values = Array(repeating: nil, count: part.keys.count)
    for (key, value) in node.members {
      let meaning = part.meaning(of: key)
      if case .key(let index) = meaning {
        values[index] = value
      } else {
        unknown.append((value, meaning))
      }
    }
  }

  /// Returns the value of a key; nil if absent or `null`, which the API treats as absent.
  func value(_ name: StaticString, of object: JSONNode? = nil) -> JSONNode? {
    (object ?? node).member(ByteView(name)).flatMap { $0.kind == .null ? nil : $0 }
  }

  /// Returns the value of a key if it is of `kind`; nil otherwise.
  func value(_ name: StaticString, of kind: JSONKind) -> JSONNode? { node.member(name, kind) }

  /// Returns the value of a key if it is a string without Liquid; nil otherwise.
  func text(_ name: StaticString) -> JSONNode? {
    value(name, of: .string).flatMap { $0.isLiquid ? nil : $0 }
  }

  /// Returns the value of a key unless it is `null` or an empty string, array or object.
  func filled(_ name: StaticString, of object: JSONNode? = nil) -> JSONNode? {
    value(name, of: object).flatMap { $0.isEmptyContainer || $0.isEmpty ? nil : $0 }
  }

  /// Returns whether the value of a key is `true`.
  func isTrue(_ name: StaticString) -> Bool { value(name, of: .true) != nil }

  /// Returns the elements of an array; empty if the key is absent.
  func elements(of key: StaticString) -> [JSONNode] { value(key).map { Array($0.elements) } ?? [] }

  /// Returns the node to report for a missing key: its `null`, or else the object.
  func node(ofMissing name: StaticString) -> JSONNode { node.member(ByteView(name)) ?? node }

  /// Returns a list of quoted keys for messages, with `word` before the last one.
  static func listed(_ names: [StaticString], _ word: String) -> String {
    let quoted = names.map { "\"\($0)\"" }
    let first = quoted.dropLast().joined(separator: ", ")
    return (first.isEmpty ? "" : "\(first) \(word) ") + (quoted.last ?? "")
  }

  // MARK: Types and times

  /// The type of a REST content card, corrected if it is a name from elsewhere; nil for other
  /// objects and for unknown types.
  var cardType: String? {
    guard part.isCard, let name = text("type")?.string else { return nil }
    return RequestPart.cardTypes.contains(name) ? name : RequestObject.correctType(for: name)
  }

  /// Returns the REST type for a name that SDKs or the dashboard use; nil for an unknown name.
  static func correctType(for name: String) -> String? {
    switch name.lowercased().filter({ $0.isLetter }) {
    case "classic", "classicimage", "shortnews", "textannouncement": "CLASSIC"
    case "captionedimage", "captioned": "CAPTIONED_IMAGE"
    case "banner", "imageonly", "bannerimage": "BANNER"
    default: nil
    }
  }

  /// Parses an ISO 8601 time into epoch milliseconds; nil for any other text.
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
      // `CardTime` also parses numbers, which are not dates.
      JSONNumber.isValid(JSONNumber.trimmed(text)) ? nil : CardTime(text: text)?.milliseconds
    }
  }
}

extension JSONNode {
  /// Returns the number of characters of a decoded string if it exceeds `limit`; nil otherwise.
  func length(above limit: Int) -> Int? {
    // A character has at least one byte, so short strings need no counting.
    guard kind == .string, word.extent > limit else { return nil }
    let length = decoded.read { $0.scalarCount }
    return length > limit ? length : nil
  }
}
