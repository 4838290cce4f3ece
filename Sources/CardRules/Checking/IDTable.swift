import CardJSON

/// The ids that were met, each with the number of its first record.
///
/// Ids are kept as 96 bits of hash, so that half a million of them take 16 MB: two different ones
/// are taken for one with a chance of less than 1 in 10^17 at that number.
struct IDTable {
  private var hashes: [UInt64] = []
  /// 32 bits of hash and the number of the record, as far as 32 bits hold it; 0 is a free slot.
  private var entries: [UInt64] = []
  private(set) var count = 0

  /// A table without ids.
  init() {}

  /// Adds an id that was met in the record with this number, from 1.
  ///
  /// - Returns: the number of the record in which it was met before; nil when it is new.
  mutating func insert(_ id: IDHash, record: Int) -> Int? {
    if (count + 1) * 2 > hashes.count { grow() }
    var slot = Int(truncatingIfNeeded: id.first) & (hashes.count - 1)
    while entries[slot] != 0 {
      if hashes[slot] == id.first, entries[slot] >> 32 == id.second >> 32 {
        return Int(entries[slot] & 0xFFFF_FFFF)
      }
      slot = (slot + 1) & (hashes.count - 1)
    }
    hashes[slot] = id.first
    entries[slot] = id.second & 0xFFFF_FFFF_0000_0000 | UInt64(record) & 0xFFFF_FFFF
    count += 1
    return nil
  }

  /// Forgets all ids.
  mutating func removeAll() {
    guard count > 0 else { return }
    if hashes.count > IDTable.keptSlots {
      (hashes, entries) = ([], [])
    } else {
      for slot in entries.indices { entries[slot] = 0 }
    }
    count = 0
  }

  private static let keptSlots = 1024

  private mutating func grow() {
    let old = (hashes: hashes, entries: entries)
    let size = max(64, hashes.count * 2)
    hashes = [UInt64](repeating: 0, count: size)
    entries = [UInt64](repeating: 0, count: size)
    for index in old.entries.indices where old.entries[index] != 0 {
      var slot = Int(truncatingIfNeeded: old.hashes[index]) & (size - 1)
      while entries[slot] != 0 { slot = (slot + 1) & (size - 1) }
      hashes[slot] = old.hashes[index]
      entries[slot] = old.entries[index]
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
