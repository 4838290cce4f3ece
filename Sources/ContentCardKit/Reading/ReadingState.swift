import CardJSON

/// The state of a reader between two bytes of an input: everything about the previous bytes that
/// affects how the next bytes are read.
///
/// So several threads can read blocks: a block is read from a guessed state, and its result is used
/// only if the previous block ends in exactly that state.
package struct ReadingState: Equatable, Sendable {
  /// The expected next token.
  enum Context: Equatable {
    /// A top-level value.
    case value
    /// An element or the end of the array, after `[`.
    case firstElement
    /// An element, after a comma.
    case element
    /// A comma or the end of the array, after an element.
    case afterElement
    /// A member or the end of the envelope, after `{`.
    case firstMember
    /// A member of an envelope, after a comma.
    case member
    /// A comma or the end of the envelope, after a member.
    case afterMember
    /// The rest of an unreadable value.
    case recovering(Recovery)
    /// Nothing: the rest of the input is not read, for example because its format is foreign.
    case end
  }

  var context = Context.value
  /// The current array, envelope or wrapper.
  var level = Level()
  /// The open wrappers and arrays around the value or envelope, outermost first.
  var outer: [Level] = []
  /// The state that a device stored, as far as it was read; nil without one.
  package var stored: DeviceHistory?
  /// The start of the current line; `flush` where it is not needed.
  var line = LineBeginning.flush

  /// The offset up to which invalid records were scanned, and how many consecutive ones begin
  /// before it.
  private var scannedEnd = 0
  private var rescanCount = 0

  /// Creates the state at the beginning of an input, after the inputs with this stored state.
  package init(stored: DeviceHistory? = nil) { self.stored = stored }

  /// An array, an envelope, or a wrapper such as `{"data":X}`.
  struct Level: Equatable {
    /// Whether the level is a wrapper.
    var isWrapper = false
    /// The key of the current array of cards in an envelope; nil outside it.
    var arrayKey: CardsKey?
    /// Whether there is a line break between the `[` of the array and its first element.
    var hasLines = false
    /// Whether the sync response reported a failure, so that its cards are not used.
    var isFailedSync = false
    /// The shape of the last card in the current array; nil unless shapes are assumed.
    var shape: Shape?
    /// The number of elements of the current array that are in the block.
    var elements = ElementCount()
  }

  /// The number of open wrappers and arrays around the value or envelope.
  var depth: Int { outer.count }

  /// Enters a value in the current wrapper or array.
  mutating func enterInner() {
    outer.append(level)
    context = .value
    (level.isWrapper, level.arrayKey, level.elements) = (false, nil, ElementCount())
    level.shape = nil
  }

  /// Leaves the value and continues in the wrapper or array around it, if any.
  mutating func leaveInner() {
    guard let last = outer.popLast() else { return leave() }
    level = last
    context = level.isWrapper && level.arrayKey == nil ? .afterMember : .afterElement
  }

  /// Returns the numbers of elements in the block, which ends, for all open arrays.
  mutating func takeElements() -> [ElementCount] {
    let elements = isInArray || depth > 0 ? (outer + [level]).map(\.elements) : []
    for index in outer.indices { outer[index].elements = ElementCount(isContinued: true) }
    level.elements = ElementCount(isContinued: isInArray)
    return elements
  }

  /// Creates the state at the start of an input.
  package init() {}

  /// Whether the reader is outside arrays, envelopes and wrappers.
  var isAtRoot: Bool {
    switch context {
    case .value, .end: depth == 0
    case .recovering(let recovery): recovery.subject == .value
    case .firstElement, .element, .afterElement, .firstMember, .member, .afterMember: false
    }
  }

  /// Whether the reader is between elements of an array, where the input may be split.
  package var isInArray: Bool {
    switch context {
    case .firstElement, .element, .afterElement: true
    case .recovering(let recovery): recovery.subject == .element
    case .value, .firstMember, .member, .afterMember, .end: false
    }
  }

  /// The byte offset of the malformed array element that is being skipped; nil otherwise.
  package var givenUpAt: Int? {
    guard case .recovering(let recovery) = context, recovery.subject == .element else { return nil }
    return recovery.start
  }

  /// The maximum nesting depth of wrappers and arrays, each of which may require another scan.
  static let depthLimit = 8

  /// The record separator of RFC 7464.
  package static let separator: UInt8 = 0x1E

  /// The message of a successful sync response.
  static let success = "success"

  /// Leaves all arrays and envelopes.
  mutating func leave() {
    (context, level, outer, line) = (.value, Level(), [], .flush)
  }

  /// The maximum number of consecutive invalid records whose bytes are scanned again, for linear
  /// time.
  private static let rescanLimit = 8

  /// Records the scan of an invalid record; returns whether to scan it again for records inside it.
  mutating func mayScanAgain(from start: Int, to end: Int) -> Bool {
    rescanCount = start < scannedEnd ? rescanCount + 1 : 0
    scannedEnd = max(scannedEnd, end)
    return rescanCount < ReadingState.rescanLimit
  }

  /// Forgets scans that ended before `position`.
  mutating func forgetScans(before position: Int) {
    if scannedEnd <= position { (scannedEnd, rescanCount) = (0, 0) }
  }

  /// Whether the rest of the input is not read.
  package var isAtEnd: Bool { context == .end }

  /// Makes the reader ignore the rest of the input.
  package mutating func skipInput() {
    self = ReadingState(stored: stored)
    context = .end
  }

  /// The assumed state at a cut: after a comma in the same array, or at a line of the same file.
  package var atCut: ReadingState {
    if isAtEnd { return self }
    guard isInArray else { return ReadingState(stored: stored) }
    var state = self
    state.context = .element
    state.line.isBlank = false
    return state
  }
}

