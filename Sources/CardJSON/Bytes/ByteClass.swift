#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse2
#endif

/// A set of bytes, such as whitespace, that text is searched for 16 bytes at a time: up to four
/// runs of values.
///
/// If they are literals, the compiler specializes the search, and an absent run costs nothing.
@frozen
public struct ByteClass: BitwiseCopyable, Sendable {
  @usableFromInline typealias Lanes = SIMD16<UInt8>

  /// A run of consecutive values, which may wrap around after 255.
  @frozen
  public struct Run: BitwiseCopyable, Sendable {
    @usableFromInline let first: UInt8
    @usableFromInline let count: UInt8

    @inlinable @inline(__always)
    init(from first: UInt8, count: UInt8) {
      (self.first, self.count) = (first, count)
    }

    /// The values from `first` to `last`.
    @inlinable @inline(__always)
    public static func bytes(_ first: UInt8, _ last: UInt8) -> Run {
      Run(from: first, count: last &- first &+ 1)
    }

    /// A single value.
    @inlinable @inline(__always)
    public static func byte(_ byte: UInt8) -> Run { Run(from: byte, count: 1) }

    /// No value.
    public static var none: Run { @inlinable @inline(__always) get { Run(from: 0, count: 0) } }

    @inlinable @inline(__always)
    func marks(in lanes: Lanes) -> Lanes {
      let isMember = lanes &- Lanes(repeating: first) .< Lanes(repeating: count)
      return Lanes().replacing(with: Lanes(repeating: 0xFF), where: isMember)
    }
  }

  @usableFromInline let runs: (Run, Run, Run, Run)

  /// Creates the union of the runs.
  @inlinable @inline(__always)
  public init(_ first: Run, or second: Run = .none, or third: Run = .none, or fourth: Run = .none) {
    runs = (first, second, third, fourth)
  }

  /// A mask with all bits set in the lanes that are members.
  @inlinable @inline(__always)
  func marks(in lanes: Lanes) -> Lanes {
    runs.0.marks(in: lanes) | runs.1.marks(in: lanes)
      | runs.2.marks(in: lanes) | runs.3.marks(in: lanes)
  }

  /// ASCII whitespace and control characters.
  public static var spaceOrControl: ByteClass {
    @inlinable @inline(__always) get { ByteClass(.bytes(0, 0x20), or: .byte(0x7F)) }
  }

  /// Bytes that a URL can only contain encoded, but for rare ones.
  public static var outsideOfURL: ByteClass {
    @inlinable @inline(__always) get {
      ByteClass(
        .bytes(0x7F, 0x20), or: .bytes(UInt8(ascii: "{"), UInt8(ascii: "}")),
        or: .byte(UInt8(ascii: "<")), or: .byte(UInt8(ascii: "^")))
    }
  }

  /// Bytes that are unusual in names: ASCII capitals, hyphens, whitespace, control characters and
  /// backslashes.
  public static var unusualInName: ByteClass {
    @inlinable @inline(__always) get {
      ByteClass(
        .bytes(0, 0x20), or: .byte(UInt8(ascii: "-")), or: .byte(UInt8(ascii: "\\")),
        or: .bytes(UInt8(ascii: "A"), UInt8(ascii: "Z")))
    }
  }
}

extension ByteView {
  /// Whether any byte is in `members`.
  @inlinable @inline(__always)
  public func containsAny(of members: ByteClass) -> Bool {
    var position = 0
    while position < count {
      var marks = members.marks(in: vector(at: position))
      let rest = count &- position
      if rest < 16 {
        // Ignores the lanes after the end.
        let places = ByteClass.Lanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        let end = ByteClass.Lanes(repeating: UInt8(truncatingIfNeeded: rest))
        marks = marks.replacing(with: ByteClass.Lanes(), where: places .>= end)
      }
      let words = unsafe unsafeBitCast(marks, to: SIMD2<UInt64>.self)
      if words.x | words.y != 0 { return true }
      position &+= 16
    }
    return false
  }

  /// The number of bytes in `run`; each lane counts up to 255 before the lanes are summed.
  @inline(__always)
  func count(of run: ByteClass.Run) -> Int {
    let (first, size) = (
      ByteClass.Lanes(repeating: run.first), ByteClass.Lanes(repeating: run.count)
    )
    let ones = ByteClass.Lanes(repeating: 1)
    var total = 0
    var position = 0
    while count - position >= 16 {
      var sums = ByteClass.Lanes()
      let end = position + min(255 * 16, (count - position) & ~15)
      while position < end {
        let isMember = vector(at: position) &- first .< size
        sums &+= ByteClass.Lanes().replacing(with: ones, where: isMember)
        position &+= 16
      }
      let words = unsafe unsafeBitCast(sums, to: SIMD2<UInt64>.self)
      // Adds the bytes of each word in pairs, and then the pairs by a multiplication.
      let pairs = (words & 0x00FF_00FF_00FF_00FF) &+ (words &>> 8 & 0x00FF_00FF_00FF_00FF)
      total += Int(((pairs.x &+ pairs.y) &* 0x0001_0001_0001_0001) &>> 48)
    }
    guard position < count else { return total }
    let marks = run.marks(in: vector(at: position)).highBits
    return total + (marks & (1 << UInt32(count - position) - 1)).nonzeroBitCount
  }

