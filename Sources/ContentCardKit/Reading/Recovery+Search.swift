import CardJSON

// Where a bracket of an element stays open, all elements after it seem to stand inside of it. So
// the first place where one may begin is kept in mind while its end is looked for. When there is no
// such end, the search for the next element that reads as a card begins there.
extension Recovery {
  /// Whether the next element is looked for among what seems to be part of the bad one.
  enum Search: Equatable {
    /// No: its end may still come.
    case none
    /// Yes, because it has none: the brackets that are open mean nothing.
    case endless
    /// Yes, because it has none so far: the brackets are kept, as long as they may be closed.
    case hasty
  }

  /// A place where the next element may begin, and what was known in front of it.
  struct Candidate: Equatable {
    var offset: Int
    fileprivate var line: LineBeginning
    fileprivate var brackets: BracketStack
    fileprivate var isFlat: Bool
    fileprivate var last: UInt8
    fileprivate var structure: UInt8
  }

  /// How far after the first such place the end of the bad element is looked for: more than is
  /// left of any card that a server sends, so that what stands in its own lists is not mistaken for
  /// other cards.
  static let foresight = 1 << 18

  /// So many bad elements of a stretch may have their ends looked for; in more of them the next
  /// card is taken at once, so that each byte is read only so often.
  static let mostSearches = 8

  /// Whether an element may begin with the brace at `position`: an object with a key in a list.
  func isCandidate(_ bytes: ByteView, _ position: Int, _ offset: Int) -> Bool {
    guard subject == .element, brackets.isInArray, offset != rejected,
      last == UInt8(ascii: ",") || last == UInt8(ascii: "[")
    else { return false }
    return Recovery.beginsObject(bytes, position)
  }

  /// Keeps the place in mind unless there was one before.
  mutating func remember(_ offset: Int) {
    if candidate != nil { return }
    candidate = Candidate(
      offset: offset, line: line, brackets: brackets, isFlat: isFlat, last: last,
      structure: structure)
  }

  /// Goes back to the remembered place; nil when there is none.
  mutating func goBack(_ search: Search) -> Int? {
    guard let place = candidate else { return nil }
    (candidate, self.search) = (nil, search)
    (line, brackets, isFlat) = (place.line, place.brackets, place.isFlat)
    (last, structure) = (place.last, place.structure)
    restart()
    return place.offset
  }

  /// Passes over a value that is no card and ends at `end`; it began at `position`.
  mutating func skip(_ bytes: ByteView, from position: Int, to end: Int) {
    line.advance(over: bytes, position..<end)
    last = UInt8(ascii: "}")
    structure = last
  }

  /// Leaves the list that is being read, at its `]`; `brackets` are those around it.
  mutating func leaveList(_ open: BracketStack) {
    search = .hasty
    brackets = open
    _ = brackets.close(isBrace: false)
    line.advance(over: UInt8(ascii: "]"))
    last = UInt8(ascii: "]")
    structure = last
  }
}

extension CardReader {
  /// What the brace at a place where an element may begin turns out to be.
  enum Found {
    /// A card: reading goes on there.
    case card
    /// A value that is none; it ends at this position.
    case other(end: Int)
    /// Nothing whole: what is inside of it is looked at.
    case broken
    /// It does not end in the block.
    case incomplete
  }

  /// Whether a card stands at `position`.
  mutating func look(_ block: Block, at position: Int, _ state: inout ReadingState) -> Found {
    switch scanElement(block, from: position, &state) {
    case .value(let end):
      switch decoder.find(scanner.document, keys: scanner.rootKeys) {
      case .card: return .card
      default: return .other(end: end)
      }
    case .incomplete: return .incomplete
    case .invalid(let error):
      if position >= unclosed.end {
        unclosed.find(in: block.bytes, from: position, to: error.offset, error)
      }
      return .broken
    case .tooLarge, .insideTooLarge: return .broken
    }
  }

  /// Goes on with an element that reads as a card, and says what was left out before it.
  mutating func resume<Visitor: CardVisitor & ~Copyable>(
    at position: Int, recovery: Recovery, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    cursor.resume(at: position, as: .element, after: recovery)
    if recovery.search == .hasty {
      cursor.state.brackets = (cursor.state.brackets ?? BracketStack()).adding(recovery.brackets)
    }
    let start = recovery.start - cursor.block.offset
    cursor.elements += 1
    note(
      .elementUpToNext(bytes: position - start), at: start, start: start, end: position,
      isRecord: false, &cursor, &visitor)
    cursor.elements -= 1
  }
}

/// Text outside strings, up to the next byte that is white space or means something to JSON.
struct BareWord: Equatable, Sendable {
  private var length = 0
  /// The last eight bytes, the last one in the lowest bits.
  private var bytes: UInt64 = 0
  private var isNumber = true

  mutating func append(_ byte: UInt8) {
    length += 1
    bytes = bytes << 8 | UInt64(byte)
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      break
    default: isNumber = false
    }
  }

  /// Whether it is neither a number nor a literal, and so can only be part of a string or nonsense.
  var isText: Bool { !isNumber && !isLiteral }

  private var isLiteral: Bool {
    switch (length, bytes) {
    case (4, 0x7472_7565), (4, 0x6E75_6C6C), (5, 0x66_616C_7365): true
    default: false
    }
  }
}
