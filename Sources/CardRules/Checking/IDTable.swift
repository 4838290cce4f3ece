import CardJSON

/// The ids that were met, each with the number of its first record.
///
/// Ids are kept as 96 bits of hash, so that half a million of them take 16 MB: two different ones
/// are taken for one with a chance of less than 1 in 10^17 at that number.
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
  mutating func insert(_ id: IDHash, record: Int) -> Int? {
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
  /// is most of what a large table costs; a block's ids that are glanced at first wait together.
  func glance(at id: IDHash) -> UInt64 {
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

/// A hash of an id, 128 bits.
struct IDHash: BitwiseCopyable {
  private(set) var first: UInt64 = 0x243F_6A88_85A3_08D3
  private(set) var second: UInt64 = 0x1319_8A2E_0370_7344

  /// The hash of `text`.
  init(_ text: ByteView) {
    var position = 0
    while text.count - position >= 16 {
      add(text.word(at: position), text.word(at: position + 8))
      position += 16
    }
    if text.count >= 16 {
      // The last words may overlap those before them.
      add(text.word(at: text.count - 16), text.word(at: text.count - 8))
    } else {
      while position < text.count {
        add(UInt64(text[position]), 0)
        position += 1
      }
    }
    add(first ^ UInt64(text.count), second)
  }

  private mutating func add(_ word: UInt64, _ next: UInt64) {
    let (high, low) = (first ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ next)
    first = high ^ low ^ (first << 23 | first >> 41)
    let factor = 0xC2B2_AE3D_27D4_EB4F ^ word
    let (otherHigh, otherLow) = (second ^ next).multipliedFullWidth(by: factor)
    second = otherHigh ^ otherLow &+ (second << 31 | second >> 33)
  }
}
