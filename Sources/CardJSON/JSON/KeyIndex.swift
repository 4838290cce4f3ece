/// Finds the values of an object whose keys are among some names, such as those of every card shape.
///
/// Reused for every card. The last of several duplicate keys counts.
///
/// The cards of a stream have their keys in much the same order, so the index remembers which name
/// followed which (`KeyStep`) and tries that one before it looks a key up; then the one after it,
/// because cards omit absent fields, then another that followed before. Nearly every
/// key is found that way, by comparing two words.
@safe
public struct KeyIndex: ~Copyable, @unchecked Sendable {
  /// The names; the number of one is its place in the list.
  private var names = TextNumbers()
  let nodes: UnsafeMutablePointer<Int32>
  /// One step for each name, and after them the one that an object begins with.
  private let steps: UnsafeMutablePointer<KeyStep>
  let count: Int

  /// An index of `names`, which differ from each other.
  public init(_ names: [String]) {
    for name in names { _ = self.names.number(of: name) }
    count = self.names.count
    unsafe nodes = .allocate(capacity: max(count, 1))
    unsafe nodes.initialize(repeating: 0, count: max(count, 1))
    unsafe steps = .allocate(capacity: count + 1)
    for name in 0..<count {
      unsafe (steps + name).initialize(to: KeyStep(self.names[name], follower: count))
    }
    unsafe (steps + count).initialize(to: KeyStep(follower: count))
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe steps.deallocate()
  }

  /// Looks up the keys of an object; the result is valid until the next call.
  public mutating func index(_ object: JSONNode) -> IndexedObject {
    let bytes = object.document.bytes
    removeAll()
    var last = count
    for (key, value) in object.members {
      // A key's word says where its first byte is, one after its quote.
      if let name = guess(bytes, at: key.word.offset - 1, after: last) {
        unsafe nodes[name] = Int32(truncatingIfNeeded: value.index)
        last = name
      } else {
        last = note(key.word, value.index, in: bytes, after: last) ?? last
      }
    }
    return found(in: object)
  }

  /// The keys that were found last, which are those of `object`.
  func found(in object: JSONNode) -> IndexedObject {
    unsafe IndexedObject(object, nodes: UnsafePointer(nodes), count: count)
  }

  /// Makes ready for another object.
  @inline(__always) func removeAll() { unsafe nodes.update(repeating: 0, count: count) }

  /// The step after the name `name`.
  @inline(__always) func step(_ name: Int) -> KeyStep { unsafe steps[name] }

  /// The name whose key is at `position`, with its quotes and colon, if it is one of those that
  /// followed the name `last` in other objects; nil says nothing about the key.
  @inline(__always)
  func guess(_ bytes: ByteView, at position: Int, after last: Int) -> Int? {
    let first = bytes.word(at: position)
    let second = bytes.word(at: position &+ 8)
    let next = Int(step(last).follower)
    if step(next).matches(first, second) { return next }
    let nextButOne = Int(step(next).follower)
    if step(nextButOne).matches(first, second) { return nextButOne }
    let other = Int(step(last).alternative)
    guard step(other).matches(first, second) else { return nil }
    unsafe steps[last].alternative = steps[last].follower
    unsafe steps[last].follower = UInt16(truncatingIfNeeded: other)
    return other
  }

  /// Looks one key up and learns from it.
  ///
  /// - Parameters:
  ///   - key: the word of the key.
  ///   - value: the node of the value.
  ///   - last: the last name that was found in the object.
  /// - Returns: the name of the key; nil if it has none.
  @inline(never)
  func note(_ key: TapeWord, _ value: Int, in bytes: ByteView, after last: Int) -> Int? {
    guard let name = name(of: key, in: bytes) else { return nil }
    unsafe nodes[name] = Int32(truncatingIfNeeded: value)
    if name <= UInt16.max { unsafe steps[last].alternative = UInt16(truncatingIfNeeded: name) }
    return name
  }

  private func name(of key: TapeWord, in bytes: ByteView) -> Int? {
    let content = bytes.slice(key.offset..<key.offset + key.extent)
    if !key.isEscaped { return names.find(content) }
    var text = ByteBuffer(capacity: content.count)
    JSONText.decode(content, into: &text)
    return names.find(text.view)
  }
}

/// An object whose known keys were looked up; borrowed until its index or scanner is used again.
@frozen
@safe
public struct IndexedObject: @unchecked Sendable {
  /// The object.
  public let object: JSONNode
  @usableFromInline let nodes: UnsafePointer<Int32>
  @usableFromInline let count: Int

  @inlinable
  init(_ object: JSONNode, nodes: UnsafePointer<Int32>, count: Int) {
    self.object = object
    unsafe self.nodes = nodes
    self.count = count
  }

  /// The value of the key that is the name number `name`; nil without one.
  @inlinable public subscript(name: Int) -> JSONNode? {
    assert(name >= 0 && name < count)
    let index = unsafe Int(nodes[name])
    return index == 0 ? nil : object.document[index]
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
    var key = ByteBuffer(capacity: KeyStep.maximumLength)
    JSONText.appendQuoted(name, to: &key)
    key.append(UInt8(ascii: ":"))
    guard key.count <= KeyStep.maximumLength, key.count == name.count + 3 else { return }
    let bytes = key.sealed()
    (first, second) = (bytes.word(at: 0), bytes.word(at: 8))
    firstMask = KeyStep.mask(ofBytes: key.count)
    secondMask = KeyStep.mask(ofBytes: key.count - 8)
    length = UInt16(key.count)
    word = TapeWord(.string, offset: 1, extent: name.count)
  }

  /// The tape word of the key when its quote is at `position`.
  @inline(__always) func word(at position: Int) -> TapeWord { word.moved(by: position) }

  private static func mask(ofBytes count: Int) -> UInt64 {
    count <= 0 ? 0 : count >= 8 ? .max : 1 << (UInt64(count) * 8) - 1
  }

  /// Whether the words `first` and `second` of the text begin with the key.
  @inline(__always)
  func matches(_ first: UInt64, _ second: UInt64) -> Bool {
    ((first & firstMask) ^ self.first) | ((second & secondMask) ^ self.second) == 0
  }
}
