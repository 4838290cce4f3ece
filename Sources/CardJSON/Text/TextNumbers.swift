/// Gives every different text a number, from 0 in the order in which they are first met.
///
/// The one table that is keyed by text of the input. Whoever counts or notes something by text
/// keeps an array beside it. Texts are kept and compared, so that it is exact: about 24 bytes and
/// its own for each. They are hashed with the seed of the process, so that nobody can choose texts
/// that take long to find; the numbers do not depend on it. Looking a text up allocates nothing.
public struct TextNumbers: ~Copyable, Sendable {
  private let seed: TextSeed
  private var texts = TextList()
  /// Half of the first 64 bits of a text's hash, and its number plus one; 0 is a free slot.
  ///
  /// The number of slots is a power of two, and at least twice that of texts.
  private var slots: [UInt64] = []
  /// The hashes of the texts that were prepared; 0 where there is none.
  private var hashes: [UInt64] = []
  /// What `prepare` found on its way.
  private var found: [Int] = []
  private var sum: UInt8 = 0

  /// A table without texts.
  public init(_ seed: TextSeed = .process) { self.seed = seed }

  /// How many texts there are.
  public var count: Int { texts.count }

  /// How many bytes all texts have together.
  public var byteCount: Int { texts.byteCount }

  /// The text with this number; a loan until the table changes.
  public subscript(number: Int) -> ByteView {
    texts[number]
  }

  /// The number of `text`; nil when it was not met.
  public func find(_ text: ByteView) -> Int? {
    guard count > 0 else { return nil }
    let entry = slots[slot(of: text, hash(text))]
    return entry == 0 ? nil : TextNumbers.number(entry)
  }

  /// The number of `text`, which is the old `count` when it is new.
  public mutating func number(of text: ByteView) -> Int { number(of: text, hash(text)) }

  /// Calls `visit` with the index and the number of each of many texts; of a text that is new the
  /// number is one that none had before.
  ///
  /// - Parameter text: the text with an index; nil for none, which is passed over.
  public mutating func number(
    _ indices: Range<Int>, of text: (Int) -> ByteView?, visit: (Int, Int) -> Void
  ) {
    var start = indices.lowerBound
    while start < indices.upperBound {
      let end = min(start + TextNumbers.preparedAtOnce, indices.upperBound)
      prepare(start..<end, text)
      for index in start..<end {
        if let text = text(index) { visit(index, number(of: text, hashes[index - start])) }
      }
      start = end
    }
  }

  private mutating func number(of text: ByteView, _ hash: UInt64) -> Int {
    if (count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: text, hash)
    if slots[slot] != 0 { return TextNumbers.number(slots[slot]) }
    texts.append(text)
    slots[slot] = hash << 32 | UInt64(count)
    return count - 1
  }

  /// How many texts are prepared at once.
  public static let preparedAtOnce = 32

  /// Brings what finding some texts takes from memory, for all of them at the same time.
  ///
  /// Where there are many texts, most of the time that finding one takes is waiting for memory,
  /// three times one after the other. Found soon after this it waits for nothing.
  public mutating func prepare(_ indices: Range<Int>, _ text: (Int) -> ByteView?) {
    hashes.removeAll(keepingCapacity: true)
    for index in indices {
      if let text = text(index) { hashes.append(hash(text)) } else { hashes.append(0) }
    }
    guard count > TextNumbers.keptSlots else { return }
    found.removeAll(keepingCapacity: true)
    for hash in hashes { found.append(Int(hash) & (slots.count - 1)) }
    // Each loop is short, so that the processor begins with the next loads while it waits.
    for index in found.indices { found[index] = max(0, TextNumbers.number(slots[found[index]])) }
    for index in found.indices { found[index] = texts.start(of: found[index]) }
    for index in found.indices { sum ^= texts.byte(at: found[index]) }
  }

  /// Gives all texts away and forgets them; their numbers there are those they had here.
  public mutating func takeTexts() -> TextList {
    var taken = TextList()
    swap(&taken, &texts)
    slots = []
    return taken
  }

  /// Forgets all texts; the memory stays for the next ones, unless it is much.
  public mutating func removeAll() {
    guard count > 0 else { return }
    texts.removeAll(
      keeping: TextNumbers.keptCapacity, keepsCapacity: slots.count <= TextNumbers.keptSlots)
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

/// Texts by number, from 0 in the order in which they were added; one after the other in memory.
public struct TextList: ~Copyable, Sendable {
  private var bytes = ByteBuffer()
  private var ends: [Int] = []

  /// No texts.
  public init() {}

  /// How many texts there are.
  public var count: Int { ends.count }

  /// How many bytes all texts have together.
  public var byteCount: Int { bytes.count }

  /// Adds a text, whose number is what `count` was.
  public mutating func append(_ text: ByteView) {
    bytes.append(text)
    ends.append(bytes.count)
  }

  /// The text with this number; a loan until the list changes.
  public subscript(number: Int) -> ByteView {
    bytes.view.slice(start(of: number)..<ends[number])
  }

  /// Where the text with this number begins among the bytes of all.
  func start(of number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }

  /// A byte of all texts, or 0 after the last one.
  func byte(at place: Int) -> UInt8 { bytes.view[place] }

  /// Forgets all texts, but keeps some memory for the next ones.
  ///
  /// - Parameters:
  ///   - capacity: how many bytes of text.
  ///   - keepsCapacity: whether room for as many texts as there are.
  public mutating func removeAll(keeping capacity: Int = .max, keepsCapacity: Bool = true) {
    bytes.removeAll()
    bytes.shrink(to: capacity)
    ends.removeAll(keepingCapacity: keepsCapacity)
  }
}
