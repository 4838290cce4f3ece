import CardJSON

/// The progress of reading a block.
struct ReadingCursor: ~Copyable {
  /// The block.
  private(set) var block: Block
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
  /// The string whose text is the block; nil for a block of the input.
  private var text: TextOfString?
  private var isFinished = false

  /// Creates a cursor at the start of a block.
  init(_ block: Block, state: ReadingState) {
    (self.block, self.state) = (block, state)
    source = block.source
    switch state.context {
    case .recovering, .end: break
    default: end.lineFeeds = 0
    }
  }

  /// Enters an array, envelope or wrapper that is not in an envelope, and skips its bracket.
  mutating func enter(_ place: ReadingState.Context) {
    state.context = place
    position += 1
    if state.depth == 0 { linePosition = position }
    (state.level.elements, state.level.shape) = (ElementCount(), nil)
  }

  /// Creates a cursor at the start of the text of a string at `place`, in the block of `outer`.
  init(
    _ text: ByteView, of string: JSONNode, at place: RecordPlace, in outer: borrowing ReadingCursor
  ) {
    let offset = outer.block.offset + string.word.offset
    self.text = TextOfString(string, offset: offset, at: place)
    (block, state, end) = (Block(text), ReadingState(), outer.end)
    (source, sourcePosition) = (outer.source, outer.sourcePosition)
    end.lineFeeds = nil
    state.level.isFailedSync = outer.state.level.isFailedSync
    state.level.shape = outer.state.level.shape
    self.text?.shape = outer.state.level.shape
  }

  /// Enters the value at the position, in a wrapper or an array.
  mutating func enterInner() {
    advanceLine()
    state.enterInner()
  }

  /// Enters the array of an envelope, after its bracket.
  mutating func enterArray(_ key: CardsKey) {
    state.context = .firstElement
    (state.level.arrayKey, state.level.elements, state.level.shape) = (key, ElementCount(), nil)
  }

  /// Enters the object at the position, which is an element at `place`, as if it were a separate
  /// file.
  mutating func enterElement(at place: RecordPlace) {
    if isAtText { text?.place = RecordPlace(depth: place.depth + 1) } else { enterInner() }
  }

  /// Records the shape of the card at the position, which is an element of an array.
  mutating func note(_ shape: Shape) {
    if isAtText { text?.shape = shape } else { state.level.shape = shape }
  }

  /// The shape of the last card in the array that contains the string whose text is the block.
  var shapeInText: Shape? { text?.shape }

  // MARK: Places

  /// Whether the block is the text of a string.
  var isText: Bool { text != nil }

  /// Whether the current value is the whole text of a string.
  var isAtText: Bool { isText && state.isAtRoot }

  /// The number of open wrappers and arrays around the current value or envelope.
  var depth: Int { state.depth + (text?.place.depth ?? 0) }

  /// The place of the current value, which is a record or should be one if `isRecord`.
  @inline(__always)
  func place(isRecord: Bool) -> RecordPlace {
    let (level, elements) = (state.level, state.level.elements)
    var place = RecordPlace(
      element: state.isInArray ? max(elements.count - 1, 0) : nil,
      isContinued: elements.isContinued, arrayKey: level.arrayKey, depth: depth)
    if let text, isAtText { place = text.place }
    place.record = isRecord ? end.records : 0
    return place
  }

  /// Whether the current value is an element of an array.
  var isElement: Bool { isAtText ? text?.place.element != nil : state.isInArray }

  /// The key of the array of an envelope that the current value is in.
  var arrayKey: CardsKey? { isAtText ? text?.place.arrayKey : state.level.arrayKey }

  /// The place of the current record, which is a part of the scanned value.
  ///
  /// Created each time, because copying a place takes 1 % of `filter`.
  @inline(__always)
  func place(of node: JSONNode) -> RecordPlace {
    var place = place(isRecord: true)
    place.node = node.index
    guard let text else { return place }
    place.textStart = isAtText ? 0 : node.range.lowerBound
    let start = text.offsets.written(place.textStart)
    place.string = text.content.slice(start..<text.content.count)
    return place
  }

  /// The byte offset in the input of a position in the block.
  func offset(of position: Int) -> Int {
    guard let text else { return block.offset + position }
    return text.offset + text.offsets.written(position)
  }

  /// The byte offset in the input of the value that starts at a position in the block; for the
  /// whole text of a string, of the quote before it.
  @inline(__always)
  func start(of position: Int) -> Int {
    if let text, state.isAtRoot { return text.offset - 1 }
    return offset(of: position)
  }

  /// The range in the input of a scanned value; the text of a string includes its quotes.
  func range(of node: JSONNode) -> Range<Int> {
    let start = start(of: node.range.lowerBound)
    if let text, state.isAtRoot { return start..<text.offset + text.content.count + 1 }
    return start..<max(start, offset(of: node.range.upperBound))
  }

  /// Returns the position after the whitespace at `start`, in which line feeds are not counted.
  mutating func skipSpace(from start: Int) -> Int {
    let position = JSONScanner.skipSpace(block.bytes, from: start)
    if position > start { end.lineFeeds = nil }
    return position
  }

  /// Updates the state's line up to the position, if it is in an array or envelope.
  mutating func advanceLine() {
    switch state.context {
    case .value where state.depth == 0: state.line = .flush
    case .recovering, .end: state.line = .flush
    case .value, .firstElement, .element, .afterElement, .firstMember, .member, .afterMember:
      state.line.advance(
        over: block.bytes, linePosition..<position, mayHaveLineFeed: end.lineFeeds != 0)
    }
    linePosition = position
  }

  /// The location of the card at `position`, in the order of the cards, if the visitor needs
  /// locations.
  mutating func source(at position: Int) -> Card.Source? {
    guard source != nil, text == nil else { return source }
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
  var isDone: Bool { isFinished || end.isStopped || end.isPaused && !isText }

  /// Returns the result for the block.
  mutating func finished() -> BlockEnd {
    assert(
      end.lineFeeds.map { block.bytes.slice(0..<position).count(of: UInt8(ascii: "\n")) == $0 }
        ?? true)
    advanceLine()
    state.forgetScans(before: block.offset + position)
    end.elements = state.takeElements()
    (end.state, end.consumed) = (state, position)
    end.isPaused = end.isPaused && (position < block.bytes.count || block.isFinal)
    return end
  }
}

/// A string that contains JSON, whose text is read as a block.
private final class TextOfString {
  /// The shape of the last card in the array that contains the string.
  var shape: Shape?
  /// The content of the string, as written.
  let content: ByteView
  /// The byte offset of the content in the input.
  let offset: Int
  /// The place of the string.
  var place: RecordPlace
  /// The offsets in the content of the bytes of the text.
  var offsets: DecodedOffsets

  init(_ string: JSONNode, offset: Int, at place: RecordPlace) {
    (content, self.offset, self.place) = (string.content, offset, place)
    offsets = DecodedOffsets(in: content)
  }
}
