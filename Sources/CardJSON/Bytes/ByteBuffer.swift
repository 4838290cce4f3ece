/// Bytes that grow at the end and are reused from card to card without being freed.
///
/// The one owner of raw memory in cardctl: input blocks, output, decoded text. It is unique (not
/// copyable), so that two threads cannot hold one buffer and an append needs no reference count.
@safe
public struct ByteBuffer: ~Copyable, @unchecked Sendable {
  /// The number of zero bytes after the content of a sealed buffer: enough for every load of a
  /// scanner that stops at the first zero byte.
  public static let padding = 64

  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// The number of bytes held.
  @inlinable public var count: Int { length }
  @usableFromInline var length: Int

  /// An empty buffer with room for `capacity` bytes; without any it takes no memory until it is
  /// filled.
  public init(capacity: Int = 0) {
    self.capacity = capacity
    length = 0
    unsafe base = capacity > 0 ? ByteBuffer.allocate(capacity) : ByteBuffer.nothing
  }

  /// A buffer that holds a copy of `bytes`.
  @inlinable
  public init(_ bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count)
    append(contentsOf: bytes)
  }

  deinit {
    if capacity > 0 { unsafe Memory.free(base) }
  }

  /// The bytes after the end of a buffer without memory: zeros that are never written.
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

  /// Makes room for `extra` more bytes; for as many, lengths add up without overflow.
  @inlinable
  public mutating func reserve(_ extra: Int) {
    if extra > capacity &- count { grow(to: count + extra) }
  }

  @usableFromInline
  mutating func grow(to needed: Int) {
    let isFirst = capacity == 0
    capacity = max(needed, capacity + capacity / 2, ByteBuffer.leastCapacity)
    guard !isFirst else { return unsafe base = ByteBuffer.allocate(capacity) }
    let memory = unsafe Memory.resize(base, to: capacity, padding: ByteBuffer.padding)
    unsafe base = memory.assumingMemoryBound(to: UInt8.self)
  }

  /// The memory that the first bytes take, in bytes.
  private static let leastCapacity = 256

  /// Adds one byte.
  @inlinable
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[count] = byte
    length &+= 1
  }

  /// Adds the bytes of a view, which must not be one of this buffer's own.
  @inlinable
  public mutating func append(_ bytes: ByteView) {
    reserve(bytes.count)
    unsafe (base + count).initialize(from: bytes.base, count: bytes.count)
    length &+= bytes.count
  }

  /// Adds text of the source.
  @inlinable
  public mutating func append(_ text: StaticString) {
    append(ByteView(text))
  }

  /// Adds text as UTF-8.
  ///
  /// A literal is a `String` by preference, and would be copied byte by byte; disfavoured, this
  /// leaves literals to the `StaticString` above.
  @_disfavoredOverload
  public mutating func append(_ text: String) {
    let isAppended: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe append($0) }
    if isAppended != nil { return }
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  /// Adds `bytes`.
  public mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

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
    reserve(bytes.count)
    unsafe (base + length).initialize(from: first, count: bytes.count)
    length += bytes.count
  }

  /// Forgets all bytes; the memory stays for the next ones.
  @inlinable
  public mutating func removeAll() { length = 0 }

  /// Forgets all bytes but the first `newCount`.
  @inlinable
  public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    length = newCount
  }

  /// Gives memory beyond `limit` bytes back when nothing is held, so that one large card does not
  /// stay in memory for the rest of the input.
  public mutating func shrink(to limit: Int) {
    guard count == 0, capacity > limit else { return }
    unsafe Memory.free(base)
    capacity = limit
    unsafe base = limit > 0 ? ByteBuffer.allocate(limit) : ByteBuffer.nothing
  }

  /// A view of the content, followed by the zero bytes that a scanner needs.
  public mutating func sealed() -> ByteView {
    if capacity > 0 { unsafe (base + count).initialize(repeating: 0, count: ByteBuffer.padding) }
    return unsafe ByteView(base: UnsafePointer(base), count: count)
  }

  /// The content with zero bytes after it; its memory is never freed.
  consuming func leaked() -> ByteView {
    let view = sealed()
    discard self
    return view
  }

  /// A read-only view of the content; the bytes after its end are undefined.
  @inlinable
  public var view: ByteView { unsafe ByteView(base: UnsafePointer(base), count: count) }

  /// Passes a view of the content to `body` and keeps a temporary buffer alive during the call;
  /// `ByteBuffer(text).view` would outlive its bytes.
  @inlinable
  public borrowing func read<Result>(_ body: (ByteView) throws -> Result) rethrows -> Result {
    try body(view)
  }

  /// Lets `body` write up to `extra` bytes after the content and takes in as many as it says.
  ///
  /// - Returns: what `body` returned; a negative number takes in nothing.
  @unsafe
  public mutating func fill(_ extra: Int, _ body: (UnsafeMutableRawPointer, Int) -> Int) -> Int {
    reserve(extra)
    let written = unsafe body(UnsafeMutableRawPointer(base + count), extra)
    precondition(written <= extra)
    if written > 0 { length += written }
    return written
  }

  /// Passes the content to `body` as a pointer, for system calls.
  @unsafe
  public borrowing func withPointer<Result>(
    _ body: (UnsafePointer<UInt8>, Int) throws -> Result
  ) rethrows -> Result {
    try unsafe body(UnsafePointer(base), count)
  }
}

extension ByteBuffer {
  /// Appends a number in decimal, padded with zeros to `digits` digits, at most eight.
  public mutating func append(decimal number: UInt64, digits: Int = 1) {
    assert(digits > 0 && digits <= 8)
    guard number < ByteBuffer.eightDigits else {
      append(decimal: number / ByteBuffer.eightDigits)
      return append(decimal: number % ByteBuffer.eightDigits, digits: 8)
    }
    let digitsOfEight = ByteBuffer.digits(number)
    // The first digit is in the lowest byte, so leading zeros are trailing zero bits.
    let zeros = min(digitsOfEight.trailingZeroBitCount >> 3, 8 &- digits)
    let text = (digitsOfEight | 0x3030_3030_3030_3030) &>> UInt64(zeros &* 8)
    append(word: text, count: 8 &- zeros)
  }

  private static let eightDigits: UInt64 = 100_000_000

  /// The eight digits of a number below 10^8, a byte each and the first one in the lowest byte.
  ///
  /// It is halved, and its halves and quarters are at the same time: what is multiplied and moved
  /// to the right is a division by 100 and by 10.
  @inline(__always)
  private static func digits(_ number: UInt64) -> UInt64 {
    let halves = number / 10_000 | (number % 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x7F_0000_007F
    let pairs = hundreds | (halves &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0xF_000F_000F_000F
    return tens | (pairs &- tens &* 10) << 8
  }
}
