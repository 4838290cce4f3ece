import CardJSON

/// Gives every distinct id a number, in the order in which they are first met, from 0.
///
/// Ids are compared whole and hashed with a seed that differs from run to run, so that no input can
/// make them collide. Looking one up allocates nothing; each takes its own bytes and about 40 more.
struct IDNumbers: ~Copyable, Sendable {
  /// The ids, one behind the other, and where each ends.
  private var text = ByteBuffer()
  private var ends: [Int] = []
  private var hashes: [Int] = []
  /// The number of an id and 1; 0 is a free slot.
  private var slots: [Int] = []

  /// No ids.
  init() {}

  /// How many ids there are.
  var count: Int { ends.count }

  /// The number of `id`; nil when it was not met.
  func find(_ id: ByteView) -> Int? {
    guard count > 0 else { return nil }
    let hash = IDNumbers.hash(id)
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      if hashes[number] == hash, self[number] == id { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The number of `id`, which is `count` when it is new.
  mutating func number(of id: ByteView) -> Int {
    if let number = find(id) { return number }
    if (count + 1) * 2 > slots.count { grow() }
    text.append(id)
    ends.append(text.count)
    hashes.append(IDNumbers.hash(id))
    place(count - 1)
    return count - 1
  }

  private subscript(number: Int) -> ByteView {
    text.view.slice((number == 0 ? 0 : ends[number - 1])..<ends[number])
  }

  private mutating func place(_ number: Int) {
    var slot = hashes[number] & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = number + 1
  }

  private mutating func grow() {
    slots = [Int](repeating: 0, count: max(64, slots.count * 2))
    for number in 0..<count { place(number) }
  }

  private static func hash(_ id: ByteView) -> Int {
    var hasher = Hasher()
    unsafe id.withPointer { base, count in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: base, count: count))
    }
    return hasher.finalize()
  }
}
