/// Validates JSON and fills a tape while it reads the bytes once, from the first to the last.
///
/// CardJSON turns bytes into values with places and values into bytes; it knows nothing of cards,
/// does no I/O and never prints. The scanner is its heart: strict RFC 8259, strict UTF-8, at most
/// `depthLimit` levels, every error with its byte offset. It is made once and reused for every
/// card, because its tape is.
///
/// Strings, most of the input, are read sixteen bytes at a time (`ByteView.vector`): all are tested
/// at once for a quote, a backslash, a control character and a byte outside ASCII. Keys of the root
/// that came in the cards before are compared as a whole instead of being read (`KeyIndex`). The
/// end of the bytes needs no test at all: the zero bytes after a sealed buffer stop every loop, and
/// whatever fails at the end has run out of input.
public struct JSONScanner: ~Copyable {
  /// The maximum number of open containers.
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

  /// The values of the last scan that ended with `.value`; valid until the next scan.
  public private(set) var document: JSONDocument
  /// The root with its keys, as far as the scanner was given their names.
  ///
  /// Valid after a scan that ended with `.value` until the next one; empty unless the root is an
  /// object.
  public var rootKeys: IndexedObject { keys.found(in: document.root) }

  var tape = Tape()
  var keys: KeyIndex
  var error = JSONSyntaxError(.expectedValue, offset: 0, found: nil)
  /// Where the scan began: what comes before that is not its business.
  var start = 0
  /// Whether there may be whitespace between the tokens of the last value, and so line feeds:
  /// strings do not contain any.
  public internal(set) var hasSpace = false
  /// Whether a string of the value has an escape with `\u`.
  var hasUnicodeEscapes = false

  /// A scanner with an empty tape.
  ///
  /// - Parameter names: keys of the root that are looked up while it is read (`rootKeys`).
  public init(indexing names: [String] = []) {
    keys = KeyIndex(names)
    document = unsafe JSONDocument(bytes: ByteView(""), words: UnsafePointer(tape.words))
  }

  /// Reads the one value that begins at `start`, after whitespace.
  ///
  /// - Parameters:
  ///   - bytes: the content of a sealed buffer.
  ///   - start: where to begin, in bytes from the start of the view.
  ///   - isFinal: whether no more bytes follow; a value that is cut off is then invalid, and a
  ///     number that ends with the bytes is whole.
  public mutating func scan(
    _ bytes: ByteView, from start: Int = 0, isFinal: Bool = true
  ) -> Outcome {
    do throws(JSONSyntaxError) {
      let end = try read(bytes, from: start)
      let isOpen = end == bytes.count && !isFinal && tape[0].kind == .number
      return isOpen ? .incomplete : .value(end: end)
    } catch { return !isFinal && error.reason == .unexpectedEnd ? .incomplete : .invalid(error) }
  }

  /// Reads the one value that begins at `start`, after whitespace; no more bytes follow.
  ///
  /// - Parameters:
  ///   - bytes: the content of a sealed buffer.
  ///   - start: where to begin, in bytes from the start of the view.
  /// - Returns: the end of the value.
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
    throw JSONSyntaxError(.unexpectedEnd, offset: bytes.count, found: nil)
  }

  /// Reads a text that is one value with optional whitespace around it; the value is valid until the
  /// next scan.
  ///
  /// - Parameter start: where to begin, in bytes from the start of the text.
  public mutating func scanWhole(
    _ text: ByteView, from start: Int = 0
  ) throws(JSONSyntaxError) -> JSONNode {
    let rest = JSONScanner.skipSpace(text, from: try read(text, from: start))
    if rest == text.count { return document.root }
    throw JSONSyntaxError(.unexpectedText, offset: rest, found: text[rest])
  }

  /// Remembers the failure; returns the place that the caller passes on.
  @inline(never)
  mutating func fail(
    _ reason: JSONSyntaxError.Reason, at offset: Int, in bytes: ByteView
  ) -> ScanPlace {
    let found = offset < bytes.count ? bytes[offset] : nil
    error = JSONSyntaxError(reason, offset: offset, found: found)
    return .failure
  }
}
