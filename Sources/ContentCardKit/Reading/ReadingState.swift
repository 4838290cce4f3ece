import CardJSON

/// Where a reader stands between two bytes of an input: all that the bytes before it mean for those
/// after it.
///
/// Two readers in the same state read the same bytes alike. That is what lets blocks be read by
/// several threads: a block is read from a guessed state, and what came of it counts only if the
/// block before it ends in that very state.
package struct ReadingState: Equatable, Sendable {
  /// The kinds of bytes that may come next.
  enum Context: Equatable {
    /// A top-level value.
    case value
    /// An element, or the end of the array: after `[`.
    case firstElement
    /// An element: after a comma.
    case element
    /// A comma or the end of the array: after an element.
    case afterElement
    /// A member of an envelope, or its end: after `{`.
    case firstMember
    /// A member of an envelope: after a comma.
    case member
    /// A comma or the end of the envelope: after a member.
    case afterMember
    /// The rest of what could not be read.
    case recovering(Recovery)
    /// Nothing more: the input is in a foreign format.
    case end
  }

  var place = Context.value
  /// The open wrappers and arrays around the value or envelope, the outermost first.
  var outer: [Outer] = []
  /// Whether the object whose members are read is a wrapper, and no envelope.
  var isInWrapper = false
  /// The key of the array of cards, in an envelope.
  var arrayKey: CardsKey?
  /// Whether the sync response said that it failed, so that its cards are only checked.
  var isFailedSync = false
  /// Whether a line break separates the `[` of the array from its first element.
  var hasLines = false
  /// The line in which the reader stands; `flush` outside arrays and envelopes, where it is not
  /// needed.
  var line = LineBeginning.flush

  /// The end of the bytes that were scanned in bad records, in bytes from the start of the input,
  /// and the number of bad records that begin before it.
  private var scannedEnd = 0
  private var rescanCount = 0

  /// A wrapper such as `{"data":X}` or an array, one of whose values is read as if it were alone.
  struct Outer: Equatable {
    /// Whether it is a wrapper, and not an array.
    let isWrapper: Bool
    /// The state of an array that continues after the value.
    let arrayKey: CardsKey?
    let hasLines: Bool
    let isFailedSync: Bool
  }

  /// The number of open wrappers and arrays around the value or envelope.
  var depth: Int { outer.count }

  /// Enters a value of the wrapper or array that is being read.
  mutating func enterInner(ofWrapper isWrapper: Bool) {
    outer.append(
      Outer(
        isWrapper: isWrapper, arrayKey: arrayKey, hasLines: hasLines, isFailedSync: isFailedSync))
    (place, arrayKey, isInWrapper) = (.value, nil, false)
  }

  /// Leaves the value for the wrapper or array around it, if there is one.
  mutating func leaveInner() {
    let (all, line) = (outer, line)
    leave()
    guard let inner = all.last else { return }
    (outer, self.line, isInWrapper) = (all.dropLast(), line, inner.isWrapper)
    (arrayKey, hasLines, isFailedSync) = (inner.arrayKey, inner.hasLines, inner.isFailedSync)
    place = inner.isWrapper ? .afterMember : .afterElement
  }

  /// The beginning of an input.
  package init() {}

  /// Whether an array's elements are being read, so that a block may be cut between two of them.
  package var isInArray: Bool {
    switch place {
    case .firstElement, .element, .afterElement: true
    case .recovering(let recovery): recovery.subject == .element
    case .value, .firstMember, .member, .afterMember, .end: false
    }
  }

  /// Where the element of an array begins whose end is being looked for, in bytes from the start of
  /// the input; nil when there is none.
  package var givenUpAt: Int? {
    guard case .recovering(let recovery) = place, recovery.subject == .element else { return nil }
    return recovery.start
  }

  /// The deepest wrapper that is entered; each may cost another scan of its value.
  static let depthLimit = 8

  /// The record separator of RFC 7464.
  static let separator: UInt8 = 0x1E

  /// The message of a sync response that did not fail.
  static let success = "success"

  /// Whether `byte` may separate two top-level values.
  static func isSpaceOrSeparator(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == separator
  }

  /// Leaves all arrays and envelopes.
  mutating func leave() {
    let scans = (scannedEnd, rescanCount)
    self = ReadingState()
    (scannedEnd, rescanCount) = scans
  }

  /// The number of bad records that begin inside others and whose bytes are scanned again, so that
  /// the time for hostile input stays proportional to its size.
  private static let rescanLimit = 8

  /// Notes that the bytes of a bad record were scanned; returns whether records inside it may be
  /// scanned again.
  mutating func mayScanAgain(from start: Int, to end: Int) -> Bool {
    rescanCount = start < scannedEnd ? rescanCount + 1 : 0
    scannedEnd = max(scannedEnd, end)
    return rescanCount < ReadingState.rescanLimit
  }

  /// Forgets scans that ended before `position`.
  mutating func forgetScans(before position: Int) {
    if scannedEnd <= position { (scannedEnd, rescanCount) = (0, 0) }
  }

  /// Whether nothing more will be read of the input.
  package var isAtEnd: Bool { place == .end }

  /// The state at a cut after a comma of the same array, or before a line of the same file.
  package var atCut: ReadingState {
    guard isInArray else { return ReadingState() }
    var state = self
    state.place = .element
    state.line.isBlank = false
    return state
  }
}

