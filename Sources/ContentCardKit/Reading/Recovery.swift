import CardJSON

/// Finds the next record after malformed input, in one pass; RS ends every value.
///
/// After a top-level value, reading resumes at the next line whose first byte is `{` or `[`, or
/// after the brace that closes the value. After an element or a member, the first rule that applies
/// is used:
///
/// 1. Brackets outside strings are counted; a raw newline ends a string. Back at the level of the
///    elements, reading resumes at the comma or the closing bracket.
/// 2. Reading resumes at the next line that begins with the indentation and the `{` of the
///    element's first line.
/// 3. Before a line without indentation that begins with `{` or `[`, and at the end of the input,
///    the rest of the array is reported as not read.
struct Recovery: Equatable, Sendable {
  /// The kind of the skipped value.
  enum Subject: Equatable, Sendable {
    /// A top-level value.
    case value
    /// An element of an array of cards.
    case element
    /// A member of an envelope.
    case member
  }

  /// The kind of the value.
  let subject: Subject
  /// The byte offset of the value in the input.
  let start: Int
  /// The end of the value's valid part in the input; lines before it are inside the array or
  /// envelope.
  private let validEnd: Int
  /// The first byte offset at which a line may begin the next element or value.
  private let firstLine: Int
  /// The indentation of the element, if it begins a line; nil otherwise.
  private let indentation: Int?
  /// The start of the current line.
  private(set) var line: LineBeginning
  private var braces = 0
  /// The number of open square brackets outside braces.
  private var lists = 0
  private var isInString = false
  private var isEscaped = false

  /// Creates the recovery from a malformed value at `start`, on a line that begins with `line`.
  init(
    _ subject: Subject, from start: Int, validTo validEnd: Int, firstLine: Int, line: LineBeginning
  ) {
    (self.subject, self.start, self.validEnd) = (subject, start, validEnd)
    (self.firstLine, self.line) = (firstLine, line)
    indentation = subject == .element && line.isBlank ? line.indentation : nil
  }

  /// The result of skipping bytes.
  enum Outcome {
    /// The array or envelope continues at this position, in this context.
    case resumed(at: Int, ReadingState.Context)
    /// A top-level value may begin at this position.
    case left(at: Int)
    /// More bytes are needed.
    case unfinished
  }

  /// Skips bytes of `block` from `position`.
  mutating func skip(_ block: Block, from position: Int) -> Outcome {
    let bytes = block.bytes
    for position in position..<bytes.count {
      if let outcome = next(block, at: position) { return outcome }
    }
    let isAtLine = subject == .value && block.endsAtLine && line == LineBeginning()
    return isAtLine ? .left(at: bytes.count) : .unfinished
  }

  /// The kinds of containers that the skipped value may be.
  enum Contents {
    /// An envelope: an object with an array of cards.
    case cards
    /// A wrapper.
    case wrapped
  }

  /// Looks at the members of the object at `start` whose values begin within `limit` bytes.
  ///
  /// - Returns: the kind of container, or nil if it is not one; and whether the end of the object
  ///   was found, or an array of cards.
  mutating func contents(of block: Block, from start: Int, limit: Int) -> (Contents?, isWhole: Bool)
  {
    let bytes = block.bytes
    var contents: Contents?
    for position in start..<min(bytes.count, start + limit) {
      if bytes[position] == UInt8(ascii: ":"), braces == 1, !isInString,
        let key = Recovery.key(before: position, in: bytes)
      {
        let first = bytes[JSONScanner.skipSpace(bytes, from: position + 1)]
        if case .cards = key, first == UInt8(ascii: "[") { return (.cards, true) }
        if key.wraps(first) { contents = .wrapped }
      }
      if next(block, at: position) != nil { return (contents, true) }
    }
    return (contents, false)
  }

  /// The key that ends before the colon at `colon`, unless it has escapes.
  private static func key(before colon: Int, in bytes: ByteView) -> EnvelopeKey? {
    var end = colon - 1
    while end > 0, JSONNumber.isSpace(bytes[end]) { end -= 1 }
    guard bytes[end] == UInt8(ascii: "\""),
      let start = bytes.lastIndex(of: UInt8(ascii: "\""), before: end)
    else { return nil }
    return EnvelopeKey(bytes.slice(start + 1..<end))
  }

  /// Skips the byte at `position`; returns nil if more bytes are to be skipped.
  private mutating func next(_ block: Block, at position: Int) -> Outcome? {
    let byte = block.bytes[position]
    if byte == ReadingState.separator { return .left(at: position) }
    if line.isBlank, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["),
      let outcome = lineOutcome(beginningWith: byte, at: position, block.offset + position)
    {
      return outcome
    }
    if let place = step(byte) {
      return place == .value ? .left(at: position + 1) : .resumed(at: position, place)
    }
    line.advance(over: byte)
    return nil
  }

  /// The result at a bracket that begins a line; nil if it belongs to the invalid value.
  private func lineOutcome(beginningWith byte: UInt8, at position: Int, _ offset: Int) -> Outcome? {
    if byte == UInt8(ascii: "{"), line.indentation == indentation, offset >= firstLine {
      return .resumed(at: position, .element)
    }
    let isOutside = offset >= (subject == .value ? firstLine : validEnd)
    return line.indentation == 0 && isOutside ? .left(at: position) : nil
  }

  /// Processes a byte; returns the context after the value if it ends here.
  private mutating func step(_ byte: UInt8) -> ReadingState.Context? {
    if byte == UInt8(ascii: "\n") {
      (isInString, isEscaped) = (false, false)
    } else if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString.toggle()
    } else if !isInString {
      return count(byte)
    }
    return nil
  }

  /// Counts a bracket outside strings; lists inside braces are not counted, because a brace closes
  /// them.
  private mutating func count(_ byte: UInt8) -> ReadingState.Context? {
    switch byte {
    case UInt8(ascii: "{"): braces += 1
    case UInt8(ascii: "}"):
      if braces == 0, subject == .member { return .afterMember }
      braces = max(braces - 1, 0)
      if braces == 0, subject == .value { return .value }
    case UInt8(ascii: "[") where braces == 0: lists += 1
    case UInt8(ascii: "]") where braces == 0 && lists > 0: lists -= 1
    case UInt8(ascii: "]") where braces == 0: return subject == .element ? .afterElement : nil
    case UInt8(ascii: ",") where braces == 0 && lists == 0:
      switch subject {
      case .value: return nil
      case .element: return .afterElement
      case .member: return .afterMember
      }
    default: break
    }
    return nil
  }
}
