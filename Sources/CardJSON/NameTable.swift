/// A fixed set of names, such as the keys of every card shape, found by their bytes at the cost of
/// one hash and one comparison of words.
///
/// Names are 1 to 32 bytes of ASCII. Cards are full of short keys: reading one as masked words and comparing those beats any comparison byte by byte.
public struct NameTable: Sendable {
  /// The longest name, in bytes.
  public static let maximumLength = 32

  @usableFromInline let slots: [Slot]
  @usableFromInline let shift: UInt64

  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var first: UInt64 = 0
    @usableFromInline var second: UInt64 = 0
    @usableFromInline var third: UInt64 = 0
    @usableFromInline var fourth: UInt64 = 0
    /// The length in bytes; without it a name and one with zero bytes behind it are the same words.
    @usableFromInline var count = 0
    @usableFromInline var index = -1

    @usableFromInline init() {}
  }

  /// A table of `names`, which must differ from each other; each is found by its place in the list.
  public init(_ names: [String]) {
    var bits: UInt64 = 4
    while 1 << bits < names.count * 4 { bits += 1 }
    var slots = [Slot](repeating: Slot(), count: 1 << bits)
    for (index, name) in names.enumerated() {
      precondition(!name.isEmpty && name.utf8.count <= NameTable.maximumLength)
      var buffer = ByteBuffer(name.utf8)
      var slot = NameTable.slot(of: buffer.sealed())
      slot.index = index
      var place = Int(NameTable.hash(slot) >> (64 - bits))
      while slots[place].index >= 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
    self.slots = slots
    shift = 64 - bits
  }

  /// The place of `name` in the list; nil when it is not there.
  ///
  /// - Precondition: the view has at least 32 readable bytes behind its end.
  @inlinable
  public func index(of name: ByteView) -> Int? {
    guard name.count > 0, name.count <= NameTable.maximumLength else { return nil }
    let wanted = NameTable.slot(of: name)
    var place = Int(truncatingIfNeeded: NameTable.hash(wanted) >> shift)
    while true {
      let slot = slots[place]
      if slot.index < 0 { return nil }
      if slot.first == wanted.first, slot.second == wanted.second, slot.third == wanted.third,
        slot.fourth == wanted.fourth, slot.count == wanted.count
      {
        return slot.index
      }
      place = (place + 1) & (slots.count - 1)
    }
  }

  @inlinable
  static func slot(of name: ByteView) -> Slot {
    var slot = Slot()
    slot.count = name.count
    slot.first = masked(name, from: 0)
    if name.count > 8 { slot.second = masked(name, from: 8) }
    if name.count > 16 { slot.third = masked(name, from: 16) }
    if name.count > 24 { slot.fourth = masked(name, from: 24) }
    return slot
  }

  /// The up to eight bytes from `start` on, with zeros for those behind the end.
  @inlinable
  static func masked(_ name: ByteView, from start: Int) -> UInt64 {
    let rest = name.count - start
    let word = name.word(at: start)
    return rest >= 8 ? word : word & (1 << (UInt64(rest) * 8) - 1)
  }

  @inlinable
  static func hash(_ slot: Slot) -> UInt64 {
    (slot.first ^ slot.second &* 0x9E37_79B9_7F4A_7C15 ^ slot.third &* 0xC2B2_AE3D_27D4_EB4F
      ^ slot.fourth &* 0x1656_67B1_9E37_79F9)
      &* 0x9E37_79B9_7F4A_7C15
  }
}

/// Which of a table's names are keys of one object, and where their values are.
///
/// Made once and reused for every card. Where a key is there twice, the last one counts.
@safe
public struct KeyIndex: ~Copyable, @unchecked Sendable {
  private let table: NameTable
  private let nodes: UnsafeMutablePointer<Int32>
  private let count: Int

  /// An index of the names in `table`, of which there are `count`.
  public init(_ table: NameTable, count: Int) {
    self.table = table
    self.count = count
    unsafe nodes = .allocate(capacity: count)
    unsafe nodes.initialize(repeating: 0, count: count)
  }

  deinit { unsafe nodes.deallocate() }

  /// Looks the keys of the object `node` up; the result is good until the next call.
  public mutating func index(_ document: JSONDocument, _ node: Int) -> KeyNodes {
    unsafe nodes.update(repeating: 0, count: count)
    document.forEachMember(of: node) { key, value in
      if let name = name(of: key, in: document) {
        unsafe nodes[name] = Int32(truncatingIfNeeded: value)
      }
    }
    return unsafe KeyNodes(nodes: UnsafePointer(nodes), count: count)
  }

  private func name(of key: Int, in document: JSONDocument) -> Int? {
    if !document.word(key).isEscaped { return table.index(of: document.content(key)) }
    var text = document.decoded(key)
    return table.index(of: text.sealed())
  }
}

/// The nodes of the values of one object's known keys.
@frozen
@safe
public struct KeyNodes: @unchecked Sendable {
  @usableFromInline let nodes: UnsafePointer<Int32>
  @usableFromInline let count: Int

  @inlinable
  init(nodes: UnsafePointer<Int32>, count: Int) {
    unsafe self.nodes = nodes
    self.count = count
  }

  /// The node of the value of the key that is the name number `name`; 0 when there is no such key.
  @inlinable
  public subscript(name: Int) -> Int {
    assert(name >= 0 && name < count)
    return unsafe Int(nodes[name])
  }
}
