import CardJSON

/// The keys of a journal line, in the order in which they are written.
package enum JournalField: Int, BitwiseCopyable, CaseIterable, Sendable {
  case version, id, time, event, cardID, isControl, classType, campaignID, messageVariationID
  case userID, deviceID, sessionID, properties, key

  /// The key in the line.
  package var name: StaticString { JournalField.names[rawValue] }

  private static let names: [StaticString] = [
    "v", "id", "time", "event", "card_id", "control", "class_type", "campaign_id",
    "message_variation_id", "user_id", "device_id", "session_id", "properties", "key",
  ]

  /// The type of a field's value.
  package enum Content { case any, text, boolean, object }

  /// The type of this field's value.
  ///
  /// The reader checks the version separately.
  package var content: Content {
    switch self {
    case .version: .any
    case .isControl: .boolean
    case .properties: .object
    default: .text
    }
  }
}

/// An event on a journal line, whose fields are found but not decoded.
///
/// It is valid until its `JournalLineReader` reads the next line. Keys other than those of
/// `JournalField` are ignored, because a newer cardctl may write more.
package struct JournalLine {
  /// The maximum length of a line, in bytes with its line feed.
  package static let maximumLength = 1 << 16
  /// The version of journal lines that this code reads and writes, as JSON.
  package static let version: StaticString = "1"

  /// The line's object with its known keys.
  fileprivate let object: IndexedObject
  /// The kind.
  package let kind: EventKind
  /// When it happened, in milliseconds since 1970-01-01T00:00:00Z; 0 for a new event.
  package let time: Int64

  /// The line's JSON object.
  package var root: JSONNode { object.object }

  /// The bytes of the line, without its line feed.
  package var bytes: ByteView { root.document.bytes }

  /// The value of a field; nil if it is absent, `null` or empty text.
  package func node(_ field: JournalField) -> JSONNode? { object[field] }

  /// Whether the card is a control card; nil if unknown.
  package var isControl: Bool? { node(.isControl).map { $0.kind == .true } }

  /// The text of a string field, with escapes resolved; nil if absent.
  package func text(_ field: JournalField) -> String? { node(field)?.string }

  /// Whether the text of a field, with escapes resolved, is `text`.
  package func text(_ field: JournalField, equals text: ByteView) -> Bool {
    node(field)?.text(equals: text) ?? false
  }

  /// The text of a string field, with escapes resolved; empty if absent.
  ///
  /// - Parameter buffer: receives the text if it has escapes.
  package func text(_ field: JournalField, decodedInto buffer: inout ByteBuffer) -> ByteView {
    guard let node = node(field) else { return ByteView("") }
    if !node.word.isEscaped { return node.content }
    buffer.removeAll()
    node.appendText(to: &buffer)
    return buffer.view
  }

  /// Appends the text of a string field, with escapes resolved; nothing if absent.
  package func appendText(_ field: JournalField, to buffer: inout ByteBuffer) {
    node(field)?.appendText(to: &buffer)
  }
}

extension IndexedObject {
  /// The value of a field of a journal line; nil if it is absent, `null` or empty text.
  fileprivate subscript(field: JournalField) -> JSONNode? {
    guard let node = self[field.rawValue] else { return nil }
    let word = node.word
    return word.kind == .null || word.kind == .string && word.extent == 0 ? nil : node
  }
}

