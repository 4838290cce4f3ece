import CardJSON

/// Counts events, in all and by row, such as a card or a class type each.
///
/// A viewer is a user; for an event without a user the device; for one without both the card
/// itself, whose id Braze makes for one user. Viewers are told apart by 96 bits of hash, as
/// `HashNumbers` says; it takes about 100 bytes and two copies of the name for each row, 32 to 128
/// bytes for each viewer, 11 to 22 for each viewer of each row, and up to 6 MiB for what waits to
/// be looked up.
///
/// Several threads count with a tally each. These share what is known of viewers, so that none is
/// counted twice and nothing is left to be put together but the counts of rows.
package struct EventTally: ~Copyable {
  private let seen: SeenViewers
  /// What is counted by row; viewers where they are new in it.
  private var rows: [EventCounts] = []
  /// The names of the rows, with a byte in front; that of the row without a name is empty.
  private var names = TextNumbers()
  /// The numbers that the rows have in `seen`.
  private var seenRows: [Int32] = []
  /// An event that is not in its row yet.
  private struct Waiting {
    let event: CountedEvent
    /// Where the name of its row ends in the names that wait.
    let nameEnd: Int
    /// Who saw the card, where that is counted.
    let viewer: TextHash?
  }

  private var waiting: [Waiting] = []
  private var waitingNames = ByteBuffer()
  private var waitingRows: [Int] = []
  /// The views whose viewers are not looked up yet, in the parts that the viewers are in.
  private var views = [[View]](repeating: [], count: SeenViewers.partCount)
  private var viewer = ByteBuffer()

  /// How many events are put into their rows at once.
  private static let waitingLimit = 128
  /// How many viewers of one part are looked up at once.
  private static let viewLimit = 4096

  /// A tally of no events.
  package init() { seen = SeenViewers() }

  /// A tally of no events that takes viewers for those of `other`, to which it is added in the end.
  package init(with other: borrowing EventTally) { seen = other.seen }

  /// The counts of all events.
  package var total: EventCounts {
    var total = EventCounts()
    for row in rows { total.add(row) }
    total.uniqueImpressions = seen.count
    return total
  }

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
      waitingNames.append(UInt8(ascii: "="))
      waitingNames.append(name)
    }
    let event = CountedEvent(line)
    let viewer = event == .impression ? viewerHash(of: line) : nil
    waiting.append(Waiting(event: event, nameEnd: waitingNames.count, viewer: viewer))
    if waiting.count == EventTally.waitingLimit { putIntoRows() }
  }

  private mutating func viewerHash(of line: JournalLine) -> TextHash {
    viewer.removeAll()
    if line.node(.userID) != nil {
      viewer.append("u")
      line.appendText(.userID, to: &viewer)
    } else if line.node(.deviceID) != nil {
      viewer.append("d")
      line.appendText(.deviceID, to: &viewer)
    } else {
      viewer.append("c")
      line.appendText(.cardID, to: &viewer)
    }
    return TextHash(viewer.view)
  }

  /// Counts all that waits, so that all counts are right.
  package mutating func settle() {
    putIntoRows()
    for part in views.indices { lookUp(part) }
  }

  /// Counts the events that wait in their rows.
  ///
  /// Several are counted at once, because one at a time each would wait for memory.
  private mutating func putIntoRows() {
    let (events, bytes) = (waiting, waitingNames.view)
    var numbers: [Int] = []
    swap(&numbers, &waitingRows)
    names.number(events.indices) { index in
      bytes.slice((index == 0 ? 0 : events[index - 1].nameEnd)..<events[index].nameEnd)
    } visit: { _, row in
      numbers.append(row)
    }
    for (event, row) in zip(events, numbers) {
      if row == rows.count { addRow() }
      rows[row][event.event] += 1
      guard let viewer = event.viewer else { continue }
      let part = SeenViewers.part(of: viewer)
      views[part].append(View(viewer: viewer, row: Int32(row), seenRow: seenRows[row]))
      if views[part].count == EventTally.viewLimit { lookUp(part) }
    }
    numbers.removeAll(keepingCapacity: true)
    swap(&numbers, &waitingRows)
    waitingNames.removeAll()
    waiting.removeAll(keepingCapacity: true)
  }

  /// Counts the viewers of one part that are new in their rows.
  ///
  /// Those of a part are looked up together, so that its table stays in the processor's cache.
  private mutating func lookUp(_ part: Int) {
    seen.add(views[part], part: part) { rows[$0].uniqueImpressions += 1 }
    views[part].removeAll(keepingCapacity: true)
  }

  /// Begins to count in the last of the names.
  private mutating func addRow() {
    seenRows.append(Int32(seen.number(ofRow: names[rows.count])))
    rows.append(EventCounts())
  }

  /// Adds what `other` counted, which was made with this tally; both are settled.
  package mutating func add(_ other: borrowing EventTally) {
    for (number, counts) in other.rows.enumerated() {
      let row = names.number(of: other.names[number])
      if row == rows.count { addRow() }
      rows[row].add(counts)
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

/// The viewers that several tallies met, in all and by row.
///
/// They are in parts by their hashes, so that one thread seldom waits for another.
private final class SeenViewers: @unchecked Sendable {
  private let rows = Monitor()
  private var names = TextNumbers()
  private let parts = (0..<partCount).map { _ in Part() }

  /// Those whose hashes have some bits in common.
  private final class Part {
    let monitor = Monitor()
    var table = ViewerTable()
  }

  /// How many parts there are; a power of two.
  static let partCount = 64

  /// The part that a viewer is in: by bits of the hash that the tables do not look at.
  static func part(of viewer: TextHash) -> Int {
    Int(truncatingIfNeeded: viewer.second) & (partCount - 1)
  }

  /// The number of the row with this name.
  func number(ofRow name: ByteView) -> Int { rows.locked { names.number(of: name) } }

  /// Adds what was seen by viewers of one part.
  ///
  /// - Parameter visit: is given the row of each view whose viewer is new in it.
  func add(_ views: [View], part: Int, visit: (Int) -> Void) {
    let part = parts[part]
    part.monitor.lockedSoon { part.table.add(views, visit: visit) }
  }

  /// How many viewers there are; when all tallies are settled.
  var count: Int { parts.reduce(0) { $0 + $1.table.count } }
}

/// What a viewer saw.
private struct View: BitwiseCopyable {
  let viewer: TextHash
  /// The number of the row in the tally, and in what tallies share.
  let row: Int32
  let seenRow: Int32
}

/// Tells viewers apart, in all and by row.
private struct ViewerTable {
  private var numbers = HashNumbers()
  private var pairs = PairSet()

  /// How many viewers there are.
  var count: Int { numbers.count }

  mutating func add(_ views: [View], visit: (Int) -> Void) {
    for view in views {
      let number = numbers.insert(view.viewer, number: count + 1) ?? count
      if pairs.insert(Int(view.seenRow), number) { visit(Int(view.row)) }
    }
  }
}

/// A set of pairs of small numbers, 11 to 22 bytes for each.
///
/// Which numbers are paired the journal says, so their places are hashed with a seed as texts are.
struct PairSet {
  private let seed: TextSeed
  /// Both numbers plus one; 0 is a free slot.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0

  /// A set without pairs.
  init(_ seed: TextSeed = .process) { self.seed = seed }

  /// Adds a pair; false when it was there.
  mutating func insert(_ first: Int, _ second: Int) -> Bool {
    let pair = UInt64(first + 1) << 32 | UInt64(second + 1)
    if count * 4 >= slots.count * 3 { grow() }
    var slot = place(of: pair)
    while slots[slot] != 0 {
      if slots[slot] == pair { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = pair
    count += 1
    return true
  }

  private func place(of pair: UInt64) -> Int {
    Int(truncatingIfNeeded: seed.hash(pair)) & (slots.count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for pair in old where pair != 0 {
      var slot = place(of: pair)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = pair
    }
  }
}