  /// The number of bytes that equal `byte`.
  public func count(of byte: UInt8) -> Int { count(of: .byte(byte)) }

  /// The number of Unicode scalars, which is the number of bytes that are not continuation bytes.
  public var scalarCount: Int { count - count(of: .bytes(0x80, 0xBF)) }
}

// These functions copy and search in one pass: values are short, so two calls would cost more than
// the combined loop.
extension ByteBuffer {
  /// Appends `bytes`, a view of another buffer's content; returns whether they contain `byte`.
  public mutating func append(_ bytes: ByteView, seeking byte: UInt8) -> Bool {
    guard bytes.count > 0 else { return false }
    reserve(bytes.count)
    let wanted = ByteClass(.byte(byte))
    var found = SIMD16<UInt8>()
    var position = 0
    while bytes.count - position >= 16 {
      found |= copy(bytes, from: position, to: count &+ position, wanted)
      position &+= 16
    }
    let rest = UInt32(truncatingIfNeeded: bytes.count &- position)
    // The next append overwrites the bytes past the end; without one, they are in the padding.
    let marks = copy(bytes, from: position, to: count &+ position, wanted).highBits
    let last = marks & (1 &<< rest &- 1)
    length &+= bytes.count
    return found.highBits | last != 0
  }

  /// Appends `bytes`, a view of another buffer's content, and replaces each byte of `members` with
  /// `introducer` and its `letter`.
  public mutating func append(
    _ bytes: ByteView, escaping members: ByteClass, with introducer: UInt8,
    letter: (UInt8) -> UInt8
  ) {
    var position = append(bytes, from: 0, upTo: members)
    while position < bytes.count {
      append(introducer)
      append(letter(bytes[position]))
      position = append(bytes, from: position + 1, upTo: members)
    }
  }

  /// Appends `bytes`, a view of another buffer's content, from `start` up to the next byte in
  /// `wanted`; returns that byte's position, or `bytes.count`.
  @inline(__always)
  mutating func append(_ bytes: ByteView, from start: Int, upTo wanted: ByteClass) -> Int {
    reserve(bytes.count &- start)
    var position = start
    while position < bytes.count {
      let found = copy(bytes, from: position, to: count, wanted).highBits
      // The 17th bit stops the count at 16 if no byte was found.
      let step = min((found | 1 << 16).trailingZeroBitCount, bytes.count &- position)
      length &+= step
      position &+= step
      if found != 0 { break }
    }
    return position
  }

  /// Copies 16 bytes to the offset `place` of this buffer and returns the marks of the wanted
  /// bytes.
  @inline(__always)
  private func copy(
    _ bytes: ByteView, from start: Int, to place: Int, _ wanted: ByteClass
  ) -> SIMD16<UInt8> {
    let lanes = bytes.vector(at: start)
    assert(capacity > 0 && place >= 0 && place + 16 <= capacity + ByteBuffer.padding)
    unsafe UnsafeMutableRawPointer(base + place).storeBytes(of: lanes, as: SIMD16<UInt8>.self)
    return wanted.marks(in: lanes)
  }
}

extension SIMD16<UInt8> {
  /// The high bit of each lane, with the first lane's in the lowest bit; one x86 instruction,
  /// without which a scan takes 10 % longer.
  @inline(__always)
  var highBits: UInt32 {
    #if arch(x86_64)
      return unsafe UInt32(bitPattern: _mm_movemask_epi8(unsafeBitCast(self, to: SIMD2.self)))
    #else
      let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
      return gatheredBits(words.x) | gatheredBits(words.y) << 8
    #endif
  }
}

/// The high bit of each byte of `word`, with the lowest byte's in the lowest bit.
@inline(__always)
func gatheredBits(_ word: UInt64) -> UInt32 {
  // Each bit of the factor moves one byte's bit to its own bit of the highest byte.
  let bits = (word >> 7) & 0x0101_0101_0101_0101
  return UInt32(truncatingIfNeeded: (bits &* 0x0102_0408_1020_4080) >> 56)
}
