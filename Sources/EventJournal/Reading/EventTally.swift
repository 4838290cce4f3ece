import CardJSON

/// Counts events, in all and by row, such as a card or a class type each.
///
/// A viewer is a user; for an event without a user the device; for one without both the card
/// itself, whose id Braze makes for one user. Different viewers are told apart exactly, which takes
/// memory: about 20 bytes and the text for each row and each viewer, and 16 to 32 for each viewer
/// of each row.
public struct EventTally: ~Copyable {
  /// The counts of all events.
  public private(set) var total = EventCounts()

  private var rows: [EventCounts] = []
  /// The names of the rows, with a byte in front; that of the row without a name is empty.
  private var names = TextNumbers()
  private var viewers = TextNumbers()
  private var pairs = PairSet()
  private var scratch = ByteBuffer()

  /// A tally of no events.
  public init() {}

  /// How many rows there are.
  public var rowCount: Int { rows.count }

  /// The counts of a row.
  public func counts(_ row: Int) -> EventCounts { rows[row] }

  /// The name of a row; nil for that of events without one.
  public func name(_ row: Int) -> ByteView? {
    let name = names[row]
    return name.count == 0 ? nil : name.slice(1..<name.count)
  }

  /// Counts the event on `line`.
  ///
  /// - Parameter name: the row's name; nil for the row of events without one.
  public mutating func add(_ line: JournalLine, to name: ByteView?) {
    scratch.removeAll()
    if let name {
      scratch.append(UInt8(ascii: "="))
      scratch.append(name)
    }
    let row = names.number(of: scratch.view)
    if row == rows.count { rows.append(EventCounts()) }
    rows[row].add(line)
    total.add(line)
    if line.kind == .impression, line.isControl != true { addViewer(of: line, row) }
  }

  private mutating func addViewer(of line: JournalLine, _ row: Int) {
    scratch.removeAll()
    if line.node(.userID) != nil {
      scratch.append("u")
      line.appendText(.userID, to: &scratch)
    } else if line.node(.deviceID) != nil {
      scratch.append("d")
      line.appendText(.deviceID, to: &scratch)
    } else {
      scratch.append("c")
      line.appendText(.cardID, to: &scratch)
    }
    let viewer = viewers.number(of: scratch.view)
    total.uniqueImpressions = viewers.count
    if pairs.insert(row, viewer) { rows[row].uniqueImpressions += 1 }
  }

  /// Adds what `other` counted of other lines.
  public mutating func add(_ other: borrowing EventTally) {
    let rowNumbers = (0..<other.rowCount).map { names.number(of: other.names[$0]) }
    for (row, number) in rowNumbers.enumerated() {
      if number == rows.count { rows.append(EventCounts()) }
      rows[number].add(other.rows[row])
    }
    let viewerNumbers = (0..<other.viewers.count).map { viewers.number(of: other.viewers[$0]) }
    total.add(other.total)
    total.uniqueImpressions = viewers.count
    pairs.add(other.pairs) {
      (rowNumbers[$0], viewerNumbers[$1])
    } visit: { row, _ in
      rows[row].uniqueImpressions += 1
    }
  }

  /// The rows by impressions, then control impressions, then clicks, then dismissals, the most
  /// first; those that are equal in all by name.
  public func sortedRows() -> [Int] {
    (0..<rows.count).sorted { left, right in
      rows[left].isMore(than: rows[right]) ?? names[left].precedes(names[right])
    }
  }
}
