import CardJSON

/// The progress of reading one block.
struct ReadingCursor {
  /// The block.
  let block: Block
  /// The state at the position.
  var state: ReadingState
  /// The position in the block.
  var position = 0
  /// The end of the bytes that the state's line covers.
  private var linePosition = 0
  /// The number of records.
  var records = 0
  /// The number of problems.
  var problems = 0
  /// The number of cards that the visitor received.
  var cards = 0
  /// The location of the last card, and its position; nil if the visitor needs no locations.
  private var source: Card.Source?
  private var sourcePosition = 0
  /// The number of elements of the current array in the block.
  var elements = 0
  /// Whether that array began before the block.
  private var isContinued: Bool
  /// The elements of the arrays in `state.outer`.
  private var outerElements: [ElementCount]
  /// The number of line feeds so far; nil after the first value in which they are not counted.
  var lineFeeds: Int?
  /// The range of the key of the last member, with its quotes.
  var memberKey = 0..<0
  /// The start of the first value that makes the object a wrapper.
  var wrapped: Int?
  /// Whether reading of the block is complete.
  private(set) var isDone = false
  /// Whether the visitor stopped the reading.
  private(set) var isStopped = false
  /// Whether the block ends early, after too many problems.
  private var isPaused = false

  /// Creates a cursor at the beginning of a block.
  init(_ block: Block, state: ReadingState) {
    self.block = block
    self.state = state
    source = block.source
    isContinued = state.isInArray
    outerElements = state.outer.map { _ in ElementCount(count: 0, isContinued: true) }
    if case .value = state.place, state.depth == 0 { lineFeeds = 0 }
  }

  /// Enters an array, envelope or wrapper outside envelopes, and skips its bracket.
  mutating func enter(_ place: ReadingState.Context) {
    state.place = place
    lineFeeds = nil
    position += 1
    if state.depth == 0 { linePosition = position }
    elements = 0
    isContinued = false
  }

  /// Enters the value at the position, in a wrapper or an array.
  mutating func enterInner(ofWrapper isWrapper: Bool) {
    advanceLine()
    outerElements.append(ElementCount(count: elements, isContinued: isContinued))
    state.enterInner(ofWrapper: isWrapper)
  }

  /// Leaves a value outside envelopes, and continues in the wrapper or array around it.
  mutating func leaveValue() {
    state.leaveInner()
    guard let outer = outerElements.popLast() else { return }
    (elements, isContinued) = (outer.count, outer.isContinued)
  }

  /// Enters the array of an envelope, after its bracket.
  mutating func enterArray(_ key: CardsKey) {
    state.place = .firstElement
    state.arrayKey = key
    elements = 0
    isContinued = false
  }

  /// The place of the current value.
  ///
  /// - Parameter isRecord: whether it is a record or should be one.
  func place(isRecord: Bool) -> RecordPlace {
    RecordPlace(
      record: isRecord ? records : 0, element: state.isInArray ? max(elements - 1, 0) : nil,
      isContinued: isContinued, arrayKey: state.arrayKey, depth: state.depth)
  }

  /// Adds the bytes up to the position to the state's line, if inside an array or envelope.
  mutating func advanceLine() {
    switch state.place {
    case .value where state.depth == 0: state.line = .flush
    case .recovering, .end: state.line = .flush
    case .value, .firstElement, .element, .afterElement, .firstMember, .member, .afterMember:
      state.line.advance(over: block.bytes, linePosition..<position)
    }
    linePosition = position
  }

  /// The location of the card at `position`, if the visitor needs locations.
  ///
  /// Call this in the order of the cards.
  mutating func source(at position: Int) -> Card.Source? {
    guard source != nil else { return nil }
    if let map = block.map {
      source?.line = map.line(of: position)
      return source
    }
    let end = max(position, sourcePosition)
    source?.line += block.bytes.slice(sourcePosition..<end).count(of: UInt8(ascii: "\n"))
    sourcePosition = end
    return source
  }

  /// Continues after an invalid value, in a line that begins with `line`.
  mutating func resume(
    at position: Int, as place: ReadingState.Context, _ line: LineBeginning
  ) {
    self.position = position
    linePosition = position
    state.line = line
    state.place = place
  }

  /// Ends the block; the bytes from `position` are read again with the next block.
  mutating func finish(at position: Int) {
    self.position = position
    isDone = true
  }

  /// Ends the block if the visitor wants to stop.
  mutating func proceed(_ wantsMore: Bool) {
    if !wantsMore {
      isDone = true
      isStopped = true
    }
  }

  /// Ends the block early.
  mutating func pause() {
    isDone = true
    isPaused = true
  }

  /// The result for the block.
  mutating func end() -> BlockEnd {
    advanceLine()
    state.forgetScans(before: block.offset + position)
    var end = BlockEnd(state: state, consumed: position, records: records, isStopped: isStopped)
    (end.cards, end.problems) = (cards, problems)
    if state.isInArray || state.depth > 0 {
      end.elements = outerElements.suffix(state.depth)
      end.elements.append(ElementCount(count: elements, isContinued: isContinued))
    }
    end.lineFeeds = lineFeeds
    end.isPaused = isPaused && (position < block.bytes.count || block.isFinal)
    return end
  }
}
