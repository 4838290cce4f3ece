import CardJSON

/// The keys of a journal line, in the order in which they are written.
package enum JournalField: Int, BitwiseCopyable, CaseIterable, Sendable {
  case version, id, time, event, cardID, isControl, classType, campaignID, messageVariationID
  case userID, deviceID, sessionID, dispatchID, reason, properties, key

  /// The key in the line.
  package var name: StaticString { JournalField.names[rawValue] }

  private static let names: [StaticString] = [
    "v", "id", "time", "event", "card_id", "control", "class_type", "campaign_id",
    "message_variation_id", "user_id", "device_id", "session_id", "dispatch_id",
    "reason", "properties", "key",
  ]

  /// Whether the value is a string.
  package var isText: Bool { self != .version && self != .isControl && self != .properties }
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

  /// Returns the new event on the last line, or throws the reason why it is not one.
  ///
  /// It may have no version and no id, and its time, if any, may be in any format, which the caller
  /// parses.
  package mutating func newEvent() throws(LineProblem) -> JournalLine { try event(isNew: true) }

  @inline(__always)
  private mutating func event(isNew: Bool = false) throws(LineProblem) -> JournalLine {
    let object = scanner.rootKeys
    // Not a loop, so that each check is compiled for its field: `log summary` takes 8 % less.
    try object.check(.version, isNew: isNew)
    try object.check(.id, isNew: isNew)
    try object.check(.time, isNew: isNew)
    try object.check(.event, isNew: isNew)
    try object.check(.cardID, isNew: isNew)
    try object.check(.isControl, isNew: isNew)
    try object.check(.classType, isNew: isNew)
    try object.check(.campaignID, isNew: isNew)
    try object.check(.messageVariationID, isNew: isNew)
    try object.check(.userID, isNew: isNew)
    try object.check(.deviceID, isNew: isNew)
    try object.check(.sessionID, isNew: isNew)
    try object.check(.dispatchID, isNew: isNew)
    try object.check(.reason, isNew: isNew)
    try object.check(.properties, isNew: isNew)
    try object.check(.key, isNew: isNew)
    guard let name = object[JournalField.event.rawValue], let kind = EventKind(name) else {
      throw .unknownEvent(object[.event]?.string ?? "")
    }
    if kind != .abort, object[.cardID] == nil { throw .missing(.cardID) }
    guard !isNew, let node = object[JournalField.time.rawValue] else {
      return JournalLine(object: object, kind: kind, time: 0)
    }
    let time =
      node.word.isEscaped
      ? node.decoded.read { ISO8601.milliseconds($0) }
      : ISO8601.milliseconds(node.content)
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

extension IndexedObject {
  /// Throws the problem of a field of a line, or of a new event, if it has one.
  @inline(__always)
  fileprivate func check(_ field: JournalField, isNew: Bool) throws(LineProblem) {
    guard let value = self[field] else {
      let isRequired =
        isNew
        ? field == .event : field.rawValue < JournalField.cardID.rawValue
      if isRequired { throw .missing(field) }
      return
    }
    let kind = value.kind
    let isAccepted =
      switch field {
      case .version: kind == .number && value.content == ByteView(JournalLine.version)
      case .isControl: kind == .true || kind == .false
      case .properties: kind == .object
      default: kind == .string || isNew && field == .time && kind == .number
      }
    if isAccepted { return }
    throw field == .version ? .otherVersion(value.raw.text) : .wrongType(field)
  }
}

extension TapeWord {
  /// Whether the value is `null` or empty text, which mean that a field is absent.
  @inline(__always) fileprivate var isNothing: Bool { extent == 0 || kind == .null }
}

extension EventKind {
  private static let names = allCases.map { (kind: $0, name: ByteView(permanent: $0.rawValue)) }

  /// The kind that a journal line names.
  @inline(__always)
  fileprivate init?(_ name: JSONNode) {
    let found = EventKind.names.first { name.text(equals: $0.name) }
    guard let found else { return nil }
    self = found.kind
  }
}
