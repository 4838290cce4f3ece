/// The kind of value that a tape word describes.
@frozen
public enum JSONKind: UInt8, Sendable {
  /// `{`, followed by its members as pairs of a string and a value.
  case object
  /// `[`, followed by its elements.
  case array
  /// A string, or the key of a member.
  case string
  /// A number, as written.
  case number
  /// `true`.
  case `true`
  /// `false`.
  case `false`
  /// `null`.
  case null
  /// The `}` or `]` of a container, which is not a value.
  case end

  /// The kind in words, with its article.
  public var noun: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .true, .false: "a boolean"
    case .null, .end: "null"
    }
  }
}

/// A word of a tape: the kind and the location of a value.
///
/// Bits 0 to 31 are the byte offset, 32 to 59 the extent, and 60 to 62 the kind. Bit 63 is set for
/// a string with escapes, and for the root if any string has a `\u` escape.
@frozen
public struct TapeWord: Sendable {
  /// The packed fields.
  public let bits: UInt64

  /// The largest extent that a word can represent, and so the length of the longest string.
  public static let maximumExtent = 1 << 28 - 1

  @inlinable init(bits: UInt64) { self.bits = bits }

  @inlinable
  init(_ kind: JSONKind, offset: Int, extent: Int, isEscaped: Bool = false) {
    bits =
      UInt64(truncatingIfNeeded: offset) & 0xFFFF_FFFF | UInt64(truncatingIfNeeded: extent) << 32
      | UInt64(kind.rawValue) << 60 | (isEscaped ? 1 << 63 : 0)
  }

  /// The word of the same value `distance` bytes later in the text.
  @inline(__always)
  func moved(by distance: Int) -> TapeWord {
    TapeWord(bits: bits &+ UInt64(truncatingIfNeeded: distance))
  }

  /// Whether the value is a string without escapes.
  @inline(__always) var isPlainString: Bool { bits >> 60 == UInt64(JSONKind.string.rawValue) }

  /// Whether both words have the same kind, extent and escape bit, at any offset.
  @inline(__always) func isLike(_ other: TapeWord) -> Bool { (bits ^ other.bits) >> 32 == 0 }

  /// The kind of the value.
  @inlinable
  public var kind: JSONKind {
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits >> 60) & 7, to: JSONKind.self)
  }

  /// Whether the value is an object or an array, the two kinds whose upper bits are zero.
  @inlinable public var isContainer: Bool { bits & 0x6000_0000_0000_0000 == 0 }

  /// The byte offset of the value; for a string, of the first byte after the opening quote.
  @inlinable public var offset: Int { Int(bits & 0xFFFF_FFFF) }
  /// The length in bytes; for a container, the number of words from it to its end word.
  @inlinable public var extent: Int { Int(bits >> 32 & 0xFFF_FFFF) }
  /// Whether a string has a backslash, so that its text differs from its bytes; for a root object
  /// or array, whether any string in it has a `\u` escape.
  @inlinable public var isEscaped: Bool { bits >> 63 != 0 }
  /// The same word with `isEscaped` set.
  var escaped: TapeWord { TapeWord(bits: bits | 1 << 63) }
}

/// The positions of the values of a JSON text: a flat list in document order, one word per value.
///
/// The tape is the only result of a scan: no tree, no decoded text, no numbers. A value is
/// read on demand, through `JSONDocument`. The text
///
///     {"id":"a\n","e":{"n":10},"l":[]}
///     0         1         2         3
///     01234567890123456789012345678901
///
/// produces the words
///
///     word  kind    offset  extent
///     0     object       0      11   its end is word 11
///     1     string       2       2   id
///     2     string       7       3   a\n, escaped
///     3     string      13       1   e
///     4     object      16       3   its end is word 7
///     5     string      18       1   n
///     6     number      21       2   10
///     7     end         23       0
///     8     string      26       1   l
///     9     array       29       1   its end is word 10
///     10    end         30       0
///     11    end         31       0
///
/// The value after a container is one word after its end, so a container is skipped in one step.
/// Offsets count from the start of the scanned bytes.
@safe
struct Tape: ~Copyable, @unchecked Sendable {
  let words: UnsafeMutablePointer<UInt64>
  private let capacity: Int

  init(capacity: Int = 0) {
    self.capacity = capacity
    unsafe words = Memory.allocate((capacity + 8) * 8).assumingMemoryBound(to: UInt64.self)
  }

  deinit { unsafe Memory.free(words) }

  /// The word of a node; the index is not checked, because `reserve` has made room.
  @inline(__always)
  subscript(node: Int) -> TapeWord {
    get { unsafe TapeWord(bits: words[node]) }
    nonmutating set { unsafe words[node] = newValue.bits }
  }

  /// Makes room for the values of any text with `bytes` bytes; discards the content.
  ///
  /// No text has more words than bytes (`[` needs two words, but one of them is that of its `]`),
  /// and memory that is never written costs nothing.
  mutating func reserve(bytes: Int) { if bytes > capacity { self = Tape(capacity: bytes) } }
}
