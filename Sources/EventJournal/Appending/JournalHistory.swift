import CardJSON
import CardPlatform

/// The recorded events, for detecting repeated events.
///
/// It is updated while the writer holds the lock, so it is exact until the lock is released. Each
/// distinct pair of a card and a user, session or key takes its text and about 40 bytes.
package struct JournalHistory: ~Copyable {
  private let kind: EventKind?
  private let scopes: [JournalField]
  /// Whether to read rotated files too; if some are missing, compressed or unreadable, `update`
  /// throws.
  private let readsRotated: Bool
  /// The mark of each event: its kind, its card and the value of a scope's field.
  private var seen = TextNumbers()
  private var mark = ByteBuffer()
  /// The `openings` of the writer at the last update, and the file size that was read.
  private var opening = 0
  private var offset = 0

  /// Creates a history of the events of one kind, or of all.
  ///
  /// An event is a repeat if an earlier event has the same kind, card and value of one of the
  /// fields in `scopes`.
  package init(of kind: EventKind?, _ scopes: [JournalField], readsRotated: Bool = true) {
    (self.kind, self.scopes, self.readsRotated) = (kind, scopes, readsRotated)
  }

  /// Reads the events recorded since the last update; the writer must hold the lock.
  package mutating func update(from writer: borrowing JournalWriter) throws(SystemFailure) {
    precondition(writer.isLocked)
    guard !scopes.isEmpty else { return }
    // A file that became shorter was truncated or replaced.
    if opening != writer.openings || writer.size < offset {
      seen = TextNumbers()
      (opening, offset) = (writer.openings, 0)
      if readsRotated { try readRotated(writer.files) }
    }
    var lines = JournalLines(
      writer.descriptor, name: writer.files.name, from: offset, to: writer.size)
    while let entry = try lines.nextWhole() {
      if case .event(let line) = entry { insert(line) }
    }
    offset = writer.size
  }

  /// Reads the rotated files; throws if one is unavailable, because its events would be unknown.
  private mutating func readRotated(_ files: JournalFiles) throws(SystemFailure) {
    var reader = JournalReader(files, includesCurrent: false)
    while let entry = reader.next() {
      switch entry {
      case .event(let line): insert(line)
      case .invalid, .skipped: break
      case .unreadable(let failure): throw failure
      case .gap(let gap): throw SystemFailure(action: "cannot find earlier events", reason: gap)
      }
    }
  }

  /// Whether an event can be a repeat in a scope.
  ///
  /// All events without a user count as the same user.
  package static func applies(_ scope: JournalField, to event: NewEvent) -> Bool {
    scope == .userID || event[scope] != nil
  }

  /// Whether an earlier event is the same in `scope`, which must be one of the history's scopes.
  package mutating func contains(_ event: NewEvent, in scope: JournalField) -> Bool {
    setMark(scope, event.kind) { if let text = event[$0] { $1.append(text) } }
    return seen.find(mark.view) != nil
  }

  /// Adds an event that the caller is about to record.
  package mutating func insert(_ event: NewEvent) {
    for scope in scopes where JournalHistory.applies(scope, to: event) {
      setMark(scope, event.kind) { if let text = event[$0] { $1.append(text) } }
      _ = seen.number(of: mark.view)
    }
  }

  private mutating func insert(_ line: JournalLine) {
    if let kind, kind != line.kind { return }
    for scope in scopes where scope == .userID || line.node(scope) != nil {
      setMark(scope, line.kind) { line.appendText($0, to: &$1) }
      _ = seen.number(of: mark.view)
    }
  }

  /// Sets `mark` to that of an event, whose field values `append` appends.
  private mutating func setMark(
    _ scope: JournalField, _ kind: EventKind, _ append: (JournalField, inout ByteBuffer) -> Void
  ) {
    mark.removeAll()
    mark.append(UInt8(scope.rawValue))
    if self.kind == nil { mark.append(contentsOf: kind.rawValue.utf8.prefix(1)) }
    append(.cardID, &mark)
    // A separator that does not occur in UTF-8.
    mark.append(0xFF)
    append(scope, &mark)
  }
}
