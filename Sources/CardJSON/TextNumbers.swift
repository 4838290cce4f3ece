/// Gives every different text a number, from 0 in the order in which they are first met.
///
/// The one table that is keyed by text of the input. Whoever counts or notes something by text keeps
/// an array beside it. Texts are kept and compared, so that it is exact: about 24 bytes and its own
/// for each. They are hashed with the seed of the process, so that nobody can choose texts that take
/// long to find; the numbers do not depend on it. Looking a text up allocates nothing.
public struct TextNumbers: ~Copyable, Sendable {
  private let seed: TextSeed
  /// The texts, one behind the other, and where each ends.
  private var bytes = ByteBuffer()
  private var ends: [Int] = []
  /// Half of the first 64 bits of a text's hash, and its number plus one; 0 is a free slot.
  ///
  /// The number of slots is a power of two, and at least twice that of texts.
  private var slots: [UInt64] = []

  /// A table without texts.
  public init(_ seed: TextSeed = .process) { self.seed = seed }

  /// How many texts there are.
  public var count: Int { ends.count }

  /// How many bytes all texts have together.
  public var byteCount: Int { bytes.count }

  /// The text with this number; a loan until the table changes.
  public subscript(number: Int) -> ByteView {
    bytes.view.slice((number == 0 ? 0 : ends[number - 1])..<ends[number])
  }

  /// The number of `text`; nil when it was not met.
  public func find(_ text: ByteView) -> Int? {
    guard count > 0 else { return nil }
    let entry = slots[slot(of: text, hash(text))]
    return entry == 0 ? nil : TextNumbers.number(entry)
  }

  /// The number of `text`, which is the old `count` when it is new.
  public mutating func number(of text: ByteView) -> Int {
    if (count + 1) * 2 > slots.count { grow() }
    let hash = hash(text)
    let slot = slot(of: text, hash)
    if slots[slot] != 0 { return TextNumbers.number(slots[slot]) }
    bytes.append(text)
    ends.append(bytes.count)
    slots[slot] = hash << 32 | UInt64(count)
    return count - 1
  }

  /// Forgets all texts; the memory stays for the next ones, unless it is much.
  public mutating func removeAll() {
    guard count > 0 else { return }
    bytes.removeAll()
    bytes.shrink(to: TextNumbers.keptCapacity)
    ends.removeAll(keepingCapacity: slots.count <= TextNumbers.keptSlots)
    if slots.count > TextNumbers.keptSlots {
      slots = []
    } else {
      for slot in slots.indices { slots[slot] = 0 }
    }
  }

  /// How much is kept: bytes of text, and slots.
  private static let keptCapacity = 1 << 16
  private static let keptSlots = 1 << 12

  private static func number(_ entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) - 1 }

  /// 32 bits of hash.
  private func hash(_ text: ByteView) -> UInt64 { TextHash(text, seed).first >> 32 }

  /// The slot that `text` is in, or the free one for it.
  private func slot(of text: ByteView, _ hash: UInt64) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash, self[TextNumbers.number(slots[slot])] == text { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(TextNumbers.leastSlots, old.count * 2))
    for entry in old where entry != 0 {
      var slot = Int(entry >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  private static let leastSlots = 32
}
