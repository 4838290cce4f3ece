@_spi(CardTool) import CardJSON

/// Counts events, in all and by row, such as a card or a class type each.
///
/// A viewer is a user; for an event without a user the device; for one without both the card
/// itself, whose id Braze makes for one user. Different viewers are told apart exactly, which takes
/// memory: about 20 bytes and the text for each row and each viewer, and 16 to 32 for each viewer
/// of each row.
package struct EventTally: ~Copyable {
  /// The counts of all events.
  package private(set) var total = EventCounts()

  private var rows: [EventCounts] = []
  /// The names of the rows, with a byte in front; that of the row without a name is empty.
  private var names = TextNumbers()
  private var viewers = TextNumbers()
  private var pairs = PairSet()
  /// An event that is not in its row yet.
  private struct Waiting {
    /// The event alone.
    let counts: EventCounts
    /// Where the name of its row ends in the texts that wait.
    let nameEnd: Int
    /// Where the text of its viewer ends; nothing where it does not count one.
    let end: Int
  }

  private var waiting: [Waiting] = []
  private var texts = ByteBuffer()
  private var newPairs: [(first: Int, second: Int)] = []

  /// A tally of no events.
  package init() {}

  /// How many rows there are.
  package var rowCount: Int { rows.count }

  /// The counts of a row.
  package func counts(_ row: Int) -> EventCounts { rows[row] }

  /// The name of a row; nil for that of events without one.
  package func name(_ row: Int) -> ByteView? {
    let name = names[row]
    return name.count == 0 ? nil : name.slice(1..<name.count)
  }

  /// Counts the event on `line`; counts are right once `settle` was called.
  ///
  /// - Parameter name: the row's name; nil for the row of events without one.
  package mutating func add(_ line: JournalLine, to name: ByteView?) {
    if let name {
      texts.append(UInt8(ascii: "="))
      texts.append(name)
    }
    let nameEnd = texts.count
    if line.kind == .impression, line.isControl != true { appendViewer(of: line) }
    var counts = EventCounts()
    counts.add(line)
    waiting.append(Waiting(counts: counts, nameEnd: nameEnd, end: texts.count))
    if waiting.count == TextNumbers.preparedAtOnce { settle() }
  }

  private mutating func appendViewer(of line: JournalLine) {
    if line.node(.userID) != nil {
      texts.append("u")
      line.appendText(.userID, to: &texts)
    } else if line.node(.deviceID) != nil {
      texts.append("d")
      line.appendText(.deviceID, to: &texts)
    } else {
      texts.append("c")
      line.appendText(.cardID, to: &texts)
    }
  }

  /// Counts the events that wait in their rows, so that all counts are right.
  ///
  /// Several are counted at once, because one at a time each would wait for memory.
  package mutating func settle() {
    let bytes = texts.view
    var waiting: [Waiting] = []
    swap(&waiting, &self.waiting)
    func name(_ index: Int) -> ByteView {
      bytes.slice((index == 0 ? 0 : waiting[index - 1].end)..<waiting[index].nameEnd)
    }
    func viewer(_ index: Int) -> ByteView? {
      let (start, end) = (waiting[index].nameEnd, waiting[index].end)
      return start == end ? nil : bytes.slice(start..<end)
    }
    names.prepare(waiting.indices, name)
    viewers.prepare(waiting.indices, viewer)
    for index in waiting.indices {
      let row = names.number(of: name(index))
      if row == rows.count { rows.append(EventCounts()) }
      rows[row].add(waiting[index].counts)
      total.add(waiting[index].counts)
      if let viewer = viewer(index) { newPairs.append((row, viewers.number(of: viewer))) }
    }
    total.uniqueImpressions = viewers.count
    pairs.prepare(newPairs)
    for (row, viewer) in newPairs where pairs.insert(row, viewer) {
      rows[row].uniqueImpressions += 1
    }
    newPairs.removeAll(keepingCapacity: true)
    texts.removeAll()
    waiting.removeAll(keepingCapacity: true)
    swap(&waiting, &self.waiting)
  }

  /// Adds what `other` counted of other lines; both are settled.
  package mutating func add(_ other: borrowing EventTally) {
    let rowNumbers = (0..<other.rowCount).map { names.number(of: other.names[$0]) }
    for (row, number) in rowNumbers.enumerated() {
      if number == rows.count { rows.append(EventCounts()) }
      rows[number].add(other.rows[row])
    }
    var viewerNumbers: [Int] = []
    viewerNumbers.reserveCapacity(other.viewers.count)
    for number in 0..<other.viewers.count {
      if number % TextNumbers.preparedAtOnce == 0 {
        let end = min(number + TextNumbers.preparedAtOnce, other.viewers.count)
        viewers.prepare(number..<end) { other.viewers[$0] }
      }
      viewerNumbers.append(viewers.number(of: other.viewers[number]))
    }
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
  package func sortedRows() -> [Int] {
    (0..<rows.count).sorted { left, right in
      rows[left].isMore(than: rows[right]) ?? names[left].precedes(names[right])
    }
  }
}
