/// Which of a table's names are keys of one object, and where their values are.
///
/// Made once and reused for every card. Where a key is there twice, the last one counts.
///
/// The cards of a stream have their keys in much the same order, so the index remembers which name
/// followed which (`KeyStep`) and tries that one before it looks a key up; then the one behind it,
/// because cards leave out what they do not have, then another that followed before. Nearly every
/// key is found that way, by comparing two words.
@safe
public struct KeyIndex: ~Copyable, @unchecked Sendable {
  private let table: NameTable
  let nodes: UnsafeMutablePointer<Int32>
  /// One step for each name, and behind them the one that an object begins with.
  let steps: UnsafeMutablePointer<KeyStep>
  let count: Int

  /// An index of the names in `table`.
  public init(_ table: NameTable) {
    self.table = table
    count = table.count
    unsafe nodes = .allocate(capacity: max(count, 1))
    unsafe nodes.initialize(repeating: 0, count: max(count, 1))
    unsafe steps = .allocate(capacity: count + 1)
    unsafe steps.initialize(from: table.steps.base, count: count + 1)
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe steps.deallocate()
  }

  /// Looks the keys of the object `node` up; the result is good until the next call.
  public mutating func index(_ document: JSONDocument, _ node: Int) -> KeyNodes {
    removeAll()
    var last = count
    document.forEachMember(of: node) { key, value in
      // A key's word says where its first byte is, one behind its quote.
      if let name = guess(document.bytes, at: document.word(key).offset - 1, after: last) {
        unsafe nodes[name] = Int32(truncatingIfNeeded: value)
        last = name
      } else {
        note(document.word(key), value, in: document.bytes, after: &last)
      }
    }
    return found
  }

  /// The keys that were found last.
  var found: KeyNodes { unsafe KeyNodes(nodes: UnsafePointer(nodes), count: count) }

  /// Makes ready for another object.
  @inline(__always)
  mutating func removeAll() { unsafe nodes.update(repeating: 0, count: count) }

  /// The name whose key stands at `position`, quote, colon and all, if it is one of those that
  /// followed the name `last` in other objects; nil says nothing about the key.
  @inline(__always)
  mutating func guess(_ bytes: ByteView, at position: Int, after last: Int) -> Int? {
    let first = bytes.word(at: position)
    let second = bytes.word(at: position &+ 8)
    let next = Int(unsafe steps[last].follower)
    if unsafe steps[next].matches(first, second) { return next }
    let nextButOne = Int(unsafe steps[next].follower)
    if unsafe steps[nextButOne].matches(first, second) { return nextButOne }
    let other = Int(unsafe steps[last].alternative)
    guard unsafe steps[other].matches(first, second) else { return nil }
    unsafe steps[last].alternative = steps[last].follower
    unsafe steps[last].follower = Int32(truncatingIfNeeded: other)
    return other
  }

  /// Looks one key up and learns from it.
  ///
  /// - Parameters:
  ///   - key: the word of the key.
  ///   - value: the node of the value.
  ///   - last: the last name that was found in the object; then this one, if it is one.
  @inline(never)
  mutating func note(_ key: TapeWord, _ value: Int, in bytes: ByteView, after last: inout Int) {
    guard let name = name(of: key, in: bytes) else { return }
    unsafe nodes[name] = Int32(truncatingIfNeeded: value)
    unsafe steps[last].alternative = Int32(truncatingIfNeeded: name)
    last = name
  }

  private func name(of key: TapeWord, in bytes: ByteView) -> Int? {
    let content = bytes.slice(key.offset..<key.offset + key.extent)
    if !key.isEscaped { return table.index(of: content) }
    var text = ByteBuffer(capacity: content.count)
    JSONText.decode(content, into: &text)
    return table.index(of: text.sealed())
  }
}

/// A name as it mostly stands in JSON, between its quotes and with a colon right behind, made ready
/// to be compared in two words; and which name followed it last.
struct KeyStep: BitwiseCopyable {
  // A step that is no name matches nothing.
  private var first: UInt64 = 1
  private var firstMask: UInt64 = 0
  private var second: UInt64 = 0
  private var secondMask: UInt64 = 0
  /// The tape word of the key, as if it stood at offset 0.
  private var word = TapeWord(bits: 0)
  /// The bytes of the key with its quotes and its colon.
  private(set) var length: Int32 = 0
  /// The number of the name that followed this one lately.
  var follower: Int32
  /// The number of another that did so.
  var alternative: Int32

  /// The longest key that is compared, quotes and colon included, in bytes.
  private static let maximumLength = 16

  /// A step that matches nothing.
  init(follower: Int) {
    self.follower = Int32(truncatingIfNeeded: follower)
    alternative = self.follower
  }

  /// The step of `name`; one that matches nothing when the name is long, or not spelt in JSON with
  /// its own bytes.
  init(_ name: ByteView, follower: Int) {
    self.init(follower: follower)
    guard name.count + 3 <= KeyStep.maximumLength, !KeyStep.needsEscape(name) else { return }
    // The first byte is the lowest one.
    var key: UInt128 = 0
    for byte in "\":".utf8.reversed() { key = key << 8 | UInt128(byte) }
    for place in (0..<name.count).reversed() { key = key << 8 | UInt128(name[place]) }
    key = key << 8 | UInt128(UInt8(ascii: "\""))
    first = UInt64(truncatingIfNeeded: key)
    second = UInt64(truncatingIfNeeded: key >> 64)
    length = Int32(truncatingIfNeeded: name.count + 3)
    firstMask = KeyStep.mask(ofBytes: Int(length))
    secondMask = KeyStep.mask(ofBytes: Int(length) - 8)
    word = TapeWord(.string, offset: 1, extent: name.count)
  }

  /// The tape word of the key when its quote is at `position`.
  @inline(__always)
  func word(at position: Int) -> TapeWord { word.moved(by: position) }

  private static func needsEscape(_ name: ByteView) -> Bool {
    for index in 0..<name.count {
      let byte = name[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
    }
    return false
  }

  private static func mask(ofBytes count: Int) -> UInt64 {
    count <= 0 ? 0 : count >= 8 ? .max : 1 << (UInt64(count) * 8) - 1
  }

  /// Whether sixteen bytes begin with the key.
  @inline(__always)
  func matches(_ first: UInt64, _ second: UInt64) -> Bool {
    ((first & firstMask) ^ self.first) | ((second & secondMask) ^ self.second) == 0
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
