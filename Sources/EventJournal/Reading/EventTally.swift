import CardJSON

/// Counts events, in total and by row.
///
/// The viewer of an impression is its user; without a user, its device; without both, its card,
/// whose id Braze creates for one user. Viewers are distinguished by 64 bits of their hashes. A row
/// takes its name and up to 130 bytes, a viewer 11 to 22 bytes, and a viewer of a row as many.
///
/// Events are counted in batches: the tables are larger than the processor's caches, and it loads
/// the slots of a whole batch at once. With 200,000 cards, `log summary` is 20 % faster.
package struct EventTally: ~Copyable {
  private var names = TextNumbers()
  private var rows: [EventCounts] = []
  private var viewers = HashSet()
  /// The viewers of rows.
  private var views = HashSet()
  // With separate seeds, a user, a device and a card with the same id have different hashes.
  private let userSeed = HashSeed()
  private let deviceSeed = HashSeed()
  private let cardSeed = HashSeed()
  private var text = ByteBuffer()

  /// The events of the batch: the row's name and its hash, and the viewer of an impression.
  private var batch: [(event: CountedEvent, hash: UInt64, viewer: UInt64)] = []
  private var batchNames = TextList()
  /// Depends on the loaded slots, so that loading them is not optimized away.
  private var loaded: UInt64 = 0

  private static let batchSize = 256

  /// Creates a tally without events.
  package init() {}

  /// The counts of a row and its name, which is valid until the tally changes.
  package typealias Row = (counts: EventCounts, name: ByteView)

  /// The counts of all events.
  package var total: EventCounts {
    mutating get {
      countBatch()
      var total = EventCounts()
      for row in rows { for event in CountedEvent.allCases { total[event] += row[event] } }
      total.uniqueImpressions = viewers.count
      return total
    }
  }

  /// All rows, in the order of their first events.
  package var allRows: [Row] {
    mutating get {
      countBatch()
      return rows.indices.map { (rows[$0], names[$0]) }
    }
  }

  /// Counts the event on `line` in the row named `name`.
  package mutating func add(_ line: JournalLine, to name: ByteView) {
    let event = CountedEvent(line)
    batchNames.append(name)
    batch.append((event, names.hash(name), event == .impression ? viewer(of: line) : 0))
    if batch.count == EventTally.batchSize { countBatch() }
  }

  private mutating func viewer(of line: JournalLine) -> UInt64 {
    let user = line.text(.userID, decodedInto: &text)
    if user.count > 0 { return TextHash(user, userSeed).first }
    let device = line.text(.deviceID, decodedInto: &text)
    if device.count > 0 { return TextHash(device, deviceSeed).first }
    return TextHash(line.text(.cardID, decodedInto: &text), cardSeed).first
  }

  private mutating func countBatch() {
    for (event, hash, viewer) in batch {
      loaded ^= names.load(hash)
      if event == .impression { loaded ^= views.load(viewer &+ hash) ^ viewers.load(viewer) }
    }
    for (index, (event, hash, viewer)) in batch.enumerated() {
      let row = names.number(of: batchNames[index], hash)
      if row == rows.count { rows.append(EventCounts()) }
      rows[row][event] += 1
      guard event == .impression, views.insert(viewer &+ hash) else { continue }
      rows[row].uniqueImpressions += 1
      _ = viewers.insert(viewer)
    }
    batch.removeAll(keepingCapacity: true)
    batchNames.removeAll()
  }
}

/// A set of hashes.
private struct HashSet: ~Copyable {
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

  /// The slot of a hash, or the free slot where it belongs.
  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    let last = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & last
    while slots[slot] != 0, slots[slot] != hash { slot = (slot &+ 1) & last }
    return slot
  }

  /// The slot where the search for a hash begins.
  func load(_ hash: UInt64) -> UInt64 {
    slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)]
  }

  @inline(never)
  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 { slots[slot(of: hash)] = hash }
  }
}
