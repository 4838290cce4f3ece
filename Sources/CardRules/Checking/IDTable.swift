@_spi(CardTool) import CardJSON

/// The ids that were met, each with the number of its first record.
///
/// Where a `TextNumbers` would keep the ids themselves, this keeps 96 bits of their hashes, so that half
/// a million of them take 16 MB: two different ones are taken for one with a chance of less than 1 in
/// 10^17 at that number, which nobody can raise without knowing the seed. The workers make the hashes.
struct IDTable {
  private var slots: [Slot] = []
  private(set) var count = 0

  /// Both parts in one place of memory, which is most of what a look-up costs.
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    /// 32 more bits of hash and the number of the record, as far as 32 bits hold it; 0 is free.
    var entry: UInt64 = 0
  }

  /// A table without ids.
  init() {}

  /// Adds an id that was met in the record with this number, from 1.
  ///
  /// - Returns: the number of the record in which it was met before; nil when it is new.
  mutating func insert(_ id: TextHash, record: Int) -> Int? {
    if (count + 1) * 2 > slots.count { grow() }
    var place = Int(truncatingIfNeeded: id.first) & (slots.count - 1)
    while slots[place].entry != 0 {
      let slot = slots[place]
      if slot.hash == id.first, slot.entry >> 32 == id.second >> 32 {
        return Int(slot.entry & 0xFFFF_FFFF)
      }
      place = (place + 1) & (slots.count - 1)
    }
    let entry = id.second & 0xFFFF_FFFF_0000_0000 | UInt64(record) & 0xFFFF_FFFF
    slots[place] = Slot(hash: id.first, entry: entry)
    count += 1
    return nil
  }

  /// A number out of the place where `id` will be looked for.
  ///
  /// It says nothing: reading it brings the place near. To wait for the memory of each id in turn
  /// is most of what a large table costs; a block's ids that are asked for first wait together.
  func prefetch(_ id: TextHash) -> UInt64 {
    slots.isEmpty ? 0 : slots[Int(truncatingIfNeeded: id.first) & (slots.count - 1)].entry
  }

  /// Forgets all ids.
  mutating func removeAll() {
    guard count > 0 else { return }
    if slots.count > IDTable.keptSlots {
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
