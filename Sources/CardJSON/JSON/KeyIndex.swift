/// Finds the values of an object whose keys are names of a table.
///
/// Reused for every card. The last of several duplicate keys counts.
///
/// The cards of a stream have their keys in much the same order, so the index remembers which name
/// followed which (`KeyStep`) and tries that one before it looks a key up; then the one after it,
/// because cards omit absent fields, then another that followed before. Nearly every
/// key is found that way, by comparing two words.
@safe
public struct KeyIndex: ~Copyable, @unchecked Sendable {
  private let table: NameTable
  let nodes: UnsafeMutablePointer<Int32>
  let steps: KeySteps
  let count: Int

  /// An index of the names in `table`.
  public init(_ table: NameTable) {
    self.table = table
    count = table.count
    unsafe nodes = .allocate(capacity: max(count, 1))
    unsafe nodes.initialize(repeating: 0, count: max(count, 1))
    steps = KeySteps(table)
  }

  deinit {
    unsafe nodes.deallocate()
    steps.deallocate()
  }

  /// Looks up the keys of the object `node`; the result is valid until the next call.
  public mutating func index(_ document: JSONDocument, _ node: Int) -> KeyNodes {
    index(document, node) { _, _, _ in }
  }

  /// Looks up the keys of the object `node`; calls `visit` with each key, its value and its name.
  public mutating func index(
    _ document: JSONDocument, _ node: Int,
    visit: (_ key: Int, _ value: Int, _ name: Int?) -> Void
  ) -> KeyNodes {
    removeAll()
    var last = count
    document.forEachMember(of: node) { key, value in
      // A key's word says where its first byte is, one after its quote.
      if let name = steps.guess(document.bytes, at: document.word(key).offset - 1, after: last) {
        unsafe nodes[name] = Int32(truncatingIfNeeded: value)
        last = name
        visit(key, value, name)
      } else if let name = note(document.word(key), value, in: document.bytes, after: last) {
        last = name
        visit(key, value, name)
      } else {
        visit(key, value, nil)
      }
    }
    return found
  }

  /// The keys that were found last.
  var found: KeyNodes { unsafe KeyNodes(nodes: UnsafePointer(nodes), count: count) }

  /// Makes ready for another object.
  @inline(__always)
  mutating func removeAll() { unsafe nodes.update(repeating: 0, count: count) }

  /// Looks one key up and learns from it.
  ///
  /// - Parameters:
  ///   - key: the word of the key.
  ///   - value: the node of the value.
  ///   - last: the last name that was found in the object.
  /// - Returns: the name of the key; nil if it is not in the table.
  @inline(never)
  mutating func note(_ key: TapeWord, _ value: Int, in bytes: ByteView, after last: Int) -> Int? {
    guard let name = name(of: key, in: bytes) else { return nil }
    unsafe nodes[name] = Int32(truncatingIfNeeded: value)
    steps.remember(name, after: last)
    return name
  }

  private func name(of key: TapeWord, in bytes: ByteView) -> Int? {
    let content = bytes.slice(key.offset..<key.offset + key.extent)
    if !key.isEscaped { return table.index(of: content) }
    var text = ByteBuffer(capacity: content.count)
    JSONText.decode(content, into: &text)
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

/// A name as JSON usually has it, between its quotes and with a colon right after it, prepared
/// to be compared in two words; and which name followed it last.
struct KeyStep: BitwiseCopyable {
  // A step without a name matches nothing.
  private var first: UInt64 = 1
  private var firstMask: UInt64 = 0
  private var second: UInt64 = 0
  private var secondMask: UInt64 = 0
  /// The tape word of the key for offset 0.
  private var word = TapeWord(bits: 0)
  /// The bytes of the key with its quotes and its colon.
  private(set) var length: UInt16 = 0
  /// The number of the name that followed this one lately; after 65,535 names none is remembered.
  var follower: UInt16
  /// The number of another that did so.
  var alternative: UInt16

  /// The longest key that is compared, quotes and colon included, in bytes.
  private static let maximumLength = 16

  /// A step that matches nothing.
  init(follower: Int) {
    self.follower = UInt16(clamping: follower)
    alternative = self.follower
  }

  /// The step of `name`; one that matches nothing if the name is long or needs escapes in JSON.
  init(_ name: ByteView, follower: Int) {
    self.init(follower: follower)
    let count = name.count + 3
    guard count <= KeyStep.maximumLength, !name.holds(JSONText.escaped) else { return }
    var key = SIMD16<UInt8>()
    key[0] = UInt8(ascii: "\"")
    for index in 0..<name.count {
      key[index + 1] = name[index]
    }
    key[count - 2] = UInt8(ascii: "\"")
    key[count - 1] = UInt8(ascii: ":")
    let words = unsafe unsafeBitCast(key, to: SIMD2<UInt64>.self)
    (first, second) = (words.x.littleEndian, words.y.littleEndian)
    firstMask = KeyStep.mask(ofBytes: count)
    secondMask = KeyStep.mask(ofBytes: count - 8)
    length = UInt16(count)
    word = TapeWord(.string, offset: 1, extent: name.count)
  }

  /// The tape word of the key when its quote is at `position`.
  @inline(__always)
  func word(at position: Int) -> TapeWord { word.moved(by: position) }

  private static func mask(ofBytes count: Int) -> UInt64 {
    count <= 0 ? 0 : count >= 8 ? .max : 1 << (UInt64(count) * 8) - 1
  }

  /// Whether the words `first` and `second` of the text begin with the key.
  @inline(__always)
  func matches(_ first: UInt64, _ second: UInt64) -> Bool {
    ((first & firstMask) ^ self.first) | ((second & secondMask) ^ self.second) == 0
  }
}

/// One step for each name of a table, and after them the one that an object begins with.
///
/// Its copies share the steps, which its maker frees.
@safe
struct KeySteps: BitwiseCopyable {
  private let base: UnsafeMutablePointer<KeyStep>

  init(_ table: NameTable) {
    unsafe base = .allocate(capacity: table.count + 1)
    for name in 0..<table.count {
      unsafe (base + name).initialize(to: KeyStep(table.name(name), follower: table.count))
    }
    unsafe (base + table.count).initialize(to: KeyStep(follower: table.count))
  }

  func deallocate() { unsafe base.deallocate() }

  @inline(__always)
  subscript(name: Int) -> KeyStep { unsafe base[name] }

  /// Remembers that the name `name` followed the name `last`.
  func remember(_ name: Int, after last: Int) {
    guard name <= UInt16.max else { return }
    unsafe base[last].alternative = UInt16(truncatingIfNeeded: name)
  }

  /// The name whose key is at `position`, with its quotes and colon, if it is one of those that
  /// followed the name `last` in other objects; nil says nothing about the key.
  @inline(__always)
  func guess(_ bytes: ByteView, at position: Int, after last: Int) -> Int? {
    let first = bytes.word(at: position)
    let second = bytes.word(at: position &+ 8)
    let next = Int(self[last].follower)
    if self[next].matches(first, second) { return next }
    let nextButOne = Int(self[next].follower)
    if self[nextButOne].matches(first, second) { return nextButOne }
    let other = Int(self[last].alternative)
    guard self[other].matches(first, second) else { return nil }
    unsafe base[last].alternative = base[last].follower
    unsafe base[last].follower = UInt16(truncatingIfNeeded: other)
    return other
  }
}
