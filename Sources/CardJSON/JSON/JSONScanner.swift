/// Validates JSON and writes a tape, reading the bytes once: strict RFC 8259, strict UTF-8, at most
/// `depthLimit` levels, and a byte offset for every error.
///
/// CardJSON parses bytes into values with positions, and writes values as bytes. It knows nothing
/// about cards, does no I/O and never prints. Create the scanner once and reuse it, because it owns
/// the tape.
///
/// Strings, which are most of the input, are scanned 16 bytes at a time (`ByteView.vector`). Root
/// keys that occurred in earlier cards are compared whole instead of being scanned (`KeyIndex`). No
/// loop checks for the end of the bytes: the zero bytes after a sealed buffer stop each of them,
/// and a failure at the end means that the input is incomplete.
public struct JSONScanner: ~Copyable {
  /// The maximum number of open containers.
  public static let depthLimit = 512

  /// The result of a scan.
  public enum Outcome: Equatable, Sendable {
    /// A complete value, which ends before this offset.
    case value(end: Int)
    /// The bytes end inside the value, and more may follow.
    case incomplete
    /// The bytes are not JSON.
    case invalid(JSONSyntaxError)
  }

  /// The document of the last scan that ended with `.value`; valid until the next scan.
  public private(set) var document: JSONDocument
  /// The root object with the values of the indexed keys; empty unless the root is an object.
  public var rootKeys: IndexedObject { keys.found(in: document.root) }

  var tape = Tape()
  var keys: KeyIndex
  var error = JSONSyntaxError(.expectedValue, offset: 0, found: nil)
  /// The offset where the scan began; earlier bytes are ignored.
  var start = 0
  /// Whether there may be whitespace between the tokens of the last value; if not, it has no line
  /// feeds.
  public internal(set) var hasSpace = false
  /// The scan of an object stops (`JSONSyntaxError.Reason.stopped`) at the first array that is the
  /// value of one of this many first indexed keys; 0 for a scan of any value to its end.
  public var stopCount = 0
  /// Whether a string of the value has a `\u` escape.
  var hasUnicodeEscapes = false

  /// Creates a scanner that looks up the keys `names` of root objects during the scan (`rootKeys`).
  public init(indexing names: KeyNames = .none) {
    keys = KeyIndex(names)
    document = unsafe JSONDocument(bytes: ByteView(""), words: UnsafePointer(tape.words))
  }

  /// Scans the value that begins at `start`, after optional whitespace.
  ///
  /// - Parameters:
  ///   - bytes: the content of a sealed buffer.
  ///   - start: where to begin, in bytes from the start of the view.
  ///   - isFinal: whether no more bytes follow. If so, a truncated value is invalid, and a number
  ///     at the end of the bytes is complete.
  public mutating func scan(
    _ bytes: ByteView, from start: Int = 0, isFinal: Bool = true
  ) -> Outcome {
    do throws(JSONSyntaxError) {
      let end = try read(bytes, from: start)
      let isOpen = end == bytes.count && !isFinal && tape[0].kind == .number
      return isOpen ? .incomplete : .value(end: end)
    } catch { return !isFinal && error.reason == .unexpectedEnd ? .incomplete : .invalid(error) }
  }

  /// Scans the value that begins at `start`, and after which no more bytes follow; returns its end.
  @inline(__always)
  public mutating func read(_ bytes: ByteView, from start: Int = 0) throws(JSONSyntaxError) -> Int {
    assert(bytes[bytes.count] == 0)
    guard bytes.count - start <= TapeWord.maximumExtent, bytes.count <= UInt32.max else {
      throw JSONSyntaxError(.tooLong, offset: start, found: nil)
    }
    tape.reserve(bytes: bytes.count - start)
    document = unsafe JSONDocument(bytes: bytes, words: UnsafePointer(tape.words))
    self.start = start
    (hasSpace, hasUnicodeEscapes) = (false, false)
    let end = scanRoot(bytes, from: start).offset
    if end >= 0 {
      if hasUnicodeEscapes { tape[0] = tape[0].escaped }
      return end
    }
    guard error.offset >= bytes.count, error.reason != .tooDeep else { throw error }
    // At the end, only a string finds a byte that it must not contain.
    throw JSONSyntaxError(endAt: bytes.count, isInString: error.reason == .controlCharacter)
  }

  /// Scans text from `start` that consists of one value, valid until the next scan, and whitespace.
  public mutating func scanWhole(
    _ text: ByteView, from start: Int = 0
  ) throws(JSONSyntaxError) -> JSONNode {
    let end = try read(text, from: start)
    if end == text.count { return document.root }
    let rest = JSONScanner.skipSpace(text, from: end)
    if rest == text.count { return document.root }
    throw JSONSyntaxError(.unexpectedText, offset: rest, found: text[rest])
  }

  /// Stores the error and returns the result that the caller passes on.
  @inline(never)
  mutating func fail(
    _ reason: JSONSyntaxError.Reason, at offset: Int, in bytes: ByteView
  ) -> ScanPosition {
    error = JSONSyntaxError(reason, at: offset, in: bytes, from: start)
    return .failure
  }
}