/// Parses journal lines into events.
///
/// A reader is reused for every line, so its memory is allocated once.
package struct JournalLineReader: ~Copyable {
  /// The result of reading a line.
  package enum Outcome {
    /// An event, valid until the reader is used again.
    case event(JournalLine)
    /// The line is not an event.
    case invalid(LineProblem)
  }

  private static let names = KeyNames(JournalField.allCases.map(\.name.description))

  private var bytes = ByteBuffer(capacity: JournalLine.maximumLength)
  private var scanner = JSONScanner(indexing: names)

  /// Creates a reader.
  package init() {}

  /// Parses a copy of `line`, with or without its line feed.
  package mutating func read(_ line: ByteView) -> Outcome {
    if let problem = scan(line) { return .invalid(problem) }
    return event()
  }

  /// Parses a line without copying it.
  ///
  /// - Parameter text: a line without its line feed, followed by a zero byte and more readable
  ///   bytes.
  mutating func read(sealed text: ByteView) -> Outcome {
    if let problem = scan(sealed: text) { return .invalid(problem) }
    return event()
  }

  /// Scans a copy of `line`, with or without its line feed.
  ///
  /// - Returns: the problem if the line is not a JSON object.
  package mutating func scan(_ line: ByteView) -> LineProblem? {
    let hasEnd = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\n")
    bytes.removeAll()
    bytes.append(hasEnd ? line.slice(0..<line.count - 1) : line)
    return scan(sealed: bytes.sealed())
  }

  private mutating func scan(sealed text: ByteView) -> LineProblem? {
    guard text.count < JournalLine.maximumLength else { return .tooLong }
    do throws(JSONSyntaxError) {
      let rest = JSONScanner.skipSpace(text, from: try scanner.read(text))
      guard rest == text.count else {
        return .syntax(JSONSyntaxError(.unexpectedText, offset: rest, found: text[rest]))
      }
      return root.kind == .object ? nil : .notAnObject
    } catch {
      return JSONScanner.skipSpace(text, from: 0) == text.count ? .blank : .syntax(error)
    }
  }

  /// The JSON value of the last line, valid until the reader is used again.
  package var root: JSONNode { scanner.document.root }

  /// The event on the last line, or the reason why it is not one.
  ///
  /// - Parameter isNew: whether the line is a new event and not from a journal. It then may have no
  ///   version and no id, and its time, if any, may be in any format, which the caller parses.
  package func event(isNew: Bool = false) -> Outcome {
    let object = scanner.rootKeys
    if let problem = JournalLineReader.problem(object, isNew: isNew) { return .invalid(problem) }
    guard let name = object[.event] else { return .invalid(.missing(.event)) }
    guard let kind = JournalLineReader.kind(name) else {
      return .invalid(.unknownEvent(name.string))
    }
    var time: Int64 = 0
    if !isNew, let node = object[.time] {
      guard let found = JournalLineReader.time(node) else {
        return .invalid(.badTime(node.string))
      }
      time = found
    }
    return .event(JournalLine(object: object, kind: kind, time: time))
  }

  /// Whether a file that begins with the last line, whose outcome is `outcome`, is a journal: the
  /// line is an object with a number `v` and a string `event`, possibly from a newer cardctl.
  func isEvent(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .event: return true
    case .invalid(.tooLong), .invalid(.torn), .invalid(.blank), .invalid(.syntax),
      .invalid(.notAnObject):
      return false
    case .invalid:
      let object = scanner.rootKeys
      return object[JournalField.version.rawValue]?.kind == .number
        && object[JournalField.event.rawValue]?.kind == .string
    }
  }

  /// The problem of the first field that is missing or has the wrong type; nil if all fields are
  /// valid.
  private static func problem(_ object: IndexedObject, isNew: Bool) -> LineProblem? {
    if isPlain(object) { return nil }
    for field in JournalField.allCases {
      if let problem = problem(field, object, isNew: isNew) { return problem }
    }
    return nil
  }

  /// Whether the line has all required fields and, after the version, only nonempty strings, none
  /// of them for `control` or `properties`.
  ///
  /// Most lines are like this and need no check of each field.
  private static func isPlain(_ object: IndexedObject) -> Bool {
    func value(_ field: JournalField) -> JSONNode? { object[field.rawValue] }
    guard let version = value(.version), version.index == 2, version.kind == .number,
      version.content == ByteView(JournalLine.version), value(.isControl) == nil,
      value(.properties) == nil
    else { return false }
    for field in 1...JournalField.cardID.rawValue where object[field] == nil { return false }
    let document = object.object.document
    var index = 4
    while document[index].word.isText { index += 2 }
    return document[index - 1].kind == .end
  }

  private static func problem(_ field: JournalField, _ object: IndexedObject, isNew: Bool)
    -> LineProblem?
  {
    guard let value = object[field] else {
      let isRequired =
        isNew
        ? field == .event || field == .cardID : field.rawValue <= JournalField.cardID.rawValue
      return isRequired ? .missing(field) : nil
    }
    switch (field.content, value.kind) {
    case (.any, .number) where value.content == ByteView(JournalLine.version): return nil
    case (.any, _): return .otherVersion(value.raw.text)
    case (.text, .string), (.boolean, .true), (.boolean, .false), (.object, .object): return nil
    case (.text, .number) where isNew && field == .time: return nil
    default: return .wrongType(field)
    }
  }

  private static func time(_ node: JSONNode) -> Int64? {
    if !node.word.isEscaped { return ISO8601.milliseconds(node.content) }
    return node.decoded.read { ISO8601.milliseconds($0) }
  }

  private static func kind(_ node: JSONNode) -> EventKind? {
    if node.text(equals: ByteView("impression")) { return .impression }
    if node.text(equals: ByteView("click")) { return .click }
    return node.text(equals: ByteView("dismissal")) ? .dismissal : nil
  }
}

extension TapeWord {
  /// Whether the value is a nonempty string.
  fileprivate var isText: Bool { kind == .string && extent > 0 }
}