/// A part of an input, in one piece of memory.
package struct Block {
  /// The bytes, from a sealed buffer.
  package let bytes: ByteView
  /// Where the first byte is, in bytes from the start of the input.
  package let offset: Int
  /// Whether the input ends with this block.
  package let isFinal: Bool
  /// Whether the block ends with a line feed and the next byte is `{`, `[` or RS, so that reading
  /// may resume there after a bad value.
  package let endsAtLine: Bool
  /// The file and the line in which the block begins; nil if the visitor needs no locations.
  package let source: Card.Source?

  /// Where the bytes are in a file that is not plain JSON; nil for plain JSON.
  let map: SourceMap?

  /// A block of the input.
  package init(
    _ bytes: ByteView, offset: Int = 0, isFinal: Bool = true, endsAtLine: Bool = false,
    source: Card.Source? = nil, map: SourceMap? = nil
  ) {
    self.map = map
    self.bytes = bytes
    self.offset = offset
    self.isFinal = isFinal
    self.endsAtLine = endsAtLine
    self.source = source
  }
}

/// The number of elements of an array that are in a block.
package struct ElementCount: Equatable, Sendable {
  /// The number of elements.
  package let count: Int
  /// Whether the array began before the block.
  package let isContinued: Bool
}

extension [ElementCount] {
  /// The numbers of elements of all blocks so far, given those of the blocks before this one.
  package func added(to earlier: [Int]) -> [Int] {
    enumerated().map { depth, elements in
      elements.count + (elements.isContinued && depth < earlier.count ? earlier[depth] : 0)
    }
  }
}

/// How far a block was read.
package struct BlockEnd: Equatable, Sendable {
  /// The state after what was read.
  package var state: ReadingState
  /// The number of bytes that were read; the rest begins a value that the block does not end.
  package var consumed: Int
  /// How many records there were: cards, and values that should have been cards but could not be
  /// read.
  package var records: Int
  /// The number of cards that the visitor received.
  package var cards = 0
  /// The number of problems that the visitor received.
  package var problems = 0
  /// Whether the visitor ended the reading.
  package var isStopped: Bool
  /// Whether reading ended early, after too many problems; the rest of the block can be read now.
  package var isPaused = false
  /// The elements of the arrays in which the block ends, one count for each depth; empty outside
  /// arrays.
  package var elements: [ElementCount] = []
  /// The number of line feeds in these bytes; nil if they were not counted.
  package var lineFeeds: Int?

  /// An end with the given parts.
  package init(state: ReadingState, consumed: Int, records: Int, isStopped: Bool) {
    self.state = state
    self.consumed = consumed
    self.records = records
    self.isStopped = isStopped
  }
}
