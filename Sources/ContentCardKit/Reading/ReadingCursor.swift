import CardJSON

/// The progress of reading a block.
struct ReadingCursor {
  /// The block.
  let block: Block
  /// The reading state at `position`.
  var state: ReadingState
  /// The position in the block.
  var position = 0
  /// The result for the block so far; `finished` completes it.
  var end = BlockEnd()
  /// The position up to which `state.line` is updated.
  private var linePosition = 0
  /// The location of the last card and its position in the block; nil if not needed.
  private var source: Card.Source?
  private var sourcePosition = 0
  /// The key of the last member.
  var memberKey = MemberKey()
  /// The position of the first value that makes the object a wrapper.
  var wrapped: Int?
  private var isFinished = false

  /// Creates a cursor at the start of a block.
  init(_ block: Block, state: ReadingState) {
    (self.block, self.state) = (block, state)
    source = block.source
    if case .value = state.context, state.depth == 0 { end.lineFeeds = 0 }
  }

  /// Enters an array, envelope or wrapper that is not in an envelope, and skips its bracket.
  mutating func enter(_ place: ReadingState.Context) {
    state.context = place
    end.lineFeeds = nil
    position += 1
    if state.depth == 0 { linePosition = position }
    state.level.elements = ElementCount()
  }

  /// Enters the object at the position to search it for cards, as if it were a separate file.
  mutating func beginSearch() {
    state = ReadingState()
    state.context = .firstMember
    wrapped = nil
    position += 1
    linePosition = position
  }

  /// Enters the value at the position, in a wrapper or an array.
  mutating func enterInner() {
    advanceLine()
    state.enterInner()
  }

  /// Enters the array of an envelope, after its bracket.
  mutating func enterArray(_ key: CardsKey) {
    state.context = .firstElement
    (state.level.arrayKey, state.level.elements) = (key, ElementCount())
  }

  /// The place of the current value, which is a record or should be one if `isRecord`.
  func place(isRecord: Bool) -> RecordPlace {
    let (level, elements) = (state.level, state.level.elements)
    return RecordPlace(
      record: isRecord ? end.records : 0,
      element: state.isInArray ? max(elements.count - 1, 0) : nil,
      isContinued: elements.isContinued, arrayKey: level.arrayKey, depth: state.depth)
  }

  /// Updates the state's line up to the position, if it is in an array or envelope.
  mutating func advanceLine() {
    switch state.context {
    case .value where state.depth == 0: state.line = .flush
    case .recovering, .end: state.line = .flush
    case .value, .firstElement, .element, .afterElement, .firstMember, .member, .afterMember:
      state.line.advance(over: block.bytes, linePosition..<position)
    }
    linePosition = position
  }

  /// The location of the card at `position`, in the order of the cards, if the visitor needs
  /// locations.
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

  /// Continues after an invalid value, on a line that begins with `line`.
  mutating func resume(at position: Int, as place: ReadingState.Context, _ line: LineBeginning) {
    self.position = position
    linePosition = position
    state.line = line
    state.context = place
  }

  /// Ends the block; the bytes from `position` are read again with the next one.
  mutating func finish(at position: Int) {
    self.position = position
    isFinished = true
  }

  /// Whether reading of the block ends here.
  var isDone: Bool { isFinished || end.isStopped || end.isPaused }

  /// Returns the result for the block.
  mutating func finished() -> BlockEnd {
    advanceLine()
    state.forgetScans(before: block.offset + position)
    end.elements = state.takeElements()
    (end.state, end.consumed) = (state, position)
    end.isPaused = end.isPaused && (position < block.bytes.count || block.isFinal)
    return end
  }
}
