import CardJSON
import CardPlatform

/// The recorded events, as far as they decide whether an event is recorded again.
///
/// It is updated while the writer has the lock, so it is exact until the lock is released, whatever
/// other processes do. Memory: about 40 bytes and the text for each different card and user,
/// session or key.
package struct JournalHistory: ~Copyable {
  /// The scope in which two events are repeats.
  package enum DuplicateScope: UInt8, CaseIterable, Sendable {
    /// The same kind, card and user.
    case everBefore
    /// The same kind, card and session.
    case inSession
    /// The same kind, card and key.
    case withKey

    /// The field that must be equal, in addition to kind and card.
    var field: JournalField {
      switch self {
      case .everBefore: .userID
      case .inSession: .sessionID
      case .withKey: .key
      }
    }
  }

  private let kind: EventKind
  private let scopes: [DuplicateScope]
  /// Whether rotated files count too.
  private let readsRotated: Bool
  private var seen = TextNumbers()
  private var text = ByteBuffer()
  private var mark = ByteBuffer()
  /// The opening of the file that was read last, from 1, and the size at that time.
  private var opening = 0
  private var offset = 0

  /// A history of events of one kind, for the given scopes.
  ///
  /// - Parameter readsRotated: whether rotated files count too. If some are missing, compressed or
  ///   unreadable, `update` fails.
  package init(of kind: EventKind, _ scopes: [DuplicateScope], readsRotated: Bool = true) {
    self.kind = kind
    self.scopes = scopes
    self.readsRotated = readsRotated
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
    while let outcome = try lines.nextWhole() {
      if case .event(let line) = outcome, line.kind == kind { take(line) }
    }
    offset = writer.size
  }

  /// Reads the rotated files, all of which are needed to know what was recorded.
  private mutating func readRotated(_ files: JournalFiles) throws(SystemFailure) {
    var reader = JournalReader(files, includesCurrent: false)
    while let entry = reader.next() {
      switch entry {
      case .event(let line): if line.kind == kind { take(line) }
      case .invalid, .skipped: break
      case .unreadable(let failure): throw failure
      case .gap(let gap):
        throw SystemFailure(action: "cannot look for earlier events", reason: gap)
      }
    }
  }

  /// Whether such an event was recorded before.
  ///
  /// - Parameter value: the user, session or key; nil for an unnamed user.
  package func holds(_ scope: DuplicateScope, cardID: ByteView, _ value: String?) -> Bool {
    guard scopes.contains(scope) else { return false }
    let value = ByteBuffer((value ?? "").utf8)
    var mark = ByteBuffer()
    JournalHistory.set(&mark, scope: scope, cardID: cardID, value: value.view)
    return seen.find(mark.view) != nil
  }

  /// Adds an event that is about to be recorded.
  package mutating func insert(_ scope: DuplicateScope, cardID: ByteView, _ value: String?) {
    let value = ByteBuffer((value ?? "").utf8)
    JournalHistory.set(&mark, scope: scope, cardID: cardID, value: value.view)
    _ = seen.number(of: mark.view)
  }

  /// Sets `mark` to the text to keep for an event; the length separates the id from the value.
  private static func set(
    _ mark: inout ByteBuffer, scope: DuplicateScope, cardID: ByteView, value: ByteView
  ) {
    mark.removeAll()
    mark.append(scope.rawValue)
    mark.append(decimal: UInt64(cardID.count))
    mark.append(UInt8(ascii: ":"))
    mark.append(cardID)
    mark.append(value)
  }

  private mutating func take(_ line: JournalLine) {
    for scope in scopes {
      text.removeAll()
      line.appendText(.cardID, to: &text)
      let length = text.count
      line.appendText(scope.field, to: &text)
      let isNamed = text.count > length
      guard isNamed || scope == .everBefore else { continue }
      let (card, value) = (text.view.slice(0..<length), text.view.slice(length..<text.count))
      JournalHistory.set(&mark, scope: scope, cardID: card, value: value)
      _ = seen.number(of: mark.view)
    }
  }
}
