/// Gives every distinct string a number, from 0 in the order of first occurrence.
///
/// Every table that is keyed by text, of the input or of the source, is a `TextNumbers` and an array
/// of values. The text is kept and compared, so that numbers are exact; it takes 24 bytes and its
/// own length. The seed of the process prevents chosen collisions, and the numbers do not depend on
/// it. Looking up text does not allocate.
public struct TextNumbers: ~Copyable, Sendable {
  private let seed: TextSeed
  private var texts = TextList()
  /// Half of the first 64 bits of a text's hash, and its number plus one; 0 is a free slot.
  ///
  /// The number of slots is a power of two, and at least twice the number of strings.
  private var slots: [UInt64] = []

  /// An empty table.
  public init(_ seed: TextSeed = .process) { self.seed = seed }

  /// The number of strings.
  public var count: Int { texts.count }

  /// The total number of bytes of all strings.
  public var byteCount: Int { texts.byteCount }

  /// The text with this number; valid until the table changes.
  public subscript(number: Int) -> ByteView { texts[number] }

  /// The number of `text`; nil if it is not in the table.
  public func find(_ text: ByteView) -> Int? {
    guard count > 0 else { return nil }
    let entry = slots[slot(of: text, hash(text))]
    return entry == 0 ? nil : TextNumbers.number(entry)
  }

  /// The number of `text`, which is the old `count` when it is new.
  public mutating func number(of text: ByteView) -> Int {
    let hash = hash(text)
    if (count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: text, hash)
    if slots[slot] != 0 { return TextNumbers.number(slots[slot]) }
    texts.append(text)
    slots[slot] = hash << 32 | UInt64(count)
    return count - 1
  }

  /// The number of `text`, which is the old `count` when it is new.
  public mutating func number(of text: String) -> Int {
    ByteBuffer(text.utf8).read { number(of: $0) }
  }

  /// Removes all strings.
  public mutating func removeAll() { if count > 0 { self = TextNumbers(seed) } }

  private static func number(_ entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) - 1 }

  /// 32 bits of hash.
  private func hash(_ text: ByteView) -> UInt64 { TextHash(text, seed).first >> 32 }

  /// The slot that `text` is in, or the free one for it; for nil always the free one.
  private func slot(of text: ByteView?, _ hash: UInt64) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if let text, slots[slot] >> 32 == hash, self[TextNumbers.number(slots[slot])] == text {
        break
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(TextNumbers.minimumSlotCount, old.count * 2))
    for entry in old where entry != 0 { slots[slot(of: nil, entry >> 32)] = entry }
  }

  private static let minimumSlotCount = 32
}

/// Strings by number, from 0 in the order of addition, consecutive in memory.
public struct TextList: ~Copyable, Sendable {
  private var bytes = ByteBuffer()
  private var ends: [Int] = []

  /// An empty list.
  public init() {}

  /// The number of strings.
  public var count: Int { ends.count }

  /// The total number of bytes of all strings.
  public var byteCount: Int { bytes.count }

  /// Adds a text, whose number is what `count` was.
  public mutating func append(_ text: ByteView) { append { $0.append(text) } }

  /// Adds the text that `body` appends.
  public mutating func append(_ body: (inout ByteBuffer) -> Void) {
    body(&bytes)
    ends.append(bytes.count)
  }

  /// The text with this number; valid until the list changes.
  public subscript(number: Int) -> ByteView {
    bytes.view.slice((number == 0 ? 0 : ends[number - 1])..<ends[number])
  }

  /// Removes all strings.
  ///
  /// - Parameter keepsCapacity: whether the memory stays for the next ones.
  public mutating func removeAll(keepsCapacity: Bool = true) {
    bytes.removeAll()
    if !keepsCapacity { bytes.shrink(to: 0) }
    ends.removeAll(keepingCapacity: keepsCapacity)
  }
}
