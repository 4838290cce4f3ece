/// Validates JSON and fills a tape, in one forward pass over the bytes.
///
/// CardJSON turns bytes into values with places and values into bytes; it knows nothing of cards,
/// does no I/O and never prints. The scanner is its heart: strict RFC 8259, strict UTF-8, at most
/// `depthLimit` levels, every error with its byte offset. It is made once and reused for every
/// card, because its tape is.
///
/// Strings, most of the input, are read sixteen bytes at a time (`ByteView.vector`): all are tested
/// at once for a quote, a backslash, a control character and a byte outside ASCII. Keys of the root
/// that came in the cards before are compared as a whole instead of being read (`KeyIndex`). The end
/// of the bytes needs no test at all: the zero bytes behind a sealed buffer stop every loop, and
/// whatever fails at the end has run out of input.
public struct JSONScanner: ~Copyable {
  /// How many containers may be open at once.
  public static let depthLimit = 512

  /// How a scan ended.
  public enum Outcome: Equatable, Sendable {
    /// A whole value was read; it ends before this offset.
    case value(end: Int)
    /// The bytes ended inside the value, and more may come.
    case incomplete
    /// This is not JSON.
    case invalid(JSONSyntaxError)
  }

  var tape = Tape()
  var keys: KeyIndex
  var error = JSONSyntaxError(.expectedValue, offset: 0, found: nil)
  /// Where the scan began: what stands before that is not its business.
  var start = 0

  /// A scanner with an empty tape.
  ///
  /// - Parameter names: keys of the root that are looked up while it is read (`rootKeys`).
  public init(indexing names: NameTable = .empty) { keys = KeyIndex(names) }

  /// Reads the one value that begins at `start`, after white space.
  ///
  /// - Parameters:
  ///   - bytes: the content of a sealed buffer.
  ///   - start: where to begin, in bytes from the start of the view.
  ///   - isFinal: whether no more bytes follow; a value that is cut off is then invalid, and a
  ///     number that ends with the bytes is whole.
  public mutating func scan(_ bytes: ByteView, from start: Int = 0, isFinal: Bool = true) -> Outcome
  {
    assert(bytes[bytes.count] == 0)
    guard bytes.count - start <= TapeWord.maximumExtent, bytes.count <= UInt32.max else {
      return .invalid(JSONSyntaxError(.tooLong, offset: start, found: nil))
    }
    tape.reserve(bytes: bytes.count - start)
    self.start = start
    let end = scanValue(bytes, from: start)
    if end >= 0 {
      if end == bytes.count && !isFinal && root.kind == .number { return .incomplete }
      return .value(end: end)
    }
    if error.offset >= bytes.count && error.reason != .tooDeep {
      if !isFinal { return .incomplete }
      return .invalid(JSONSyntaxError(.unexpectedEnd, offset: bytes.count, found: nil))
    }
    return .invalid(error)
  }

  /// The values of the last scan that ended with `.value`.
  public func document(_ bytes: ByteView) -> JSONDocument {
    unsafe JSONDocument(bytes: bytes, words: UnsafePointer(tape.words))
  }

  /// Where the values of the root's keys are, as far as the scanner was given their names.
  ///
  /// Good after a scan that ended with `.value` until the next one; a root that is no object has
  /// none.
  public var rootKeys: KeyNodes { keys.found }

  private var root: TapeWord { unsafe TapeWord(bits: tape.words[0]) }

  /// Where a failed step leaves the reading position.
  static let failed = -1

  /// Notes why and where reading fails.
  func failure(_ reason: JSONSyntaxError.Reason, at offset: Int, in bytes: ByteView)
    -> JSONSyntaxError
  {
    JSONSyntaxError(reason, offset: offset, found: offset < bytes.count ? bytes[offset] : nil)
  }

  /// Remembers the failure; returns `failed`, for the caller to pass on.
  @inline(never)
  mutating func fail(_ reason: JSONSyntaxError.Reason, at offset: Int, in bytes: ByteView) -> Int {
    error = failure(reason, at: offset, in: bytes)
    return JSONScanner.failed
  }
}

