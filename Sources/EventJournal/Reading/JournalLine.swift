import CardJSON

/// The keys of a journal line, in the order in which they are written.
package enum JournalField: Int, BitwiseCopyable, CaseIterable, Sendable {
  case version, id, time, event, cardID, isControl, classType, campaignID, messageVariationID
  case userID, deviceID, sessionID, properties, key

  /// The key, as it is in the line.
  package var name: StaticString { JournalField.names[rawValue] }

  private static let names: [StaticString] = [
    "v", "id", "time", "event", "card_id", "control", "class_type", "campaign_id",
    "message_variation_id", "user_id", "device_id", "session_id", "properties", "key",
  ]

  /// The type of a field's value.
  package enum Content { case any, text, boolean, object }

  /// The type of this field's value; the reader checks the version itself.
  package var content: Content {
    switch self {
    case .version: .any
    case .isControl: .boolean
    case .properties: .object
    default: .text
    }
  }
}

/// One event on its line of a journal: its fields are found, its strings not decoded.
///
/// Valid until its `JournalLineReader` reads the next line. Keys other than those of
/// `JournalField` are ignored, because a newer cardctl may write more of them.
package struct JournalLine {
  /// The longest line there may be, in bytes with its line feed.
  package static let maximumLength = 1 << 16
  /// The version of the lines that this code reads and writes, as JSON.
  package static let version: StaticString = "1"

  /// The line as JSON, with its keys.
  fileprivate let object: IndexedObject
  /// The kind.
  package let kind: EventKind
  /// When it happened, in milliseconds since 1970-01-01T00:00:00Z; 0 for a new event.
  package let time: Int64

  /// The line as JSON, an object.
  package var root: JSONNode { object.object }

  /// The bytes of the line, without its line feed.
  package var bytes: ByteView { root.document.bytes }

  /// The value of a field; nil when the line says nothing of it, which `null` and an empty text are
  /// too.
  package func node(_ field: JournalField) -> JSONNode? { object[field] }

  /// Whether the card is a control card; nil when the line does not say.
  package var isControl: Bool? { node(.isControl).map { $0.kind == .true } }

  /// The text of a field that holds text, escapes resolved; nil when the line says nothing of it.
  package func text(_ field: JournalField) -> String? { node(field)?.string }

  /// Whether a field holds this text, escapes resolved.
  package func text(_ field: JournalField, equals text: ByteView) -> Bool {
    node(field)?.text(equals: text) ?? false
  }

  /// The text of a field that holds text, escapes resolved, or empty text if absent.
  ///
  /// - Parameter buffer: holds the text if it has escapes; it is not used otherwise.
  package func text(_ field: JournalField, decodedInto buffer: inout ByteBuffer) -> ByteView {
    guard let node = node(field) else { return ByteView("") }
    if !node.word.isEscaped { return node.content }
    buffer.removeAll()
    node.appendText(to: &buffer)
    return buffer.view
  }

  /// Appends the text of a string field, escapes resolved; nothing if absent.
  package func appendText(_ field: JournalField, to buffer: inout ByteBuffer) {
    node(field)?.appendText(to: &buffer)
  }
}

extension IndexedObject {
  /// The value of a field of a journal line, unless it is `null` or an empty text.
  fileprivate subscript(field: JournalField) -> JSONNode? {
    guard let node = self[field.rawValue] else { return nil }
    let word = node.word
    return word.kind == .null || word.kind == .string && word.extent == 0 ? nil : node
  }
}

/// Finds the event on a line of a journal, or the reason why the line is not one.
///
/// A reader is reused for every line: its memory is allocated once.
package struct JournalLineReader: ~Copyable {
  /// The result of reading a line.
  package enum Outcome {
    /// An event, valid until the reader is used again.
    case event(JournalLine)
    /// The line is not an event.
    case invalid(LineProblem)
  }

  private static let names = JournalField.allCases.map(\.name.description)

  private var bytes = ByteBuffer(capacity: JournalLine.maximumLength)
  private var scanner = JSONScanner(indexing: names)

  /// A reader that has not read anything yet.
  package init() {}

  /// Reads `line`, whose bytes are copied, with or without its line feed.
  package mutating func read(_ line: ByteView) -> Outcome {
    if let problem = scan(line) { return .invalid(problem) }
    return event()
  }

  /// Reads a line without its line feed and without copying it.
  ///
  /// - Parameter text: a line that is followed by a zero byte, and then by readable bytes.
  mutating func read(sealed text: ByteView) -> Outcome {
    if let problem = scan(sealed: text) { return .invalid(problem) }
    return event()
  }

  /// Scans `line`, whose bytes are copied, with or without its line feed.
  ///
  /// - Returns: the reason if it is not one JSON object.
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

  /// The object on the last line, valid until the reader is used again.
  package var root: JSONNode { scanner.document.root }

  /// The event that is the last line.
  ///
  /// - Parameter isNew: whether the event is not from a journal: it may have no version and id, and
  ///   a time of any form or none, which is for the caller to read.
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

  /// Whether the last line, which gave `outcome`, makes a file that begins with it a journal: an
  /// object with a number `v` and an `event`, also of a newer cardctl.
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

  /// The first field that is missing or has the wrong type; nil if all fields are valid.
  private static func problem(_ object: IndexedObject, isNew: Bool) -> LineProblem? {
    if isPlain(object) { return nil }
    for field in JournalField.allCases {
      if let problem = problem(field, object, isNew: isNew) { return problem }
    }
    return nil
  }

  /// Whether the line has all required fields, and every value after its version is text that can be
  /// text, as in most lines: then no field has to be looked at by itself.
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
  /// Whether the value is a string that is not empty.
  fileprivate var isText: Bool { kind == .string && extent > 0 }
}