/// A contiguous part of an input.
package struct Block {
  /// The bytes, from a sealed buffer.
  package let bytes: ByteView
  /// The byte offset of the block in the input.
  package let offset: Int
  /// Whether the input ends with this block.
  package let isFinal: Bool
  /// Whether the block ends with a line feed and the next byte begins a record, so that reading may
  /// resume there.
  package let endsAtLine: Bool
  /// The file and the first line of the block; nil if the visitor needs no locations.
  package let source: Card.Source?

  /// The map of the bytes to their source if the file is not plain JSON; nil for plain JSON.
  let map: SourceMap?

  /// Creates a block.
  package init(
    _ bytes: ByteView, offset: Int = 0, isFinal: Bool = true, endsAtLine: Bool = false,
    source: Card.Source? = nil, map: SourceMap? = nil
  ) {
    (self.map, self.bytes, self.offset, self.isFinal) = (map, bytes, offset, isFinal)
    (self.endsAtLine, self.source) = (endsAtLine, source)
  }
}

/// The number of elements of an array that are in a block.
package struct ElementCount: Equatable, Sendable {
  /// The number of elements.
  package internal(set) var count = 0
  /// Whether the array began before the block.
  package internal(set) var isContinued = false
}

extension [ElementCount] {
  /// The total numbers of elements, including those in previous blocks.
  package func added(to earlier: [Int]) -> [Int] {
    enumerated().map { depth, elements in
      elements.count + (elements.isContinued && depth < earlier.count ? earlier[depth] : 0)
    }
  }
}

/// The result of reading a block.
package struct BlockEnd: Equatable, Sendable {
  /// The state after the bytes that were read.
  package var state = ReadingState()
  /// The number of bytes that were read; the rest is an incomplete value.
  package var consumed = 0
  /// The number of records: cards, and values that should be cards but are not readable.
  package var records = 0
  /// The number of cards that the visitor received.
  package var cards = 0
  /// The number of problems that the visitor received.
  package var problems = 0
  /// Whether the visitor stopped the reading.
  package var isStopped = false
  /// Whether reading paused because of too many problems; the rest can be read at once.
  package var isPaused = false
  /// The number of elements in each open array, by depth; empty outside arrays.
  package var elements: [ElementCount] = []
  /// The number of line feeds in the bytes that were read; nil if not counted.
  package var lineFeeds: Int?

  /// Creates the result of reading nothing.
  package init() {}
}