extension JSONScanner {
  /// The next position at or after `start` that holds no white space.
  @inlinable
  public static func skipSpace(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    while bytes[position] <= 0x20 {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return position
      }
    }
    return position
  }

  /// The same where white space is rare, so that there is nothing but a test on the way.
  @inline(__always)
  private static func skipRareSpace(_ bytes: ByteView, from start: Int) -> Int {
    bytes[start] > 0x20 ? start : skipMoreSpace(bytes, from: start)
  }

  @inline(never)
  private static func skipMoreSpace(_ bytes: ByteView, from start: Int) -> Int {
    skipSpace(bytes, from: start)
  }

  /// Reads one value and all it contains; returns the offset behind it, or `failed`.
  ///
  /// The open containers need no stack of their own: until its end is found, a container's word
  /// holds how far back its parent's word is.
  private mutating func scanValue(_ bytes: ByteView, from start: Int) -> Int {
    let words = unsafe tape.words
    let steps = keys.steps
    let nodes = unsafe keys.nodes
    var position = start
    var next = 0  // the tape's next free word
    var open = -1  // the word of the innermost open container
    var isObject = false
    var depth = 0
    var lastKey = keys.count  // the last key of the root that has a name
    keys.removeAll()

    scanning: while true {
      // A key begins here, or in an array and at the root a value.
      if isObject {
        if open == 0, let name = steps.guess(bytes, at: position, after: lastKey) {
          let step = steps[name]
          unsafe words[next] = step.word(at: position).bits
          next &+= 1
          unsafe nodes[name] = Int32(truncatingIfNeeded: next)
          lastKey = name
          position &+= Int(step.length)
        } else {
          let key = JSONScanner.skipRareSpace(bytes, from: position)
          if key != position {
            position = key
            continue scanning
          }
          let end = scanKey(bytes, at: position)
          if end.isFailure { return JSONScanner.failed }
          let word = end.word(from: position &+ 1)
          unsafe words[next] = word.bits
          next &+= 1
          if open == 0 { lastKey = keys.note(word, next, in: bytes, after: lastKey) }
          position = skipColon(bytes, from: end.offset &+ 1)
          if position < 0 { return position }
        }
      }

      var first = bytes[position]
      if first <= 0x20 {
        position = JSONScanner.skipMoreSpace(bytes, from: position)
        first = bytes[position]
      }
      switch first {
      case UInt8(ascii: "\""):
        let end = scanString(bytes, from: position &+ 1)
        if end.isFailure { return JSONScanner.failed }
        unsafe words[next] = end.word(from: position &+ 1).bits
        next &+= 1
        position = end.offset &+ 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == JSONScanner.depthLimit { return fail(.tooDeep, at: position, in: bytes) }
        depth &+= 1
        isObject = first == UInt8(ascii: "{")
        unsafe words[next] =
          TapeWord(isObject ? .object : .array, offset: position, extent: next &- open).bits
        open = next
        next &+= 1
        position = JSONScanner.skipRareSpace(bytes, from: position &+ 1)
        if bytes[position] != first + 2 { continue scanning }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let end = scanNumber(bytes, from: position)
        if end < 0 { return end }
        unsafe words[next] = TapeWord(.number, offset: position, extent: end &- position).bits
        next &+= 1
        position = end
      default:
        guard let kind = JSONScanner.literal(in: bytes.word(at: position)) else {
          return failAtValue(bytes, at: position)
        }
        let length = kind == .false ? 5 : 4
        unsafe words[next] = TapeWord(kind, offset: position, extent: length).bits
        next &+= 1
        position &+= length
      }

      // A value ended here: what follows is a comma, or the end of one or more containers.
      while open >= 0 {
        let byte = bytes[position]
        if byte == UInt8(ascii: ",") {
          position &+= 1
          continue scanning
        }
        if byte <= 0x20 {
          let later = JSONScanner.skipMoreSpace(bytes, from: position)
          if later != position {
            position = later
            continue
          }
        }
        if byte != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          let reason: JSONSyntaxError.Reason =
            isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket
          return fail(reason, at: position, in: bytes)
        }
        let parent = unsafe open &- TapeWord(bits: words[open]).extent
        unsafe words[open] =
          TapeWord(
            isObject ? .object : .array, offset: TapeWord(bits: words[open]).offset,
            extent: next &- open
          ).bits
        unsafe words[next] = TapeWord(.end, offset: position, extent: 0).bits
        next &+= 1
        position &+= 1
        depth &-= 1
        open = parent
        if open >= 0 { isObject = unsafe TapeWord(bits: words[open]).kind == .object }
      }
      return position
    }
  }
}
