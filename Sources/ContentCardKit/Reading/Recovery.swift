import CardJSON

/// The way from something that could not be read to the next record.
///
/// Brackets are counted outside strings; a raw line break ends a string, and so does a quote after
/// a bare word, which shows that another quote is missing. The end of a bad element is the comma,
/// or the `]`, at its own level. Where brackets are missing that end is never reached, so wherever
/// a `{` shows that another record begins, the bad one ends there:
/// - at the beginning of a line, indented like the bad record, where no value of that record can
///   stand;
/// - directly after a value or a comma inside of objects, where only a key can stand;
/// - with a first key, where a string should be, so that a quote is missing before it.
///
/// All is found in one pass over the bytes, without looking back and without more bytes in memory
/// than a block has, so that hostile input costs no more time than any other. Rejected: counting
/// brackets to the end and searching for a line only then; it takes the good records between two
/// bad ones with it, and reads the same bytes again for every bad element.
struct Recovery: Equatable, Sendable {
  /// What could not be read.
  enum Subject: Equatable, Sendable {
    /// A top-level value.
    case value
    /// An element of an array of cards.
    case element
    /// A member of an envelope.
    case member
  }

  let subject: Subject
  /// Where it begins, in bytes from the start of the input.
  let start: Int
  /// How far it is valid: where the error is, in bytes from the start of the input.
  let validEnd: Int
  /// Whether no record may begin before `validEnd`: the value is only nested too deeply.
  let isWhole: Bool
  /// Whether nothing is wrong with it up to there: it is only too large.
  let isTooLarge: Bool
  /// Whether it begins with a quote, as cards do that are kept in strings.
  let isText: Bool
  /// How the line begins in which it begins.
  let indentation: Int
  /// Whether the elements of the array begin on lines of their own.
  let hasLines: Bool
  /// Whether the array is part of an envelope or a wrapper.
  let isInObject: Bool

  /// The line of the next byte.
  var line: LineBeginning
  var brackets = BracketStack()
  private var word = BareWord()
  private var isInString = false
  private var isEscaped = false
  /// Whether keys stand at the beginning of lines that are indented like the record, so that its
  /// nested objects do as well.
  var isFlat = false
  /// The last byte that is no white space.
  var last: UInt8 = 0
  /// The last bracket, comma or colon.
  var structure: UInt8 = 0
  /// How far the end is looked for after a place where the next element may begin.
  private let foresight: Int
  /// The first such place.
  var candidate: Candidate?
  /// Whether the next element is looked for at such places.
  var search = Search.none
  /// One that was looked at, and where none begins.
  var rejected = -1

  /// The way from what begins at `position` of `block` and is valid up to `validEnd`.
  init(
    _ subject: Subject, at position: Int, validTo validEnd: Int, error: JSONSyntaxError?,
    block: Block,
    state: ReadingState, options: CardReader.Options
  ) {
    self.subject = subject
    isWhole = error?.reason == .tooDeep
    isTooLarge = error == nil
    start = block.offset + position
    self.validEnd = block.offset + validEnd
    isText = position < block.bytes.count && block.bytes[position] == UInt8(ascii: "\"")
    line = subject == .value ? .flush : state.line
    indentation = line.indentation
    hasLines = state.hasLines
    isInObject = state.isInObject
    foresight = min(Recovery.foresight, options.maximumCardSize)
    if start < state.stretchEnd, state.searches >= Recovery.mostSearches { search = .hasty }
  }

  /// Stands outside of strings and words.
  mutating func restart() { (isInString, isEscaped, word) = (false, false, BareWord()) }

  /// How the way ended.
  enum Outcome {
    /// At this position the array or envelope goes on, in this place.
    case resumed(at: Int, ReadingState.Context)
    /// At this position a top-level value may begin.
    case left(at: Int)
    /// Not before this position: more bytes are needed.
    case unfinished(at: Int)
    /// At this position the next element may begin, if it reads as a card.
    case candidate(at: Int)
    /// At this position the end of the bad element had not come, and need not be waited for.
    case endless(at: Int, Search)
  }

  /// Follows the way through `block` from `position` on.
  ///
  /// Where it ends without the end of an element, places in mind are returned to; what follows them
  /// has to stay until then.
  mutating func pass(over block: Block, from position: Int) -> Outcome {
    let outcome = follow(block, from: position)
    guard candidate != nil else { return outcome }
    switch outcome {
    case .left(let end): return .endless(at: end, .endless)
    case .unfinished where !block.isFinal:
      return goBack(.none).map { .unfinished(at: $0 - block.offset) } ?? outcome
    case .unfinished: return .endless(at: block.bytes.count, .endless)
    case .resumed, .candidate, .endless: return outcome
    }
  }

