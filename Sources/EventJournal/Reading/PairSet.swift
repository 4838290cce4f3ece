@_spi(CardTool) import CardJSON

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
    while (count + other.count + 1) * 2 > slots.count { grow() }
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
    if (count + 1) * 2 > slots.count { grow() }
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
