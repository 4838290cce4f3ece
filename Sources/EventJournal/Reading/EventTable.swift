import CardJSON

/// The counts of events by row.
///
/// Viewers are distinguished by 64 bits of their hashes. A row takes its name and up to 130 bytes, a
/// viewer 11 to 22 bytes, and a viewer of a row as many.
package struct EventTable: ~Copyable {
  private var names = TextNumbers()
  private var counts: [EventCounts] = []
  private var viewers = HashSet()
  /// The viewers of rows.
  private var views = HashSet()

  /// The counts of a row and its name, which is valid as long as the table.
  package typealias Row = (counts: EventCounts, name: ByteView)

  /// The counts of all events.
  package var total: EventCounts {
    var total = EventCounts()
    for row in counts { for event in CountedEvent.allCases { total[event] += row[event] } }
    total.uniqueImpressions = viewers.count
    return total
  }

  /// All rows, in the order of their first events.
  package var rows: [Row] { counts.indices.map { (counts[$0], names[$0]) } }

  /// Counts the events of a batch.
  mutating func count(_ batch: borrowing EventBatch) {
    for index in batch.events.indices {
      let event = batch.events[index]
      let row = names.number(of: batch.names[index], event.row)
      if row == counts.count { counts.append(EventCounts()) }
      counts[row][event.kind] += 1
      guard event.kind == .impression, views.insert(event.viewer &+ event.row) else { continue }
      counts[row].uniqueImpressions += 1
      _ = viewers.insert(event.viewer)
    }
  }
}

/// A set of hashes.
struct HashSet: ~Copyable {
  private(set) var count = 0
  /// The hash table; 0 is a free slot.
  ///
  /// Its size is a power of two, and at most three quarters of its slots are taken.
  private var slots = [UInt64](repeating: 0, count: 1 << 10)

  /// Inserts a hash; returns false if the set contains it.
  mutating func insert(_ hash: UInt64) -> Bool {
    let hash = max(hash, 1)
    let slot = slot(of: hash)
    if slots[slot] != 0 { return false }
    slots[slot] = hash
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return true
  }

  /// Whether the set has no hashes.
  var isEmpty: Bool { count == 0 }

  /// Whether the set contains a hash.
  func contains(_ hash: UInt64) -> Bool { slots[slot(of: max(hash, 1))] != 0 }

  /// The slot of a hash, or the free slot where it belongs.
  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    let last = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & last
    while slots[slot] != 0, slots[slot] != hash { slot = (slot &+ 1) & last }
    return slot
  }

  @inline(never)
  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 { slots[slot(of: hash)] = hash }
  }
}