  private mutating func follow(_ block: Block, from position: Int) -> Outcome {
    let bytes = block.bytes
    var position = position
    while position < bytes.count {
      let byte = bytes[position]
      if !block.isFinal && bytes.count - position < lookahead(at: byte) {
        return .unfinished(at: position)
      }
      if byte == CardReader.separator { return .left(at: position) }
      if let candidate, block.offset + position - candidate.offset >= foresight {
        return .endless(at: position, .hasty)
      }
      let isFirst = block.offset + position == start
      if isInString {
        if endsString(byte, bytes, position) { return resumption(at: position) }
      } else if byte <= 0x20 {
        isEscaped = false
        word = BareWord()
      } else {
        let previous = last
        if let outcome = step(
          byte, bytes: bytes, position: position, offset: block.offset, isFirst: isFirst)
        {
          // What may be an element is looked at and come back to.
          if case .candidate = outcome { last = previous }
          return outcome
        }
      }
      line.advance(over: byte)
      position += 1
    }
    let isAtLine = subject == .value && block.endsAtLine && line == LineBeginning()
    return isAtLine ? .left(at: position) : .unfinished(at: position)
  }

  /// How many bytes have to be there to decide about the first of them.
  private func lookahead(at byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "\""): 4
    case UInt8(ascii: "{"): isInString || brackets.isInArray ? Recovery.lookahead : 2
    case UInt8(ascii: "["): 2
    case UInt8(ascii: "]"): brackets.holds(isBrace: false) ? 1 : Recovery.lookahead
    default: 1
    }
  }

  /// The most bytes that have to be there to decide about one of them: so many are looked at for
  /// the first key of an object.
  static let lookahead = 64

  /// Takes in a byte of a string; true when another record begins there.
  private mutating func endsString(_ byte: UInt8, _ bytes: ByteView, _ position: Int) -> Bool {
    if byte == 0x0A {
      isInString = false
      isEscaped = false
      if last != UInt8(ascii: ",") { last = UInt8(ascii: "\"") }
      return false
    }
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      if beginsText(bytes, position) { return true }
      isInString = false
    } else if byte == UInt8(ascii: "{"), brackets.areBraces, last != UInt8(ascii: ":") {
      if Recovery.beginsObject(bytes, position) { return true }
    }
    if byte > 0x20 { last = byte }
    return false
  }

  /// Takes in a byte outside strings that is no white space.
  private mutating func step(
    _ byte: UInt8, bytes: ByteView, position: Int, offset: Int, isFirst: Bool
  ) -> Outcome? {
    let word = word
    self.word = BareWord()
    defer { last = byte }
    if isEscaped {
      isEscaped = false
      return nil
    }
    switch byte {
    case UInt8(ascii: "\\"): isEscaped = true
    case UInt8(ascii: "\""):
      if !isFirst && beginsText(bytes, position) { return .resumed(at: position, .element) }
      if !isFirst && line.isBlank && line.indentation <= indentation { isFlat = true }
      isInString = !word.isText
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if !isFirst, let way = way(at: byte, bytes, position, offset + position) { return way }
      if byte == UInt8(ascii: "{"), !isFirst, isCandidate(bytes, position, offset + position) {
        if search != .none { return .candidate(at: position) }
        remember(offset + position)
      }
      brackets.open(isBrace: byte == UInt8(ascii: "{"))
      structure = byte
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      let isBrace = byte == UInt8(ascii: "}")
      if !brackets.close(isBrace: isBrace) {
        if !isBrace && endsArray(bytes, position) { return .resumed(at: position, .afterElement) }
        if subject == .member && isBrace { return .resumed(at: position, .afterMember) }
      }
      structure = byte
    case UInt8(ascii: ","):
      if brackets.depth == 0 && subject == .element { return .resumed(at: position, .afterElement) }
      if brackets.depth == 0 && subject == .member { return .resumed(at: position, .afterMember) }
      structure = byte
    case UInt8(ascii: ":"): structure = byte
    default:
      self.word = word
      self.word.append(byte)
    }
    return nil
  }
}

