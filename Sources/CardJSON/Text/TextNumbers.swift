/// Interns strings: assigns each distinct string a number, from 0 in the order of first occurrence.
///
/// Every table keyed by text is a `TextNumbers` and an array of values. Each string takes its
/// length and 24 bytes, and a lookup does not allocate. The process's seed prevents deliberate
/// collisions; the numbers do not depend on it.
public struct TextNumbers: ~Copyable, Sendable {
  private let seed: HashSeed
  private var texts = TextList()
  /// The hash table; the number of slots is a power of two, at least twice the number of strings.
  ///
  /// An entry is 32 bits of the text's hash and the text's number plus one; 0 is a free slot.
  private var slots: [UInt64] = []

  /// Creates an empty table.
  public init(_ seed: HashSeed = .process) { self.seed = seed }

  /// The number of strings.
  public var count: Int { texts.count }

  /// The total number of bytes of all strings.
  public var byteCount: Int { texts.byteCount }

  /// The text with this number; valid until the table changes.
  public subscript(number: Int) -> ByteView { texts[number] }

  /// Returns the number of `text`; nil if it is not in the table.
  public func find(_ text: ByteView) -> Int? {
    guard count > 0 else { return nil }
    let entry = slots[slot(of: text, hash(text) >> 32)]
    return entry == 0 ? nil : TextNumbers.number(entry)
  }

  /// The number of `text`, which is the old `count` when it is new.
  public mutating func number(of text: ByteView) -> Int { number(of: text, hash(text)) }

  /// The number of the text with this hash, such as `TextHash.first`, whose upper 32 bits are used;
  /// the old `count` when it is new.
  public mutating func number(of text: ByteView, _ hash: UInt64) -> Int {
    let hash = hash >> 32
    if (count &+ 1) &* 2 > slots.count { grow() }
    let slot = slot(of: text, hash)
    let entry = slots[slot]
    if entry != 0 { return TextNumbers.number(entry) }
    texts.append(text)
    slots[slot] = hash << 32 | UInt64(truncatingIfNeeded: count)
    return count &- 1
  }

  private func hash(_ text: ByteView) -> UInt64 { TextHash(text, seed).first }

  /// The number of `text`, which is the old `count` when it is new.
  public mutating func number(of text: String) -> Int {
    ByteBuffer(text.utf8).read { number(of: $0) }
  }

  /// Removes all strings.
  public mutating func removeAll() { if count > 0 { self = TextNumbers(seed) } }

  private static func number(_ entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) &- 1 }

  /// The slot of `text`, or the free slot where it belongs; for nil, always the free slot.
  @inline(__always)
  private func slot(of text: ByteView?, _ hash: UInt64) -> Int {
    let last = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & last
    while case let entry = slots[slot], entry != 0 {
      if let text, entry >> 32 == hash, self[TextNumbers.number(entry)] == text { break }
      slot = (slot &+ 1) & last
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

/// An append-only list of strings that are consecutive in memory.
public struct TextList: ~Copyable, Sendable {
  private var bytes = ByteBuffer()
  private var ends: [Int] = []

  /// Creates an empty list.
  public init() {}

  /// The number of strings.
  public var count: Int { ends.count }

  /// The total number of bytes of all strings.
  public var byteCount: Int { bytes.count }

  /// Appends a string, whose index is the previous `count`.
  public mutating func append(_ text: ByteView) {
    bytes.append(text)
    ends.append(bytes.count)
  }

  /// Appends the string that `body` writes.
  public mutating func append(_ body: (inout ByteBuffer) -> Void) {
    body(&bytes)
    ends.append(bytes.count)
  }

  /// The text with this number; valid until the list changes.
  public subscript(number: Int) -> ByteView {
    bytes.view.slice((number == 0 ? 0 : ends[number - 1])..<ends[number])
  }

  /// Removes all strings, and keeps the memory if `keepsCapacity`.
  public mutating func removeAll(keepsCapacity: Bool = true) {
    bytes.removeAll()
    if !keepsCapacity { bytes.shrink(to: 0) }
    ends.removeAll(keepingCapacity: keepsCapacity)
  }
}
