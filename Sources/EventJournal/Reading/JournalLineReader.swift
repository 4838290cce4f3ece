import CardJSON

/// Finds the event on a line of a journal, or the reason why the line is not one.
///
/// One reader serves one thread and is reused for every line: its memory is allocated once.
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

  /// Reads `line`.
  ///
  /// - Parameter line: the bytes of one line, with or without its line feed; they are copied, so
  ///   no bytes need to follow them.
  package mutating func read(_ line: ByteView) -> Outcome {
    if let problem = scan(line) { return .invalid(problem) }
    return JournalLineReader.event(scanner.document, scanner.rootKeys)
  }

  /// Reads a line without its line feed and without copying it.
  ///
  /// - Parameter text: a line that is followed by a zero byte, and then by readable bytes.
  mutating func read(sealed text: ByteView) -> Outcome {
    if let problem = scan(sealed: text) { return .invalid(problem) }
    return JournalLineReader.event(scanner.document, scanner.rootKeys)
  }

  private mutating func scan(_ line: ByteView) -> LineProblem? {
    let hasEnd = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\n")
    bytes.removeAll()
    bytes.append(hasEnd ? line.slice(0..<line.count - 1) : line)
    return scan(sealed: bytes.sealed())
  }

  /// Scans a line; the reason if it is not one JSON object.
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

  /// The fields of a new event.
  package struct Fields {
    /// The line as JSON.
    package let document: JSONDocument
    fileprivate let nodes: KeyNodes

    /// The node of a field's value; nil if absent, `null` or empty.
    package func node(_ field: JournalField) -> Int? {
      JournalLine.node(field, of: nodes, in: document)
    }

    /// The kind of the event.
    ///
    /// - Throws: `LineProblem` unless the fields are valid.
    package func checkedKind() throws(LineProblem) -> EventKind {
      if let problem = JournalLineReader.problem(document, nodes, isNew: true) { throw problem }
      let name = nodes[JournalField.event.rawValue]
      guard let kind = JournalLineReader.kind(document, name) else {
        throw .unknownEvent(document.string(name))
      }
      return kind
    }
  }

  /// Reads a new event, whose fields are not checked yet.
  ///
  /// - Returns: the fields, valid until the reader is used again.
  /// - Throws: `LineProblem` if the line is not one JSON object.
  package mutating func fields(_ line: ByteView) throws(LineProblem) -> Fields {
    if let problem = scan(line) { throw problem }
    return Fields(document: scanner.document, nodes: scanner.rootKeys)
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
      return document.kind(keys[JournalField.version.rawValue]) == .number
        && keys[JournalField.event.rawValue] != 0
        && document.kind(keys[JournalField.event.rawValue]) == .string
    }
  }

  private static func event(_ document: JSONDocument, _ nodes: KeyNodes) -> Outcome {
    if let problem = problem(document, nodes) { return .invalid(problem) }
    let (name, moment) = (nodes[JournalField.event.rawValue], nodes[JournalField.time.rawValue])
    guard let kind = kind(document, name) else {
      return .invalid(.unknownEvent(document.string(name)))
    }
    guard let time = time(document, moment) else {
      return .invalid(.badTime(document.string(moment)))
    }
    return .event(JournalLine(document: document, nodes: nodes, kind: kind, time: time))
  }

  /// The first field that is missing or has the wrong type; nil if all fields are valid.
  ///
  /// - Parameter isNew: whether the event is not from a journal: it may have no version, id and
  ///   time, and its time may be a number.
  private static func problem(_ document: JSONDocument, _ nodes: KeyNodes, isNew: Bool = false)
    -> LineProblem?
  {
    for index in 0..<JournalField.table.count {
      let field = JournalField.table[index]
      guard let value = JournalLine.node(field, of: nodes, in: document) else {
        if isNew ? field == .event || field == .cardID : field.isRequired { return .missing(field) }
        continue
      }
      switch (field.content, document.kind(value)) {
      case (.any, let kind):
        if kind == .number, document.content(value) == ByteView(JournalLine.version) { continue }
        return .otherVersion(document.raw(value).text)
      case (.text, .string), (.boolean, .true), (.boolean, .false), (.object, .object): continue
      case (.text, .number) where isNew && field == .time: continue
      case (.text, _): return .notText(field)
      case (.boolean, _): return .notBoolean(field)
      case (.object, _): return .notObject(field)
      }
    }
    return nil
  }

  private static func time(_ document: JSONDocument, _ node: Int) -> Int64? {
    if !document.word(node).isEscaped { return ISO8601.milliseconds(document.content(node)) }
    return document.decoded(node).read { ISO8601.milliseconds($0) }
  }

  private static func kind(_ document: JSONDocument, _ node: Int) -> EventKind? {
    for index in 0..<kinds.count where document.text(node, equals: kinds[index].name) {
      return kinds[index].kind
    }
    return nil
  }

  private struct NamedKind: BitwiseCopyable, Sendable {
    let name: ByteView
    let kind: EventKind
  }

  private static let kinds = PermanentTable(
    EventKind.allCases.map { NamedKind(name: ByteView(permanent: $0.rawValue), kind: $0) })
}

