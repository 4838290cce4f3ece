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

  /// The line as JSON, its root an object.
  package let document: JSONDocument
  fileprivate let nodes: KeyNodes
  /// The kind.
  package let kind: EventKind
  /// When it happened, in milliseconds since 1970-01-01T00:00:00Z; 0 for a new event.
  package let time: Int64

  /// The bytes of the line, without its line feed.
  package var bytes: ByteView { document.bytes }

  /// The node of a field's value in `document`; nil when the line says nothing of it, which `null`
  /// and an empty text are too.
  package func node(_ field: JournalField) -> Int? {
    JournalLine.node(field, of: nodes, in: document)
  }

  /// Whether the card is a control card; nil when the line does not say.
  package var isControl: Bool? { node(.isControl).map { document.kind($0) == .true } }

  /// The text of a field that holds text, escapes resolved; nil when the line says nothing of it.
  package func text(_ field: JournalField) -> String? { node(field).map(document.string) }

  /// Whether a field holds this text, escapes resolved.
  package func text(_ field: JournalField, equals text: ByteView) -> Bool {
    guard let node = node(field) else { return false }
    return document.text(node, equals: text)
  }

  /// The text of a field that holds text, escapes resolved, or empty text if absent.
  ///
  /// - Parameter buffer: holds the text if it has escapes; it is not used otherwise.
  package func text(_ field: JournalField, decodedInto buffer: inout ByteBuffer) -> ByteView {
    guard let node = node(field) else { return ByteView("") }
    if !document.word(node).isEscaped { return document.content(node) }
    buffer.removeAll()
    document.appendText(node, to: &buffer)
    return buffer.view
  }

  /// Appends the text of a string field, escapes resolved; nothing if absent.
  package func appendText(_ field: JournalField, to buffer: inout ByteBuffer) {
    if let node = node(field) { document.appendText(node, to: &buffer) }
  }

  fileprivate static func node(_ field: JournalField, of nodes: KeyNodes, in document: JSONDocument)
    -> Int?
  {
    let node = nodes[field.rawValue]
    guard node != 0 else { return nil }
    let word = document.word(node)
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

  private static let names = NameTable(JournalField.allCases.map(\.name.description))

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
    switch scanner.scan(text) {
    case .value(let end):
      let rest = JSONScanner.skipSpace(text, from: end)
      guard rest == text.count else {
        return .syntax(JSONSyntaxError(.unexpectedText, offset: rest, found: text[rest]))
      }
    case .incomplete:
      return .syntax(JSONSyntaxError(.unexpectedEnd, offset: text.count, found: nil))
    case .invalid(let error):
      return JSONScanner.skipSpace(text, from: 0) == text.count ? .blank : .syntax(error)
    }
    return scanner.document.kind(0) == .object ? nil : .notAnObject
  }

  /// The object on the last line, valid until the reader is used again.
  package var document: JSONDocument { scanner.document }

  /// The event that is the last line.
  ///
  /// - Parameter isNew: whether the event is not from a journal: it may have no version and id, and
  ///   a time of any form or none, which is for the caller to read.
  package func event(isNew: Bool = false) -> Outcome {
    let (document, nodes) = (scanner.document, scanner.rootKeys)
    if let problem = JournalLineReader.problem(document, nodes, isNew: isNew) {
      return .invalid(problem)
    }
    let name = nodes[JournalField.event.rawValue]
    guard let kind = JournalLineReader.kind(document, name) else {
      return .invalid(.unknownEvent(document.string(name)))
    }
    var time: Int64 = 0
    if !isNew {
      let node = nodes[JournalField.time.rawValue]
      guard let found = JournalLineReader.time(document, node) else {
        return .invalid(.badTime(document.string(node)))
      }
      time = found
    }
    return .event(JournalLine(document: document, nodes: nodes, kind: kind, time: time))
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
      let (document, keys) = (scanner.document, scanner.rootKeys)
      let (version, event) = (
        keys[JournalField.version.rawValue], keys[JournalField.event.rawValue]
      )
      return document.kind(version) == .number && event != 0 && document.kind(event) == .string
    }
  }

  /// The first field that is missing or has the wrong type; nil if all fields are valid.
  private static func problem(_ document: JSONDocument, _ nodes: KeyNodes, isNew: Bool)
    -> LineProblem?
  {
    if isPlain(document, nodes) { return nil }
    for field in JournalField.allCases {
      if let problem = problem(field, document, nodes, isNew: isNew) { return problem }
    }
    return nil
  }

  /// Whether the line has all required fields, and every value after its version is text that can be
  /// text, as in most lines: then no field has to be looked at by itself.
  private static func isPlain(_ document: JSONDocument, _ nodes: KeyNodes) -> Bool {
    guard nodes[JournalField.version.rawValue] == 2, document.kind(2) == .number,
      document.content(2) == ByteView(JournalLine.version),
      nodes[JournalField.isControl.rawValue] == 0, nodes[JournalField.properties.rawValue] == 0
    else { return false }
    for field in 1...JournalField.cardID.rawValue where nodes[field] == 0 { return false }
    var value = 4
    while document.word(value).isText { value += 2 }
    return document.kind(value - 1) == .end
  }

  private static func problem(
    _ field: JournalField, _ document: JSONDocument, _ nodes: KeyNodes, isNew: Bool
  ) -> LineProblem? {
    guard let value = JournalLine.node(field, of: nodes, in: document) else {
      let isRequired =
        isNew
        ? field == .event || field == .cardID : field.rawValue <= JournalField.cardID.rawValue
      return isRequired ? .missing(field) : nil
    }
    switch (field.content, document.kind(value)) {
    case (.any, .number) where document.content(value) == ByteView(JournalLine.version): return nil
    case (.any, _): return .otherVersion(document.raw(value).text)
    case (.text, .string), (.boolean, .true), (.boolean, .false), (.object, .object): return nil
    case (.text, .number) where isNew && field == .time: return nil
    default: return .wrongType(field)
    }
  }

  private static func time(_ document: JSONDocument, _ node: Int) -> Int64? {
    if !document.word(node).isEscaped { return ISO8601.milliseconds(document.content(node)) }
    return document.decoded(node).read { ISO8601.milliseconds($0) }
  }

  private static func kind(_ document: JSONDocument, _ node: Int) -> EventKind? {
    if document.text(node, equals: ByteView("impression")) { return .impression }
    if document.text(node, equals: ByteView("click")) { return .click }
    return document.text(node, equals: ByteView("dismissal")) ? .dismissal : nil
  }
}

extension TapeWord {
  /// Whether the value is a string that is not empty.
  fileprivate var isText: Bool { kind == .string && extent > 0 }
}
