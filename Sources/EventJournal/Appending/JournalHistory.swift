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

  private let kind: EventKind?
  private let scopes: [DuplicateScope]
  /// Whether rotated files count too.
  private let readsRotated: Bool
  private var seen = TextNumbers()
  private var text = ByteBuffer()
  /// The text to keep for an event in a scope.
  private var mark = ByteBuffer()
  /// The opening of the file that was read last, from 1, and the size at that time.
  private var opening = 0
  private var offset = 0

  /// A history for the given scopes.
  ///
  /// - Parameters:
  ///   - kind: the kind of the events; nil for all kinds.
  ///   - readsRotated: whether rotated files count too. If some are missing, compressed or
  ///     unreadable, `update` fails.
  package init(of kind: EventKind?, _ scopes: [DuplicateScope], readsRotated: Bool = true) {
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
      if case .event(let line) = outcome { take(line) }
    }
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
      case .gap(let gap):
        throw SystemFailure(action: "cannot look for earlier events", reason: gap)
      }
    }
  }

  /// Whether an event can be a repeat in a scope.
  package static func applies(_ scope: DuplicateScope, to event: NewEvent) -> Bool {
    scope == .everBefore || event[scope.field] != nil
  }

  /// Whether the same event was recorded before, in one of the scopes of this history.
  package mutating func contains(_ event: NewEvent, in scope: DuplicateScope) -> Bool {
    setMark(of: event, in: scope)
    return seen.find(mark.view) != nil
  }

  /// Adds an event that is about to be recorded.
  package mutating func insert(_ event: NewEvent) {
    for scope in scopes where JournalHistory.applies(scope, to: event) {
      setMark(of: event, in: scope)
      _ = seen.number(of: mark.view)
    }
  }

  private mutating func setMark(of event: NewEvent, in scope: DuplicateScope) {
    let nothing = ByteView("")
    setMark(
      scope, event.kind, cardID: event[.cardID] ?? nothing, value: event[scope.field] ?? nothing)
  }

  /// The length separates the id from the value.
  private mutating func setMark(
    _ scope: DuplicateScope, _ kind: EventKind, cardID: ByteView, value: ByteView
  ) {
    mark.removeAll()
    mark.append(scope.rawValue)
    if self.kind == nil { mark.append(contentsOf: kind.rawValue.utf8.prefix(1)) }
    mark.append(decimal: UInt64(cardID.count))
    mark.append(UInt8(ascii: ":"))
    mark.append(cardID)
    mark.append(value)
  }

  private mutating func take(_ line: JournalLine) {
    if let kind, kind != line.kind { return }
    for scope in scopes {
      text.removeAll()
      line.appendText(.cardID, to: &text)
      let length = text.count
      line.appendText(scope.field, to: &text)
      let isNamed = text.count > length
      guard isNamed || scope == .everBefore else { continue }
      let (card, value) = (text.view.slice(0..<length), text.view.slice(length..<text.count))
      setMark(scope, line.kind, cardID: card, value: value)
      _ = seen.number(of: mark.view)
    }
  }
}