/// Why a line of a journal is not an event.
package enum LineProblem: Error, Equatable, Sendable {
  /// It is longer than `JournalLine.maximumLength`.
  case tooLong
  /// It is the last of its file and has no line feed: its writer was interrupted.
  case torn
  /// It has only whitespace.
  case blank
  /// It is not one JSON value; offsets count from the start of the line.
  case syntax(JSONSyntaxError)
  /// It is a JSON value of another kind.
  case notAnObject
  /// Its version, as written, is not `JournalLine.version`.
  case otherVersion(String)
  /// A field is absent, `null` or empty.
  case missing(JournalField)
  /// A field is not a string.
  case notText(JournalField)
  /// A field is not true or false.
  case notBoolean(JournalField)
  /// A field is not an object.
  case notObject(JournalField)
  /// The event is unknown.
  case unknownEvent(String)
  /// The time is not one of ISO 8601.
  case badTime(String)

  /// The offset of the problem in the line, in bytes; nil for the whole line.
  package var offset: Int? {
    if case .syntax(let error) = self { error.offset } else { nil }
  }

  /// The location of the problem in the line with this number.
  package func position(on line: ByteView, _ number: Int) -> TextPosition {
    var position = TextPosition(line: number)
    position.advance(over: line.slice(0..<min(offset ?? 0, line.count)))
    return position
  }

  /// Whether a repair moves the line aside; one of another version was written by a newer cardctl
  /// and stays.
  var isRepairable: Bool {
    if case .otherVersion = self { false } else { true }
  }
}

extension LineProblem: CustomStringConvertible {
  /// The reason in words: lower case, no full stop; values of the line are quoted and cut short.
  package var description: String { "not an event: \(reason)" }

  private var reason: String {
    switch self {
    case .tooLong: "longer than \(JournalLine.maximumLength) bytes"
    case .torn: "the last line has no line feed, so it is incomplete"
    case .blank: "an empty line"
    case .syntax(let error): error.description
    case .notAnObject: "expected an object"
    case .otherVersion(let version):
      "\"v\" is \(version.cut(toScalars: LineProblem.quotedLength)), expected \(JournalLine.version)"
    case .missing(let field): "\"\(field.name)\" is missing"
    case .notText(let field): "\"\(field.name)\" is not a string"
    case .notBoolean(let field): "\"\(field.name)\" is neither true nor false"
    case .notObject(let field): "\"\(field.name)\" is not an object"
    case .unknownEvent(let name):
      "\"event\" is \"\(name.cut(toScalars: LineProblem.quotedLength))\", expected impression, click or dismissal"
    case .badTime(let text):
      "\"time\" is \"\(text.cut(toScalars: LineProblem.quotedLength))\", expected a time such as "
        + "2026-11-21T10:00:00.123Z"
    }
  }

  /// The number of characters to quote of a value, which may have 64 KiB.
  private static let quotedLength = 40
}
