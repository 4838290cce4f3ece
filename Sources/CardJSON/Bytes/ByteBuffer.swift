/// A growable byte buffer, reused from card to card; not copyable, so an append needs no uniqueness
/// check.
@safe
public struct ByteBuffer: ~Copyable, @unchecked Sendable {
  /// The number of zero bytes after the content of a sealed buffer; a scanner that stops at the
  /// first zero byte never loads beyond them.
  public static let padding = 64

  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var length = 0

  /// The number of bytes in the buffer.
  @inlinable public var count: Int { length }

  /// Creates an empty buffer; it allocates nothing if `capacity` is 0.
  public init(capacity: Int = 0) {
    self.capacity = capacity
    unsafe base = capacity > 0 ? ByteBuffer.allocate(capacity) : ByteBuffer.nothing
  }

  /// Creates a buffer with a copy of `bytes`.
  @inlinable
  public init(_ bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count)
    append(contentsOf: bytes)
  }

  deinit { if capacity > 0 { unsafe Memory.free(base) } }

  /// The base of a buffer without memory: the zero padding, which is never written to.
  private static var nothing: UnsafeMutablePointer<UInt8> {
    let zeros: StaticString = """
      \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
      \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0
      """
    assert(zeros.utf8CodeUnitCount == padding)
    return unsafe UnsafeMutablePointer(mutating: zeros.utf8Start)
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe Memory.allocate(capacity, padding: padding).assumingMemoryBound(to: UInt8.self)
  }

  /// Makes room for `extra` more bytes.
  @inlinable
  public mutating func reserve(_ extra: Int) {
    if extra > capacity &- count { grow(to: count + extra) }
  }

  @usableFromInline
  mutating func grow(to needed: Int) {
    let isFirst = capacity == 0
    capacity = max(needed, capacity + capacity / 2, ByteBuffer.minimumCapacity)
    guard !isFirst else { return unsafe base = ByteBuffer.allocate(capacity) }
    let memory = unsafe Memory.resize(base, to: capacity, padding: ByteBuffer.padding)
    unsafe base = memory.assumingMemoryBound(to: UInt8.self)
  }

  /// The size of the first allocation, in bytes.
  private static let minimumCapacity = 256

  /// Removes all bytes and keeps the capacity.
  @inlinable public mutating func removeAll() { length = 0 }

  /// Removes all bytes after the first `newCount`.
  @inlinable
  public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    length = newCount
  }

  /// Reduces the capacity of an empty buffer to at most `limit` bytes, to free the memory of a
  /// large card.
  public mutating func shrink(to limit: Int) {
    guard count == 0, capacity > limit else { return }
    self = ByteBuffer(capacity: limit)
  }

  /// A view of the content, after which it writes the zero padding that a scanner needs.
  public mutating func sealed() -> ByteView {
    if capacity > 0 { unsafe (base + count).initialize(repeating: 0, count: ByteBuffer.padding) }
    return view
  }

  /// Returns a sealed view of the content, whose memory is never freed.
  consuming func leaked() -> ByteView {
    let view = sealed()
    discard self
    return view
  }

  /// A read-only view of the content; the bytes after its end are undefined.
  @inlinable public var view: ByteView { unsafe ByteView(base: UnsafePointer(base), count: count) }

  /// Passes a view of the content to `body` and keeps the buffer alive: `ByteBuffer(text).view`
  /// would outlive its bytes.
  @inlinable
  public borrowing func read<Result>(_ body: (ByteView) throws -> Result) rethrows -> Result {
    try body(view)
  }

  /// Lets `body` write up to `extra` bytes after the content, and appends as many as it returns;
  /// none if the result is negative.
  @unsafe
  public mutating func fill(_ extra: Int, _ body: (UnsafeMutableRawPointer, Int) -> Int) -> Int {
    reserve(extra)
    let written = unsafe body(UnsafeMutableRawPointer(base + count), extra)
    precondition(written <= extra)
    if written > 0 { length += written }
    return written
  }

  // MARK: Appending

  /// Appends one byte.
  @inlinable
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[count] = byte
    length &+= 1
  }

  /// Appends the bytes of a view, which must not be a view of this buffer.
  @inlinable
  public mutating func append(_ bytes: ByteView) {
    reserve(bytes.count)
    unsafe (base + count).initialize(from: bytes.base, count: bytes.count)
    length &+= bytes.count
  }

  /// Appends a literal.
  @inlinable public mutating func append(_ text: StaticString) { append(ByteView(text)) }

  /// Appends text as UTF-8; disfavored, so that literals use the `StaticString` overload above.
  @_disfavoredOverload
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  /// Appends `bytes`.
  public mutating func append(_ bytes: [UInt8]) { append(contentsOf: bytes) }

  /// Appends the bytes of a sequence.
  @inlinable
  public mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    let isAppended: Void? = bytes.withContiguousStorageIfAvailable { unsafe append($0) }
    if isAppended != nil { return }
    for byte in bytes { append(byte) }
  }

  @unsafe
  @usableFromInline
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    append(unsafe ByteView(base: first, count: bytes.count))
  }

  /// Appends `byte` `count` times.
  public mutating func append(repeating byte: UInt8, count: Int) {
    reserve(count)
    unsafe (base + length).initialize(repeating: byte, count: count)
    length &+= count
  }

  /// Appends text, which is not a view of this buffer, with its ASCII letters in lower case.
  public mutating func append(lowercased text: ByteView) {
    reserve(text.count)
    for index in 0..<text.count { unsafe base[length &+ index] = ByteView.lowercased(text[index]) }
    length &+= text.count
  }

  /// Appends `true` or `false`.
  public mutating func append(_ flag: Bool) {
    append(word: flag ? 0x6575_7274 : 0x65_736C_6166, count: flag ? 4 : 5)
  }

  /// Appends the low `count` bytes of a word, at most eight, lowest byte first.
  @inlinable
  public mutating func append(word: UInt64, count: Int) {
    reserve(count)
    unsafe UnsafeMutableRawPointer(base + length).storeBytes(of: word.littleEndian, as: UInt64.self)
    length &+= count
  }

  /// Appends a number in decimal, with a minus sign if it is negative.
  public mutating func append(signed number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: number.magnitude)
  }

  /// Appends a number in decimal, zero-padded to `digits` digits, at most eight.
  public mutating func append(decimal number: UInt64, digits: Int = 1) {
    var (rest, word, count) = (number, 0 as UInt64, 0)
    repeat {
      word = word << 8 | UInt64(UInt8(ascii: "0")) + rest % 10
      rest /= 10
      count += 1
    } while count < digits || rest > 0 && count < 8
    if rest > 0 { append(decimal: rest) }
    append(word: word, count: count)
  }

  /// Appends `\u` and the four hexadecimal digits of a UTF-16 code unit.
  public mutating func append(unicodeEscape unit: UInt16) {
    let digits = ByteView("0123456789abcdef")
    append("\\u")
    for shift in [12, 8, 4, 0] { append(digits[Int(unit >> UInt16(shift)) & 15]) }
  }

  // MARK: Editing

  /// Removes the bytes from `start` to the end and returns them.
  public mutating func take(from start: Int) -> ByteBuffer {
    var taken = ByteBuffer(capacity: count - start)
    taken.append(view.slice(start..<count))
    truncate(to: start)
    return taken
  }

  /// Inserts `byte` at `position`.
  public mutating func insert(_ byte: UInt8, at position: Int) {
    precondition(position >= 0 && position <= count)
    reserve(1)
    let place = unsafe base + position
    unsafe (place + 1).update(from: place, count: count - position)
    unsafe place.pointee = byte
    length += 1
  }

  /// Replaces the byte at `position` with `byte`.
  public mutating func replace(at position: Int, with byte: UInt8) {
    precondition(position >= 0 && position < count)
    unsafe base[position] = byte
  }
}
