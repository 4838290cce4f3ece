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
    let event: CountedEvent
    /// Where the name of its row ends in the texts that wait.
    let nameEnd: Int
    /// Where the text of its viewer ends; nothing where it does not count one.
    let end: Int
  }

  private var waiting: [Waiting] = []
  private var texts = ByteBuffer()

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
    let event = CountedEvent(line)
    if event == .impression { appendViewer(of: line) }
    waiting.append(Waiting(event: event, nameEnd: nameEnd, end: texts.count))
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
    let (events, bytes) = (waiting, texts.view)
    var numbers: [Int] = []
    names.number(events.indices) { index in
      bytes.slice((index == 0 ? 0 : events[index - 1].end)..<events[index].nameEnd)
    } visit: { _, row in
      numbers.append(row)
    }
    for (waiting, row) in zip(events, numbers) {
      if row == rows.count { rows.append(EventCounts()) }
      rows[row][waiting.event] += 1
      total[waiting.event] += 1
    }
    var newPairs: [PairSet.Pair] = []
    viewers.number(events.indices) { index in
      let (start, end) = (events[index].nameEnd, events[index].end)
      return start == end ? nil : bytes.slice(start..<end)
    } visit: { index, viewer in
      newPairs.append((numbers[index], viewer))
    }
    total.uniqueImpressions = viewers.count
    pairs.insert(newPairs) { rows[$0].uniqueImpressions += 1 }
    texts.removeAll()
    waiting.removeAll(keepingCapacity: true)
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
    viewers.number(0..<other.viewers.count) {
      other.viewers[$0]
    } visit: {
      viewerNumbers.append($1)
    }
    total.add(other.total)
    total.uniqueImpressions = viewers.count
    pairs.insert(other.pairs) {
      (rowNumbers[$0], viewerNumbers[$1])
    } visit: {
      rows[$0].uniqueImpressions += 1
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

/// A set of pairs of small numbers, 16 to 32 bytes for each.
///
/// Which numbers are paired the journal says, so their places are hashed with a seed as texts are.
struct PairSet {
  private let seed: TextSeed
  /// Both numbers plus one; 0 is a free slot.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0
  /// What was found on the way to places.
  private var sum: UInt64 = 0

  /// A set without pairs.
  init(_ seed: TextSeed = .process) { self.seed = seed }

  /// Two numbers.
  typealias Pair = (first: Int, second: Int)

  /// Adds pairs.
  ///
  /// - Parameter visit: is given the first number of each pair that was not there.
  mutating func insert(_ pairs: [Pair], visit: (Int) -> Void) {
    // Brings all places from memory at the same time, so that adding the pairs waits for nothing.
    for (first, second) in pairs { sum ^= slots[place(of: PairSet.pair(first, second))] }
    for (first, second) in pairs where insert(PairSet.pair(first, second)) { visit(first) }
  }

  /// Adds all pairs of `other`, with the numbers that `map` gives for theirs.
  ///
  /// - Parameter visit: is given the first number of each pair that was not there.
  mutating func insert(
    _ other: PairSet, map: (Int, Int) -> Pair, visit: (Int) -> Void
  ) {
    // Pairs come in the order of their places there, so that a table that is smaller would fill up
    // at its beginning first.
    grow(toHold: count + other.count + 1)
    var waiting: [Pair] = []
    for pair in other.slots where pair != 0 {
      waiting.append(map(Int(pair >> 32) - 1, Int(pair & 0xFFFF_FFFF) - 1))
      if waiting.count == TextNumbers.preparedAtOnce {
        insert(waiting, visit: visit)
        waiting.removeAll(keepingCapacity: true)
      }
    }
    insert(waiting, visit: visit)
  }

  /// Adds a pair; false when it was there.
  private mutating func insert(_ pair: UInt64) -> Bool {
    grow(toHold: count + 1)
    var slot = place(of: pair)
    while slots[slot] != 0 {
      if slots[slot] == pair { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = pair
    count += 1
    return true
  }

  private static func pair(_ first: Int, _ second: Int) -> UInt64 {
    UInt64(first + 1) << 32 | UInt64(second + 1)
  }

  private func place(of pair: UInt64) -> Int {
    Int(truncatingIfNeeded: seed.hash(pair)) & (slots.count - 1)
  }

  /// Makes as much room as so many pairs need.
  private mutating func grow(toHold pairs: Int) {
    guard pairs * 2 > slots.count else { return }
    let old = slots
    var size = old.count
    while pairs * 2 > size { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
    for pair in old where pair != 0 {
      var slot = place(of: pair)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = pair
    }
  }
}
