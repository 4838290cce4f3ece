import CardJSON

/// Counts events, in total and by row.
///
/// The viewer of an impression is its user; without a user, its device; without both, its card,
/// whose id Braze creates for one user. Rows and viewers are distinguished by 96 bits of their
/// hashes. A row takes its name and about 130 bytes, a viewer 32 to 64 bytes, and a viewer of a row
/// 11 to 22 bytes.
package struct EventTally: ~Copyable {
  private var rows: [EventCounts] = []
  private var names = TextList()
  private var rowNumbers = HashNumbers()
  private var viewers = HashNumbers()
  private var views = PairSet()
  // With separate seeds, a user, a device and a card with the same id have different hashes.
  private let deviceSeed = HashSeed()
  private let cardSeed = HashSeed()
  private var text = ByteBuffer()

  /// Creates a tally without events.
  package init() {}

  /// The counts of a row and its name, which is valid until the tally changes.
  package typealias Row = (counts: EventCounts, name: ByteView)

  /// The counts of all events.
  package var total: EventCounts {
    var total = EventCounts()
    for row in rows { total += row }
    total.uniqueImpressions = viewers.count
    return total
  }

  /// All rows, in the order of their first events.
  package var allRows: [Row] { rows.indices.map { (rows[$0], names[$0]) } }

  /// Counts the event on `line` in the row named `name`.
  package mutating func add(_ line: JournalLine, to name: ByteView) {
    let event = CountedEvent(line)
    let row = rowNumbers.number(of: TextHash(name))
    if row == rows.count {
      rows.append(EventCounts())
      names.append(name)
    }
    rows[row][event] += 1
    guard event == .impression else { return }
    let viewer = viewers.number(of: viewer(of: line))
    if views.insert(row, viewer) { rows[row].uniqueImpressions += 1 }
  }

  private mutating func viewer(of line: JournalLine) -> TextHash {
    let user = line.text(.userID, decodedInto: &text)
    if user.count > 0 { return TextHash(user) }
    let device = line.text(.deviceID, decodedInto: &text)
    if device.count > 0 { return TextHash(device, deviceSeed) }
    return TextHash(line.text(.cardID, decodedInto: &text), cardSeed)
  }
}

/// Assigns each distinct hash a number, from 0 in the order of first occurrence.
///
/// A lookup reads one cache line; with a `Dictionary`, it reads three.
private struct HashNumbers: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var first: UInt64 = 0
    var second: UInt32 = 0
    /// The hash's number plus one; 0 in a free slot.
    var next: UInt32 = 0
  }

  private(set) var count = 0
  /// The hash table.
  ///
  /// Its size is a power of two, and at most half of its slots are taken.
  private var slots = [Slot](repeating: Slot(), count: 1 << 10)

  /// The number of `hash`, which is the old `count` if it is new.
  mutating func number(of hash: TextHash) -> Int {
    let wanted = UInt32(truncatingIfNeeded: hash.second)
    var place = Int(truncatingIfNeeded: hash.first) & (slots.count - 1)
    while slots[place].next != 0 {
      if slots[place].first == hash.first, slots[place].second == wanted {
        return Int(slots[place].next) - 1
      }
      place = (place + 1) & (slots.count - 1)
    }
    count += 1
    slots[place] = Slot(first: hash.first, second: wanted, next: UInt32(count))
    if count * 2 > slots.count { grow() }
    return count - 1
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.next != 0 {
      var place = Int(truncatingIfNeeded: slot.first) & (slots.count - 1)
      while slots[place].next != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }
}

/// A set of pairs of numbers below 2^32 - 1.
private struct PairSet: ~Copyable {
  private var count = 0
  /// The hash table of the pairs plus one; 0 is a free slot.
  ///
  /// At most three quarters are taken.
  private var slots = [UInt64](repeating: 0, count: 1 << 10)
  private let seed = HashSeed.process

  /// Inserts a pair; returns false if the set contains it.
  mutating func insert(_ one: Int, _ other: Int) -> Bool {
    let pair = UInt64(one) << 32 | UInt64(other) + 1
    let place = place(of: pair)
    if slots[place] != 0 { return false }
    slots[place] = pair
    count += 1
    if count * 4 > slots.count * 3 {
      let old = slots
      slots = [UInt64](repeating: 0, count: old.count * 2)
      for pair in old where pair != 0 { slots[self.place(of: pair)] = pair }
    }
    return true
  }

  /// The slot of a pair, or the free slot where it belongs.
  private func place(of pair: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: seed.hash(pair)) & (slots.count - 1)
    while slots[place] != 0, slots[place] != pair { place = (place + 1) & (slots.count - 1) }
    return place
  }
}
