import CardJSON
import CardPlatform

/// The recorded events, as far as they decide whether an event is recorded again.
///
/// It is updated while the writer has the lock, so it is exact until the lock is released, whatever
/// other processes do. Memory: about 40 bytes and the text for each different card and user,
/// session or key.
package struct JournalHistory: ~Copyable {
  private let kind: EventKind?
  private let scopes: [JournalField]
  /// Whether rotated files count too.
  private let readsRotated: Bool
  /// The kind, the card and the value of a scope's field of each event.
  private var seen = TextNumbers()
  private var mark = ByteBuffer()
  /// The opening of the file that was read last, from 1, and the size at that time.
  private var opening = 0
  private var offset = 0

  /// A history for the given scopes.
  ///
  /// - Parameters:
  ///   - kind: the kind of the events; nil for all kinds.
  ///   - scopes: the user, the session or the key: an event repeats one of the same kind, card and
  ///     value of the field.
  ///   - readsRotated: whether rotated files count too. If some are missing, compressed or
  ///     unreadable, `update` fails.
  package init(of kind: EventKind?, _ scopes: [JournalField], readsRotated: Bool = true) {
    (self.kind, self.scopes, self.readsRotated) = (kind, scopes, readsRotated)
  }

  /// Reads what was recorded since the last time.
  ///
  /// - Parameter writer: the writer, which has the lock.
  package mutating func update(from writer: borrowing JournalWriter) throws(SystemFailure) {
    precondition(writer.isLocked)
    guard !scopes.isEmpty else { return }
    // A file that has become shorter was cut off or replaced.
    if opening != writer.openings || writer.size < offset {
      seen = TextNumbers()
      (opening, offset) = (writer.openings, 0)
      if readsRotated { try readRotated(writer.files) }
    }
    var lines = JournalLines(
      writer.descriptor, name: writer.files.name, from: offset, to: writer.size)
    while let outcome = try lines.nextWhole() { if case .event(let line) = outcome { take(line) } }
    offset = writer.size
  }

  /// Reads the rotated files, all of which are needed to know what was recorded.
  private mutating func readRotated(_ files: JournalFiles) throws(SystemFailure) {
    var reader = JournalReader(files, includesCurrent: false)
    while let entry = reader.next() {
      switch entry {
      case .event(let line): take(line)
      case .invalid, .skipped: break
      case .unreadable(let failure): throw failure
      case .gap(let gap): throw SystemFailure(action: "cannot look for earlier events", reason: gap)
      }
    }
  }

  /// Whether an event can be a repeat in a scope; events without a user are of the same one.
  package static func applies(_ scope: JournalField, to event: NewEvent) -> Bool {
    scope == .userID || event[scope] != nil
  }

  /// Whether the same event was recorded before, in one of the scopes of this history.
  package mutating func contains(_ event: NewEvent, in scope: JournalField) -> Bool {
    setMark(scope, event.kind) { if let text = event[$0] { $1.append(text) } }
    return seen.find(mark.view) != nil
  }

  /// Adds an event that is about to be recorded.
  package mutating func insert(_ event: NewEvent) {
    for scope in scopes where JournalHistory.applies(scope, to: event) {
      setMark(scope, event.kind) { if let text = event[$0] { $1.append(text) } }
      _ = seen.number(of: mark.view)
    }
  }

  private mutating func take(_ line: JournalLine) {
    if let kind, kind != line.kind { return }
    for scope in scopes where scope == .userID || line.node(scope) != nil {
      setMark(scope, line.kind) { line.appendText($0, to: &$1) }
      _ = seen.number(of: mark.view)
    }
  }

  /// Sets the mark of an event, whose fields `append` appends.
  private mutating func setMark(
    _ scope: JournalField, _ kind: EventKind, _ append: (JournalField, inout ByteBuffer) -> Void
  ) {
    mark.removeAll()
    mark.append(UInt8(scope.rawValue))
    if self.kind == nil { mark.append(contentsOf: kind.rawValue.utf8.prefix(1)) }
    append(.cardID, &mark)
    // This byte does not occur in UTF-8.
    mark.append(0xFF)
    append(scope, &mark)
  }
}
