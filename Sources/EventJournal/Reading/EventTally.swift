@_spi(CardTool) import CardJSON

/// Counts events, in all and by row, such as a card or a class type each.
///
/// A viewer is a user; for an event without a user the device; for one without both the card
/// itself, whose id Braze makes for one user. Viewers are told apart by 96 bits of hash, as
/// `HashNumbers` says; it takes about 20 bytes and the name for each row, 32 to 128 bytes for each
/// viewer, and 16 to 32 for each viewer of each row.
package struct EventTally: ~Copyable {
  /// What is counted but for viewers: of all events, and by row.
  private var all = EventCounts()
  private var rows: [EventCounts] = []
  /// The names of the rows, with a byte in front; that of the row without a name is empty.
  private var names = TextNumbers()
  /// The viewers, in parts by their hashes so that several threads can add tallies up.
  private let viewers = (0..<EventTally.partCount).map { _ in ViewerPart() }
  /// An event that is not in its row yet.
  private struct Waiting {
    let event: CountedEvent
    /// Where the name of its row ends in the names that wait.
    let nameEnd: Int
  }

  private var waiting: [Waiting] = []
  private var waitingNames = ByteBuffer()
  /// Their viewers, by the parts that they are in, with the places of the events among the waiting.
  private var waitingViewers = [[ViewerCount.Event]](repeating: [], count: EventTally.partCount)
  private var viewer = ByteBuffer()
  private var numbers: [Int] = []

  /// How many parts the viewers are in; a power of two.
  package static let partCount = 4
  /// How many events are put into their rows at once.
  private static let waitingLimit = 128

  /// A tally of no events.
  package init() {}

  /// The counts of all events.
  package var total: EventCounts {
    var total = all
    total.uniqueImpressions = viewers.reduce(0) { $0 + $1.viewers.count }
    return total
  }

  /// How many rows there are.
  package var rowCount: Int { rows.count }

  /// The counts of a row.
  package func counts(_ row: Int) -> EventCounts {
    var counts = rows[row]
    counts.uniqueImpressions = viewers.reduce(0) { $0 + $1.viewers.count(inRow: row) }
    return counts
  }

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
    if event == .impression {
      let viewer = viewerHash(of: line)
      // The bits of the hash that the tables do not look at.
      let part = Int(truncatingIfNeeded: viewer.second) & (EventTally.partCount - 1)
      waitingViewers[part].append((waiting.count, viewer))
    }
    waiting.append(Waiting(event: event, nameEnd: waitingNames.count))
    if waiting.count == EventTally.waitingLimit { settle() }
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

  /// Counts the events that wait in their rows, so that all counts are right.
  ///
  /// Several are counted at once, because one at a time each would wait for memory.
  package mutating func settle() {
    let (events, bytes) = (waiting, waitingNames.view)
    var numbers: [Int] = []
    swap(&numbers, &self.numbers)
    names.number(events.indices) { index in
      bytes.slice((index == 0 ? 0 : events[index - 1].nameEnd)..<events[index].nameEnd)
    } visit: { _, row in
      numbers.append(row)
    }
    for (waiting, row) in zip(events, numbers) {
      if row == rows.count { rows.append(EventCounts()) }
      rows[row][waiting.event] += 1
      all[waiting.event] += 1
    }
    for part in viewers.indices {
      viewers[part].viewers.add(waitingViewers[part], rows: numbers)
      waitingViewers[part].removeAll(keepingCapacity: true)
    }
    numbers.removeAll(keepingCapacity: true)
    swap(&numbers, &self.numbers)
    waitingNames.removeAll()
    waiting.removeAll(keepingCapacity: true)
  }

  /// Adds what `other` counted of other lines, but for its viewers; both are settled.
  ///
  /// - Returns: what adds one of `partCount` parts of the viewers; each is to be called once, those
  ///   of different parts by any threads.
  package mutating func addRows(of other: borrowing EventTally) -> @Sendable (_ part: Int) -> Void {
    let rowNumbers = (0..<other.rowCount).map { names.number(of: other.names[$0]) }
    for (row, number) in rowNumbers.enumerated() {
      if number == rows.count { rows.append(EventCounts()) }
      rows[number].add(other.rows[row])
    }
    all.add(other.all)
    let (viewers, others) = (viewers, other.viewers)
    return { viewers[$0].viewers.add(others[$0].viewers, rows: rowNumbers) }
  }

  /// The rows by impressions, then control impressions, then clicks, then dismissals, the most
  /// first; those that are equal in all by name.
  package func sortedRows() -> [Int] {
    (0..<rows.count).sorted { left, right in
      rows[left].isMore(than: rows[right]) ?? names[left].precedes(names[right])
    }
  }
}

/// A part of the viewers of a tally, which one thread at a time uses.
private final class ViewerPart: @unchecked Sendable {
  var viewers = ViewerCount()
}

/// Counts different viewers, in all and by row.
private struct ViewerCount {
  private var numbers = HashNumbers()
  private var pairs = PairSet()
  /// How many viewers each row has, as far as rows have any.
  private var byRow: [Int] = []
  private var newPairs: [PairSet.Pair] = []
  /// What was found on the way to places.
  private var sum: UInt64 = 0

  /// What a viewer saw, by its place in a list, and the viewer.
  typealias Event = (place: Int, viewer: TextHash)

  /// How many viewers there are.
  var count: Int { numbers.count }

  /// How many viewers a row has.
  func count(inRow row: Int) -> Int { row < byRow.count ? byRow[row] : 0 }

  /// Counts the viewers of events, whose rows are in `rows`.
  mutating func add(_ events: [Event], rows: [Int]) {
    for (_, viewer) in events { sum ^= numbers.prefetch(viewer) }
    for (place, viewer) in events {
      newPairs.append((rows[place], numbers.insert(viewer, number: count + 1) ?? count))
    }
    pairs.insert(newPairs) { ViewerCount.countOne(inRow: $0, of: &byRow) }
    newPairs.removeAll(keepingCapacity: true)
  }

  /// Adds those of `other`, whose rows have the numbers `rows` here.
  mutating func add(_ other: ViewerCount, rows: [Int]) {
    let viewers = numbers.insert(other.numbers)
    pairs.insert(other.pairs) {
      (rows[$0], viewers[$1])
    } visit: {
      ViewerCount.countOne(inRow: $0, of: &byRow)
    }
  }

  private static func countOne(inRow row: Int, of counts: inout [Int]) {
    if row >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: row + 1 - counts.count))
    }
    counts[row] += 1
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
