import CardJSON

/// Counts events, in all and by row.
///
/// A viewer is a user; for an event without a user the device; for one without both the card
/// itself, whose id Braze makes for one user. Viewers are distinguished by their hashes
/// (`TextHash`). Memory: about 100 bytes and the name for each row, 32 to 64 bytes for each viewer,
/// 11 to 22 for each viewer of each row.
package struct EventTally: ~Copyable {
  /// The counts of all events.
  package private(set) var total = EventCounts()
  private var rows: [EventCounts] = []
  private var names = TextNumbers()
  private var viewers: [TextHash: Int] = [:]
  /// The pairs of a row and a viewer, each in half of the bits.
  private var views: Set<UInt64> = []
  private var viewer = ByteBuffer()

  /// A tally of no events.
  package init() {}

  /// The number of rows.
  package var rowCount: Int { rows.count }

  /// The counts of a row.
  package func counts(_ row: Int) -> EventCounts { rows[row] }

  /// The name of a row, valid until the tally changes.
  package func name(_ row: Int) -> ByteView { names[row] }

  /// Counts the event on `line` in the row called `name`.
  package mutating func add(_ line: JournalLine, to name: ByteView) {
    let event = CountedEvent(line)
    let row = names.number(of: name)
    if row == rows.count { rows.append(EventCounts()) }
    rows[row][event] += 1
    total[event] += 1
    guard event == .impression else { return }
    let known = viewers.insert(viewerHash(of: line), number: viewers.count + 1)
    if known == nil { total.uniqueImpressions += 1 }
    let view = UInt64(row) << 32 | UInt64(known ?? viewers.count)
    if views.insert(view).inserted { rows[row].uniqueImpressions += 1 }
  }

  private mutating func viewerHash(of line: JournalLine) -> TextHash {
    let hasUser = line.node(.userID) != nil
    let field: JournalField =
      hasUser ? .userID : line.node(.deviceID) != nil ? .deviceID : .cardID
    viewer.removeAll()
    viewer.append(UInt8(field.rawValue))
    line.appendText(field, to: &viewer)
    return TextHash(viewer.view)
  }
}
