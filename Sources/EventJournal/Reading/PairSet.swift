@_spi(CardTool) import CardJSON

/// A set of pairs of small numbers, 16 to 32 bytes for each.
///
/// Which numbers are paired the journal says, so their places are hashed with a seed as texts are.
struct PairSet {
  private let seed: TextSeed
  /// Both numbers plus one; 0 is a free slot.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0
  /// What `prepare` found on its way.
  private var sum: UInt64 = 0

  /// A set without pairs.
  init(_ seed: TextSeed = .process) { self.seed = seed }

  /// Adds a pair; false when it was there.
  mutating func insert(_ first: Int, _ second: Int) -> Bool {
    if (count + 1) * 2 > slots.count { grow() }
    let pair = PairSet.pair(first, second)
    var slot = place(of: pair)
    while slots[slot] != 0 {
      if slots[slot] == pair { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = pair
    count += 1
    return true
  }

  /// Adds all pairs of `other`, with the numbers that `map` gives for theirs.
  ///
  /// - Parameter visit: is given the numbers of each pair that was not there.
  mutating func add(
    _ other: PairSet, map: (Int, Int) -> (Int, Int), visit: (Int, Int) -> Void
  ) {
    // Pairs come in the order of their places there, so that a table that is smaller would fill up
    // at its beginning first.
    while (count + other.count + 1) * 2 > slots.count { grow() }
    var waiting: [(first: Int, second: Int)] = []
    func insertAll() {
      prepare(waiting)
      for (first, second) in waiting where insert(first, second) { visit(first, second) }
      waiting.removeAll(keepingCapacity: true)
    }
    for pair in other.slots where pair != 0 {
      waiting.append(map(Int(pair >> 32) - 1, Int(pair & 0xFFFF_FFFF) - 1))
      if waiting.count == TextNumbers.preparedAtOnce { insertAll() }
    }
    insertAll()
  }

  /// Brings the places of some pairs from memory, all at the same time, so that adding them soon
  /// waits for nothing.
  mutating func prepare(_ pairs: [(first: Int, second: Int)]) {
    for (first, second) in pairs { sum ^= slots[place(of: PairSet.pair(first, second))] }
  }

  private static func pair(_ first: Int, _ second: Int) -> UInt64 {
    UInt64(first + 1) << 32 | UInt64(second + 1)
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
