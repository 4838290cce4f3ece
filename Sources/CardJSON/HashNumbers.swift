/// The hashes of texts that were met, each with a number from 1.
///
/// Where a `TextNumbers` would keep the texts themselves, this keeps 96 bits of their hashes, so
/// that half a million of them take 16 MB: two different ones are taken for one with a chance of
/// less than 1 in 10^17 at that number, which nobody can raise without knowing the seed. Whoever
/// reads the texts makes the hashes.
public struct HashNumbers: Sendable {
  private var slots: [Slot] = []
  /// How many there are.
  public private(set) var count = 0

  /// Both parts in one place of memory, which is most of what a look-up costs.
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    /// 32 more bits of hash and the number, as far as 32 bits hold it; 0 is free.
    var entry: UInt64 = 0

    var number: Int { Int(entry & 0xFFFF_FFFF) }
  }

  /// No hashes.
  public init() {}

  /// Adds the hash of a text with a number; one that was there keeps its own.
  ///
  /// - Returns: the number that the hash had before; nil when it is new.
  public mutating func insert(_ hash: TextHash, number: Int) -> Int? {
    if (count + 1) * 2 > slots.count { grow() }
    let new = Slot(hash: hash.first, entry: hash.second & HashNumbers.hashBits | UInt64(number))
    var place = Int(truncatingIfNeeded: new.hash) & (slots.count - 1)
    while slots[place].entry != 0 {
      let slot = slots[place]
      if slot.hash == new.hash, (slot.entry ^ new.entry) & HashNumbers.hashBits == 0 {
        return slot.number
      }
      place = (place + 1) & (slots.count - 1)
    }
    slots[place] = new
    count += 1
    return nil
  }

  private static let hashBits: UInt64 = 0xFFFF_FFFF_0000_0000

  /// Forgets all hashes.
  public mutating func removeAll() {
    guard count > 0 else { return }
    if slots.count > HashNumbers.keptSlots {
      slots = []
    } else {
      for place in slots.indices { slots[place] = Slot() }
    }
    count = 0
  }

  private static let keptSlots = 1024

  private mutating func grow() {
    let old = slots
    let size = max(64, old.count * 4)
    slots = [Slot](repeating: Slot(), count: size)
    for slot in old where slot.entry != 0 {
      var place = Int(truncatingIfNeeded: slot.hash) & (size - 1)
      while slots[place].entry != 0 { place = (place + 1) & (size - 1) }
      slots[place] = slot
    }
  }
}
