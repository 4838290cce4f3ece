import CardJSON

/// Gives every different text a number, from 0 in the order in which they are first met.
///
/// Exact: texts are kept and compared, about 20 bytes and its own for each. The hash is seeded
/// anew in every process, so that nobody can choose texts that take long to find.
struct TextNumbers: ~Copyable {
  private var bytes = ByteBuffer(capacity: 1 << 12)
  /// Where each text ends in `bytes`.
  private var ends: [Int] = []
  /// Half of a text's hash and its number plus one; 0 is a free slot.
  private var slots = [UInt64](repeating: 0, count: 64)
  private let seed = UInt64.random(in: .min ... .max)
  private let multiplier = UInt64.random(in: 1 << 63 ... .max) | 1

  /// How many texts there are.
  var count: Int { ends.count }

  /// The text with this number.
  subscript(number: Int) -> ByteView {
    bytes.view.slice((number == 0 ? 0 : ends[number - 1])..<ends[number])
  }

  /// The number of `text`, which has 8 readable bytes behind its end.
  mutating func number(of text: ByteView) -> Int {
    if (count + 1) * 2 > slots.count { grow() }
    let hash = hash(text)
    let slot = slot(of: text, hash)
    if slots[slot] != 0 { return Int(slots[slot] & 0xFFFF_FFFF) - 1 }
    bytes.append(text)
    ends.append(bytes.count)
    slots[slot] = hash << 32 | UInt64(count)
    return count - 1
  }

  /// Whether `text`, which has 8 readable bytes behind its end, has a number.
  func contains(_ text: ByteView) -> Bool { slots[slot(of: text, hash(text))] != 0 }

  /// The slot that `text` is in, or the free one for it.
  private func slot(of text: ByteView, _ hash: UInt64) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] >> 32 == hash, self[number] == text { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      var slot = Int(entry >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  /// 32 bits of hash.
  private func hash(_ text: ByteView) -> UInt64 {
    var state = seed ^ UInt64(truncatingIfNeeded: text.count)
    var position = 0
    while text.count - position >= 8 {
      state = mixed(state, text.word(at: position))
      position += 8
    }
    let left = UInt64(truncatingIfNeeded: text.count - position)
    if left > 0 { state = mixed(state, text.word(at: position) & (1 << (left * 8) - 1)) }
    return mixed(state, seed) >> 32
  }

  private func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let (high, low) = (state ^ word).multipliedFullWidth(by: multiplier)
    return high ^ low
  }
}
