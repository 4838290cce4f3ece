import CardJSON

/// Counts how often each name occurs, in the order in which names are first met.
///
/// Memory is bounded: names beyond the first `limit`, or beyond `textLimit` bytes of them, are only
/// counted together. Adding a known name allocates nothing.
struct NameCounts: ~Copyable {
  /// How many names are told apart.
  static let limit = 10_000
  /// How many bytes the names that are told apart may have together.
  static let textLimit = 1 << 20

  private struct Entry: BitwiseCopyable {
    let offset: Int
    let length: Int
    let hash: UInt64
    var count: Int
  }

  private var text = ByteBuffer()
  private var entries: [Entry] = []
  /// The number of each entry plus one, by hash; 0 is a free slot.
  ///
  /// The size is a power of two.
  private var slots: [Int32] = []
  /// How many occurrences had names that there was no room for.
  private(set) var others = 0

  /// How many names are told apart.
  var count: Int { entries.count }

  /// The name that was met as number `index`, and how often.
  func entry(_ index: Int) -> (name: ByteView, count: Int) {
    let entry = entries[index]
    return (text.view.slice(entry.offset..<entry.offset + entry.length), entry.count)
  }

  /// Adds `count` occurrences of a name.
  mutating func add(_ name: ByteView, count: Int = 1) {
    if (entries.count + 1) * 2 > slots.count { grow() }
    let hash = NameCounts.hash(name)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if entries[index].hash == hash, entry(index).name == name {
        entries[index].count += count
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard entries.count < NameCounts.limit, text.count + name.count <= NameCounts.textLimit else {
      others += count
      return
    }
    entries.append(Entry(offset: text.count, length: name.count, hash: hash, count: count))
    text.append(name)
    slots[slot] = Int32(entries.count)
  }

  /// Adds all that `part` counted, behind what is here.
  mutating func add(_ part: borrowing NameCounts) {
    for index in 0..<part.count {
      let entry = part.entry(index)
      add(entry.name, count: entry.count)
    }
    others += part.others
  }

  /// Forgets all names; the memory stays for the next ones.
  mutating func removeAll() {
    guard !entries.isEmpty || others > 0 else { return }
    text.removeAll()
    entries.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = 0 }
    others = 0
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: max(32, slots.count * 2))
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index + 1)
    }
  }

  /// A hash of eight bytes at a time, mixed because its lowest bits choose the slot.
  private static func hash(_ name: ByteView) -> UInt64 {
    var hash = UInt64(name.count)
    for position in stride(from: 0, to: name.count, by: 8) {
      let rest = UInt64(min(name.count - position, 8))
      // What is behind the end is no part of the name.
      let word = name.word(at: position) << (64 - 8 * rest)
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    return hash
  }
}
