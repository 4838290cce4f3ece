import CardJSON
import CardPlatform

/// What is recorded already, as far as it decides whether an event is recorded again.
///
/// It is brought up to date while the writer has the lock, so what it says holds until the lock is
/// given back, whatever other processes do. It looks through rotated files too. About 40 bytes and
/// the texts are held for each different card and user, session or key.
package struct JournalHistory: ~Copyable {
  /// What makes an event one that was there before.
  package enum DuplicateScope: UInt8, CaseIterable, Sendable {
    /// The same kind, card and user.
    case everBefore
    /// The same kind, card and session.
    case inSession
    /// The same kind, card and key.
    case withKey

    /// The field that has to be the same beside kind and card.
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
  private var seen = TextNumbers()
  private var text = ByteBuffer()
  private var mark = ByteBuffer()
  /// Which opening of the file was read last, from 1, and how far.
  private var opening = 0
  private var offset = 0

  /// A history of events of one kind that answers the given questions.
  package init(of kind: EventKind, _ scopes: [DuplicateScope]) {
    self.kind = kind
    self.scopes = scopes
  }

  /// Takes in what has been recorded since the last time.
  ///
  /// - Parameter writer: the writer, which has the lock.
  package mutating func update(from writer: borrowing JournalWriter) throws(SystemFailure) {
    precondition(writer.isLocked)
    guard !scopes.isEmpty else { return }
    // A file that has become shorter was cut off or copied and emptied.
    if opening != writer.openings || writer.size < offset {
      seen = TextNumbers()
      (opening, offset) = (writer.openings, 0)
      let rotated = try writer.files.rotated()
      for file in rotated {
        guard let open = try OpenJournalFile.regular(file, followsLinks: true) else { continue }
        defer { SystemCalls.close(open.descriptor) }
        try read(JournalLines(file, open.descriptor, to: open.status.size))
      }
    }
    try read(
      JournalLines(writer.files.current, writer.descriptor, from: offset, to: writer.size))
    offset = writer.size
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

  /// Notes an event that is about to be recorded.
  package mutating func insert(_ scope: DuplicateScope, cardID: ByteView, _ value: String?) {
    let value = ByteBuffer((value ?? "").utf8)
    JournalHistory.set(&mark, scope: scope, cardID: cardID, value: value.view)
    _ = seen.number(of: mark.view)
  }

  /// Makes `mark` what is kept of an event; the length keeps a card's id and what follows it apart.
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

  private mutating func read(_ lines: consuming JournalLines) throws(SystemFailure) {
    var lines = lines
    while let finding = try lines.nextWhole() {
      if case .event(let line) = finding, line.kind == kind { take(line) }
    }
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
