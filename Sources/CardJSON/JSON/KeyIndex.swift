/// The known keys of objects, such as those of every card shape, which any number of indices share.
public final class KeyNames: Sendable {
  let numbers: TextNumbers
  /// A step for each name, and at index `count` the step at the start of an object.
  let steps: PermanentTable<KeyStep>

  /// No keys.
  public static let none = KeyNames([])

  /// Creates the keys from strings, which must be distinct.
  public convenience init(_ names: [String]) {
    var numbers = TextNumbers()
    for name in names { _ = numbers.number(of: name) }
    self.init(numbers)
  }

  /// Creates the keys from numbered strings.
  public init(_ numbers: consuming TextNumbers) {
    let count = numbers.count
    steps = PermanentTable(count: count + 1) { name in
      name < count ? KeyStep(numbers[name], follower: count) : KeyStep(follower: count)
    }
    self.numbers = numbers
  }
}

/// Finds the values of known keys in objects, of duplicate keys the last one.
///
/// The cards of a stream have their keys in much the same order, so the index predicts each key
/// from the one before it (`KeyStep`) and compares the prediction before it looks the key up. It
/// tries the key that followed last time; then the one after that, because cards omit absent
/// fields; then an earlier successor. Nearly every key is found that way, by comparing two words.
@safe
public struct KeyIndex: ~Copyable, @unchecked Sendable {
  private let names: KeyNames
  let nodes: UnsafeMutablePointer<Int32>
  private let steps: UnsafeMutablePointer<KeyStep>
  let count: Int

  /// Creates an index of `names`.
  public init(_ names: KeyNames) {
    self.names = names
    count = names.numbers.count
    unsafe nodes = .allocate(capacity: max(count, 1))
    unsafe nodes.initialize(repeating: 0, count: max(count, 1))
    unsafe steps = .allocate(capacity: count + 1)
    unsafe steps.initialize(from: names.steps.base, count: count + 1)
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
      // The offset of a key's word is one after its quote.
      if let name = guess(bytes, at: key.word.offset - 1, after: last) {
        unsafe nodes[name] = Int32(truncatingIfNeeded: value.index)
        last = name
      } else {
        last = note(key.word, value.index, in: bytes, after: last) ?? last
      }
    }
    return found(in: object)
  }

  /// The result of the last lookup, which was in `object`.
  func found(in object: JSONNode) -> IndexedObject {
    unsafe IndexedObject(object, nodes: UnsafePointer(nodes), count: count)
  }

  /// Resets the index for another object.
  @inline(__always) func removeAll() { unsafe nodes.update(repeating: 0, count: count) }

  /// The step after the name `name`.
  @inline(__always) func step(_ name: Int) -> KeyStep { unsafe steps[name] }

  /// The name of the key at `position`, which must include its quotes and colon, if it is one of
  /// the predicted successors of the name `last`; nil means only that the prediction failed.
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

  /// Looks up the key with this word and records it as a successor of the name `last`; nil if it is
  /// not one of the names.
  @inline(never)
  func note(_ key: TapeWord, _ value: Int, in bytes: ByteView, after last: Int) -> Int? {
    guard let name = name(of: key, in: bytes) else { return nil }
    unsafe nodes[name] = Int32(truncatingIfNeeded: value)
    if name <= UInt16.max { unsafe steps[last].alternative = UInt16(truncatingIfNeeded: name) }
    return name
  }

  /// The number of the key with this word; nil if it is not one of the names.
  func name(of key: TapeWord, in bytes: ByteView) -> Int? {
    let content = bytes.slice(key.offset..<key.offset + key.extent)
    return JSONString(content, isEscaped: key.isEscaped).withText { names.numbers.find($0) }
  }
}

/// An object whose known keys were looked up; valid until its index or scanner is used again.
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

  /// The value of the key with the name number `name`; nil if absent.
  @inlinable public subscript(name: Int) -> JSONNode? {
    assert(name >= 0 && name < count)
    let index = unsafe Int(nodes[name])
    return index == 0 ? nil : object.document[index]
  }
}

/// A key as it usually appears in JSON, in quotes and with a colon right after it, prepared for a
/// comparison of two words; and the names that followed it.
struct KeyStep: BitwiseCopyable {
  // A step without a name matches nothing.
  private var first: UInt64 = 1
  private var firstMask: UInt64 = 0
  private var second: UInt64 = 0
  private var secondMask: UInt64 = 0
  /// The tape word of the key for offset 0.
  private var word = TapeWord(bits: 0)
  /// The length of the key with its quotes and colon, in bytes.
  private(set) var length: UInt16 = 0
  /// The number of the name that last followed this one, if it is below 65,536.
  var follower: UInt16
  /// The number of another name that followed it.
  var alternative: UInt16

  /// The length of the longest key that is predicted, including quotes and colon, in bytes.
  private static let maximumLength = 16

  /// Creates a step that matches nothing.
  init(follower: Int) {
    self.follower = UInt16(clamping: follower)
    alternative = self.follower
  }

  /// Creates the step of `name`, which matches nothing if the name is long or needs escapes in
  /// JSON.
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

  /// The tape word of the key if its opening quote is at `position`.
  @inline(__always) func word(at position: Int) -> TapeWord { word.moved(by: position) }

  private static func mask(ofBytes count: Int) -> UInt64 {
    count <= 0 ? 0 : count >= 8 ? .max : 1 << (UInt64(count) * 8) - 1
  }

  /// Whether the key is at the start of the 16 bytes of text in `first` and `second`.
  @inline(__always)
  func matches(_ first: UInt64, _ second: UInt64) -> Bool {
    ((first & firstMask) ^ self.first) | ((second & secondMask) ^ self.second) == 0
  }
}
