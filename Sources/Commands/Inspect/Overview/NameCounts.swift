import CardJSON

/// Counts how often each name occurs, in the order in which names are first met.
///
/// What is counted in a block is bounded by the block. Added up, memory is bounded too: names beyond
/// the first `limit`, or beyond `textLimit` bytes of them, are only counted together. A block itself
/// must not leave any out, because which names are the first ones only the blocks before it say.
struct NameCounts: ~Copyable {
  /// How many names of several blocks are told apart.
  static let limit = 10_000
  /// How many bytes the names that are told apart may have together.
  static let textLimit = 1 << 20

  private var names = TextNumbers()
  private var counts: [Int] = []
  /// How many occurrences had names that there was no room for.
  private(set) var others = 0

  /// How many names are told apart.
  var count: Int { names.count }

  /// The name that was met as number `index`, and how often.
  func entry(_ index: Int) -> (name: ByteView, count: Int) { (names[index], counts[index]) }

  /// Adds an occurrence of a name of the block.
  mutating func add(_ name: ByteView) { add(name, count: 1) }

  private mutating func add(_ name: ByteView, count: Int) {
    let number = names.number(of: name)
    if number == counts.count { counts.append(0) }
    counts[number] += count
  }

  /// Adds all that the next block counted, behind what is here.
  mutating func add(_ block: borrowing NameCounts) {
    for index in 0..<block.count {
      let (name, count) = block.entry(index)
      let hasRoom =
        self.count < NameCounts.limit
        && names.byteCount + name.count <= NameCounts.textLimit
      if hasRoom || names.find(name) != nil {
        add(name, count: count)
      } else {
        others += count
      }
    }
    others += block.others
  }

  /// Forgets all names; the memory stays for the next ones, unless it is much.
  mutating func removeAll() {
    names.removeAll()
    counts.removeAll(keepingCapacity: counts.count <= NameCounts.limit)
    others = 0
  }
}
