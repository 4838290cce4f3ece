/// A fixed set of names, such as the keys of every card shape, found by their bytes.
///
/// Cards are full of short keys. A name of up to eight bytes is read as one masked word and found
/// with one comparison; longer ones, which are rare, are compared byte by byte as well.
public struct NameTable: BitwiseCopyable, Sendable {
  /// The longest name, in bytes.
  public static let maximumLength = 32

  @usableFromInline let slots: PermanentTable<Slot>
  @usableFromInline let names: PermanentTable<ByteView>
  @usableFromInline let shift: UInt64

  @usableFromInline
  struct Slot: BitwiseCopyable, Sendable {
    /// The first eight bytes.
    @usableFromInline var first: UInt64 = 0
    /// The length in bytes; without it a name and one with zero bytes after it are the same word.
    @usableFromInline var count: Int32 = 0
    /// The place of the name in the list; -1 in an empty slot.
    @usableFromInline var index: Int32 = -1
  }

  /// A table of `names`, which must differ from each other; each is found by its place in the list.
  public init(_ names: [String]) {
    var bits: UInt64 = 4
    while 1 << bits < names.count * 4 { bits += 1 }
    let views = names.map { ByteView(permanent: $0) }
    var slots = [Slot](repeating: Slot(), count: 1 << bits)
    for (index, name) in views.enumerated() {
      precondition(name.count > 0 && name.count <= NameTable.maximumLength)
      let first = NameTable.firstWord(name)
      var place = Int(NameTable.hash(name, first) >> (64 - bits))
      while slots[place].index >= 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = Slot(first: first, count: Int32(name.count), index: Int32(index))
    }
    self.slots = PermanentTable(slots)
    self.names = PermanentTable(views)
    shift = 64 - bits
  }

  /// A table of no names.
  public static let empty = NameTable([])

  /// The number of names.
  var count: Int { names.count }

  /// The name at `index` of the list.
  func name(_ index: Int) -> ByteView { names[index] }

  /// The place of `name` in the list; nil when it is not there.
  ///
  /// - Precondition: the view has at least 8 readable bytes after its end.
  @inlinable
  public func index(of name: ByteView) -> Int? {
    guard name.count > 0, name.count <= NameTable.maximumLength else { return nil }
    let first = NameTable.firstWord(name)
    var place = Int(truncatingIfNeeded: NameTable.hash(name, first) >> shift)
    while true {
      let slot = slots[place]
      if slot.index < 0 { return nil }
      if slot.first == first, Int(slot.count) == name.count,
        name.count <= 8 || names[Int(slot.index)] == name
      {
        return Int(slot.index)
      }
      place = (place + 1) & (slots.count - 1)
    }
  }

  /// The first eight bytes, with zeros for those after the end.
  @inlinable
  static func firstWord(_ name: ByteView) -> UInt64 {
    let word = name.word(at: 0)
    return name.count >= 8 ? word : word & (1 << (UInt64(name.count) * 8) - 1)
  }

  /// A hash of the first eight and the last eight bytes.
  @inlinable
  static func hash(_ name: ByteView, _ first: UInt64) -> UInt64 {
    let last = name.count > 8 ? name.word(at: name.count - 8) &* 0xC2B2_AE3D_27D4_EB4F : 0
    return (first ^ last) &* 0x9E37_79B9_7F4A_7C15
  }
}
