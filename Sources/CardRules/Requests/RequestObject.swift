import CardJSON
import ContentCardKit

/// One object of a request body and what its checks need to know.
///
/// Valid as long as its document.
struct RequestObject {
  /// The JSON text that the object is part of.
  let document: JSONDocument
  /// The object.
  let node: Int
  /// The request body that contains it.
  let body: Int
  /// The kind of object.
  let part: RequestPart
  /// The checker, which knows the settings of the run.
  let checker: RequestChecker
  /// The values whose keys the table does not have, in order.
  let unknown: [Int]

  init(_ part: RequestPart, document: JSONDocument, node: Int, body: Int, checker: RequestChecker) {
    self.document = document
    self.node = node
    self.body = body
    self.part = part
    self.checker = checker
    let known = part.keys
    var unknown: [Int] = []
    document.forEachMember(of: node) { key, value in
      for name in known where document.text(key, equals: ByteView(name.name)) { return }
      unknown.append(value)
    }
    self.unknown = unknown
  }

  /// The settings of the run.
  var settings: CheckSettings { checker.settings }

  /// The value of a key; nil if absent or `null`, which the API treats as absent.
  func value(_ name: StaticString, of object: Int? = nil) -> Int? {
    guard let value = document.member(ByteView(name), of: object ?? node),
      document.kind(value) != .null
    else { return nil }
    return value
  }

  /// The value of a key if it is of `kind`; nil otherwise.
  func value(_ name: StaticString, of kind: JSONKind) -> Int? {
    document.member(name, kind, of: node)
  }

  /// The value of a key if it is a string without Liquid; nil otherwise.
  func text(_ name: StaticString) -> Int? {
    value(name, of: .string).flatMap { isLiquid($0) ? nil : $0 }
  }

  /// The value of a key unless it is empty: null or an empty string, array or object.
  func filled(_ name: StaticString, of object: Int? = nil) -> Int? {
    guard let value = value(name, of: object) else { return nil }
    let word = document.word(value)
    return word.isContainer && word.extent == 1 || isEmptyText(value) ? nil : value
  }

  /// Whether a key is `true`.
  func isTrue(_ name: StaticString) -> Bool { value(name, of: .true) != nil }

  /// Whether a value is an empty string.
  func isEmptyText(_ node: Int) -> Bool {
    let word = document.word(node)
    return word.kind == .string && word.extent == 0
  }

  /// Whether a string contains Liquid, so that its text is not known yet.
  func isLiquid(_ node: Int) -> Bool { LiquidTag.first(in: node, of: document) != nil }

  /// The elements of the lists under some keys, in the order of the keys.
  func elements(of keys: [StaticString]) -> [Int] {
    var elements: [Int] = []
    for list in keys.compactMap({ value($0) }) {
      document.forEachElement(of: list) { elements.append($0) }
    }
    return elements
  }

  /// Whether the object has a wrong name for `name`, which is reported as such.
  func hasWrongKey(of name: StaticString) -> Bool {
    unknown.contains { part.correctName(for: document.string($0 - 1)) == name.description }
  }

  /// The location of a missing key: its `null`, else the object.
  func node(ofMissing name: StaticString) -> Int {
    document.member(ByteView(name), of: node) ?? node
  }

  /// A value for messages: as written, on one line and cut.
  func shown(_ node: Int) -> String { MessageText.json(node, of: document) }

  /// The number of bytes of a value without whitespace between its tokens.
  func size(_ node: Int) -> Int { document.compact(node).count }

  /// The number of characters of a string, escapes resolved.
  func length(_ node: Int) -> Int { document.decoded(node).read { $0.scalarCount } }

  /// Keys in quotes, for messages.
  static func listed(_ names: [StaticString], _ word: String) -> String {
    let quoted = names.map { "\"\($0)\"" }
    let first = quoted.dropLast().joined(separator: ", ")
    return (first.isEmpty ? "" : "\(first) \(word) ") + (quoted.last ?? "")
  }
}

// Types and times.
extension RequestObject {
  /// The type of a REST content card, or the one that is meant; nil for other objects.
  var cardType: String? {
    guard part == .contentCard, let type = text("type") else { return nil }
    let name = document.string(type)
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
  func date(_ node: Int, isTracked: Bool = false) -> Int64? {
    var text = document.decoded(node)
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

  /// When the message is sent, in epoch milliseconds: now, or the later time of the request.
  var sendingTime: Int64 {
    guard let schedule = document.member(ByteView("schedule"), of: body),
      let time = document.member("time", .string, of: schedule), let date = date(time)
    else { return settings.now }
    return max(date, settings.now)
  }
}
