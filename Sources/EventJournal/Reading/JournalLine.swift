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

  /// The kinds of JSON values that the field may have.
  package var kinds: [JSONKind] {
    switch self {
    case .version: [.number]
    case .isControl: [.true, .false]
    case .properties: [.object]
    default: [.string]
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
  @inline(__always) package func node(_ field: JournalField) -> JSONNode? { object[field] }

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
  @inline(__always)
  fileprivate subscript(field: JournalField) -> JSONNode? {
    guard let node = self[field.rawValue], !node.word.isNothing else { return nil }
    return node
  }
}

/// Parses journal lines into events.
///
/// A reader is reused for every line, so its memory is allocated once. An event is valid until the
/// reader is used again.
package struct JournalLineReader: ~Copyable {
  private static let names = KeyNames(JournalField.allCases.map(\.name.description))

  private var bytes = ByteBuffer()
  private var scanner = JSONScanner(indexing: names)
  private let rules = FieldRules.line
  /// The minute of the last event, in which the next one often is.
  private var minute = ISO8601.KnownMinute()

  /// Creates a reader.
  package init() {}

  /// Parses a copy of `line`, with or without its line feed.
  package mutating func read(_ line: ByteView) throws(LineProblem) -> JournalLine {
    try scan(line)
    return try event()
  }

  /// Parses a line without copying it.
  ///
  /// - Parameter text: a line without its line feed, followed by a zero byte and more readable
  ///   bytes.
  @inline(__always)
  mutating func read(sealed text: ByteView) throws(LineProblem) -> JournalLine {
    try scan(sealed: text)
    return try event()
  }

  /// Scans a copy of `line`, with or without its line feed; throws if it is not a JSON object.
  package mutating func scan(_ line: ByteView) throws(LineProblem) {
    bytes.removeAll()
    bytes.append(line)
    if line.count > 0, line[line.count - 1] == UInt8(ascii: "\n") {
      bytes.truncate(to: line.count - 1)
    }
    try scan(sealed: bytes.sealed())
  }

  @inline(__always)
  private mutating func scan(sealed text: ByteView) throws(LineProblem) {
    guard text.count < JournalLine.maximumLength else { throw .tooLong }
    let root: JSONNode
    do { root = try scanner.scanWhole(text) } catch {
      throw JSONScanner.skipSpace(text, from: 0) == text.count ? .blank : .syntax(error)
    }
    guard root.kind == .object else { throw .notAnObject }
  }

  /// The JSON value of the last line, valid until the reader is used again.
  package var root: JSONNode { scanner.document.root }

  /// Returns the event on the last line, or throws the reason why it is not one.
  ///
  /// - Parameter isNew: whether the line is a new event and not from a journal. It then may have no
  ///   version and no id, and its time, if any, may be in any format, which the caller parses.
  package mutating func event(isNew: Bool = false) throws(LineProblem) -> JournalLine {
    let object = scanner.rootKeys
    if let problem = (isNew ? .newEvent : rules).problem(in: object) { throw problem }
    guard let name = object[JournalField.event.rawValue], let kind = EventKind(name) else {
      throw .unknownEvent(object[.event]?.string ?? "")
    }
    guard !isNew, let node = object[JournalField.time.rawValue] else {
      return JournalLine(object: object, kind: kind, time: 0)
    }
    let time =
      node.word.isEscaped
      ? node.decoded.read { ISO8601.milliseconds($0) }
      : ISO8601.milliseconds(node.content, near: &minute)
    guard let time else { throw .badTime(node.string) }
    return JournalLine(object: object, kind: kind, time: time)
  }

  /// Whether a file that begins with the last line, whose entry is `entry`, is a journal: the line
  /// is an object with a number `v` and a string `event`, possibly from a newer cardctl.
  func isEvent(_ entry: JournalEntry) -> Bool {
    switch entry {
    case .event: return true
    case .invalid(.otherVersion), .invalid(.missing), .invalid(.wrongType),
      .invalid(.unknownEvent), .invalid(.badTime):
      let object = scanner.rootKeys
      return object[JournalField.version.rawValue]?.kind == .number
        && object[JournalField.event.rawValue]?.kind == .string
    case .invalid, .unreadable, .gap, .skipped: return false
    }
  }
}

/// The fields that a line must have, and the kinds of values that it may have in each field.
private struct FieldRules {
  /// A bit for each field, the first one in the lowest bit.
  private let required: UInt32
  /// A bit for each kind of value, by field.
  private let kinds: PermanentTable<UInt8>

  static let line = FieldRules(required: [.version, .id, .time, .event, .cardID])
  static let newEvent = FieldRules(required: [.event, .cardID], timeMayBeNumber: true)

  private init(required: [JournalField], timeMayBeNumber: Bool = false) {
    self.required = required.reduce(0) { $0 | 1 << $1.rawValue }
    kinds = PermanentTable(
      JournalField.allCases.map { field in
        let kinds = field.kinds + (timeMayBeNumber && field == .time ? [.number] : [])
        return kinds.reduce(0) { $0 | 1 << $1.rawValue }
      })
  }

  /// The problem of the first field that has one.
  @inline(__always)
  func problem(in object: IndexedObject) -> LineProblem? {
    var given: UInt32 = 0
    var wrong: UInt32 = 0
    for index in 0..<kinds.count {
      guard let word = object[index]?.word, !word.isNothing else { continue }
      given |= 1 &<< UInt32(truncatingIfNeeded: index)
      if kinds[index] & 1 &<< word.kind.rawValue == 0 {
        wrong |= 1 &<< UInt32(truncatingIfNeeded: index)
      }
    }
    if let version = object[JournalField.version.rawValue], given & 1 != 0,
      version.content != ByteView(JournalLine.version)
    {
      wrong |= 1
    }
    let missing = required & ~given
    return missing | wrong == 0 ? nil : problem(missing: missing, wrong: wrong, in: object)
  }

  @inline(never)
  private func problem(missing: UInt32, wrong: UInt32, in object: IndexedObject) -> LineProblem {
    let field = JournalField.allCases[(missing | wrong).trailingZeroBitCount]
    if missing.trailingZeroBitCount < wrong.trailingZeroBitCount { return .missing(field) }
    return field == .version
      ? .otherVersion(object[field]?.raw.text ?? "") : .wrongType(field)
  }
}

extension TapeWord {
  /// Whether the value is `null` or empty text, which mean that a field is absent.
  @inline(__always) fileprivate var isNothing: Bool { extent == 0 || kind == .null }
}

extension EventKind {
  /// The kind that a journal line names.
  fileprivate init?(_ name: JSONNode) {
    if name.text(equals: ByteView("impression")) {
      self = .impression
    } else if name.text(equals: ByteView("click")) {
      self = .click
    } else if name.text(equals: ByteView("dismissal")) {
      self = .dismissal
    } else {
      return nil
    }
  }
}