// Where another record begins.
extension Recovery {
  /// Whether the quote at `position` begins an element that is a string holding a card.
  private func beginsText(_ bytes: ByteView, _ position: Int) -> Bool {
    guard subject == .element, isText || brackets.depth == 0 else { return false }
    let isElement = line.isBlank || last == UInt8(ascii: ",") || last == UInt8(ascii: "[")
    return isElement && CardReader.beginsText(bytes, position)
  }

  /// Whether the `]` at `position`, for which nothing is open, ends the array of the elements.
  ///
  /// Then the last element misses a brace; otherwise the `]` is one too many. What follows tells.
  private func endsArray(_ bytes: ByteView, _ position: Int) -> Bool {
    if subject != .element || brackets.depth == 0 { return subject == .element }
    let limit = min(position + Recovery.lookahead, bytes.count)
    func next(from start: Int) -> (byte: UInt8?, end: Int) {
      let next = JSONScanner.skipSpace(bytes, from: start)
      return next < limit ? (bytes[next], next + 1) : (nil, limit)
    }
    let (first, end) = next(from: position + 1)
    switch first {
    case UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "\""): return false
    case UInt8(ascii: "}"):
      let second = next(from: end).byte
      return isInObject && second != UInt8(ascii: ",") && second != UInt8(ascii: "]")
    case UInt8(ascii: ","): return isInObject && next(from: end).byte != UInt8(ascii: "{")
    default: return true
    }
  }

  /// Where the way ends at a `{` or `[`; nil when that belongs to what could not be read.
  private func way(at byte: UInt8, _ bytes: ByteView, _ position: Int, _ offset: Int) -> Outcome? {
    if offset <= validEnd && isWhole { return nil }
    let isBrace = byte == UInt8(ascii: "{")
    if line.isBlank && line.indentation == 0 {
      let isOutside = subject == .element && indentation > 0
      let isBehindError = subject != .element && offset >= validEnd
      if isOutside || isBehindError { return .left(at: position) }
    }
    if line.isBlank && line.indentation == indentation && isNoValue {
      let isNextElement = indentation > 0 || hasLines || last == UInt8(ascii: ",")
      if subject == .element && isBrace && isNextElement { return .resumed(at: position, .element) }
      if indentation == 0 { return .left(at: position) }
    }
    guard isBrace ? brackets.areBraces : subject == .value && brackets.depth == 0, isNoKey,
      Recovery.begins(byte, with: bytes[position + 1])
    else { return nil }
    return resumption(at: position)
  }

  /// Another record begins here.
  private func resumption(at position: Int) -> Outcome {
    subject == .element ? .resumed(at: position, .element) : .left(at: position)
  }

  /// Whether an object with a key stands at `position`, as far as it is looked at.
  static func beginsObject(_ bytes: ByteView, _ position: Int) -> Bool {
    let end = min(position + lookahead, bytes.count)
    let quote = JSONScanner.skipSpace(bytes, from: position + 1)
    guard quote < end, bytes[quote] == UInt8(ascii: "\"") else { return false }
    guard let close = bytes.firstIndex(of: UInt8(ascii: "\""), from: quote + 1, to: end),
      close > quote + 1, bytes[close - 1] != UInt8(ascii: "\\")
    else { return false }
    let colon = JSONScanner.skipSpace(bytes, from: close + 1)
    return colon < end && bytes[colon] == UInt8(ascii: ":")
  }

  /// Whether a `{` or `[` at the beginning of a line that is indented like the record cannot be the
  /// value of a member or element of it.
  private var isNoValue: Bool {
    if brackets.depth == 0 { return last != UInt8(ascii: ":") }
    if brackets.isInObject { return last != UInt8(ascii: ":") || !isFlat }
    return last != UInt8(ascii: "[") && last != UInt8(ascii: ",") || !isFlat
  }

  /// Whether a value is complete, or a comma has just ended it, so that inside an object nothing
  /// but a key may follow.
  private var isNoKey: Bool {
    switch structure {
    case UInt8(ascii: "}"), UInt8(ascii: "]"): true
    case UInt8(ascii: ":"): last != UInt8(ascii: ":")
    case UInt8(ascii: ","): last == UInt8(ascii: ",")
    default: false
    }
  }

  /// Whether an object or array may begin with this bracket and the byte after it.
  private static func begins(_ bracket: UInt8, with next: UInt8) -> Bool {
    switch next {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "\""), bracket + 2: true
    case UInt8(ascii: "{"): bracket == UInt8(ascii: "[")
    default: false
    }
  }
}
