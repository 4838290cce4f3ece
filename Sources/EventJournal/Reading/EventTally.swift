import CardJSON

/// Counts events, in all and by row.
///
/// A viewer is a user; for an event without a user the device; for one without both the card
/// itself, whose id Braze makes for one user. Rows and viewers are distinguished by 96 bits of
/// their hashes. Memory: about 130 bytes and the name for each row, 32 to 64 bytes for each viewer,
/// 11 to 22 for each viewer of each row.
package struct EventTally: ~Copyable {
  private var rows: [EventCounts] = []
  private var names = TextList()
  private var rowNumbers = HashNumbers()
  private var viewers = HashNumbers()
  private var views = PairSet()
  // A user, a device and a card with the same id have different hashes.
  private let deviceSeed = TextSeed()
  private let cardSeed = TextSeed()
  private var text = ByteBuffer()

  /// A tally of no events.
  package init() {}

  /// The counts of one row and its name, which is valid until the tally changes.
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

  /// Counts the event on `line` in the row called `name`.
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

/// Numbers hashes from 0, in the order of first occurrence.
///
/// One lookup reads one line of the processor's cache, where a `Dictionary` reads three.
private struct HashNumbers: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var first: UInt64 = 0
    var second: UInt32 = 0
    /// The number of the hash plus one; 0 in a free slot.
    var next: UInt32 = 0
  }

  private(set) var count = 0
  /// At most half of them are taken; their number is a power of two.
  private var slots = [Slot](repeating: Slot(), count: 1 << 10)

  /// The number of `hash`, which is the number of hashes so far if it is new.
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
  /// The pairs plus one, 0 in a free slot; at most three quarters are taken.
  private var slots = [UInt64](repeating: 0, count: 1 << 10)
  private let seed = TextSeed.process

  /// Adds a pair; false if the set has it.
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

  /// The slot of a pair, or the free one for it.
  private func place(of pair: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: seed.hash(pair)) & (slots.count - 1)
    while slots[place] != 0, slots[place] != pair { place = (place + 1) & (slots.count - 1) }
    return place
  }
}
