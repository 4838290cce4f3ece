import CardJSON

extension CardReader {
  /// One call of `read`: the block, and the position in it.
  struct Cursor {
    /// The block that is read.
    let block: Block
    var state: ReadingState
    var position = 0
    /// Up to where the state's line takes the bytes in.
    var linePosition = 0
    var records = 0
    /// How many cards were handed over.
    var cards = 0
    /// Where the last of them was read, in cards that are told, and the position of that.
    private var source: Card.Source?
    private var sourcePosition = 0
    /// How many elements of the current array were in the block.
    var elements = 0
    /// Whether that array began before the block.
    var isContinued: Bool
    /// How many line feeds were passed over so far; nil from the first array, envelope or value
    /// that could not be read on, in which nobody counts them.
    var lineFeeds: Int?
    /// The bytes of the key of the member that was read last, with its quotes.
    var memberKey = 0..<0
    /// Where the first value begins that makes the object a wrapper.
    var wrapped: Int?
    var isDone = false
    var isStopped = false
    /// The last value that could not be read: where it begins, up to where it is valid, and why.
    var failure: (start: Int, end: Int, error: JSONSyntaxError?)?

    init(_ block: Block, state: ReadingState) {
      self.block = block
      self.state = state
      source = block.source
      isContinued = state.isInArray
      if case .value = state.place, state.depth == 0 { lineFeeds = 0 }
    }

    /// Begins an array, envelope or wrapper that is in no envelope, with the bracket at the
    /// position, which is passed over.
    mutating func enter(_ place: ReadingState.Context) {
      state.place = place
      lineFeeds = nil
      position += 1
      if state.depth == 0 { linePosition = position }
      elements = 0
      isContinued = false
    }

    /// Begins the value at the position, which a wrapper holds.
    mutating func enterWrapped() {
      state.place = .value
      state.isInWrapper = false
      state.depth += 1
    }

    /// Goes on after a value that was no part of an envelope.
    mutating func leaveValue() {
      let (depth, line) = (state.depth, state.line)
      state = ReadingState()
      guard depth > 0 else { return }
      state.depth = depth - 1
      state.line = line
      state.isInWrapper = true
      state.place = .afterMember
    }

    /// Begins the array of an envelope, whose bracket is passed over.
    mutating func enterArray(_ key: CardsKey) {
      state.place = .firstElement
      state.arrayKey = key
      elements = 0
      isContinued = false
    }

    /// Where the value stands that is being read.
    ///
    /// - Parameter isRecord: whether it is a record, or was to be one.
    func place(isRecord: Bool = true) -> RecordPlace {
      RecordPlace(
        record: isRecord ? records : 0, element: state.isInArray ? max(elements - 1, 0) : nil,
        isContinued: isContinued, arrayKey: state.arrayKey, depth: state.depth)
    }

    /// Takes the bytes up to the position into the state's line, inside arrays and envelopes.
    mutating func advanceLine() {
      switch state.place {
      case .value where state.depth == 0: state.line = .flush
      case .recovering, .end: state.line = .flush
      case .value, .firstElement, .element, .afterElement, .firstMember, .member, .afterMember:
        state.line.advance(over: block.bytes, linePosition..<position)
      }
      linePosition = position
    }

    /// Where the card at `position` of the block was read, where cards are told; cards come in
    /// order.
    mutating func source(at position: Int) -> Card.Source? {
      guard source != nil else { return nil }
      let end = max(position, sourcePosition)
      source?.line += block.bytes.slice(sourcePosition..<end).count(of: UInt8(ascii: "\n"))
      sourcePosition = end
      return source
    }

    /// Goes on behind a broken value.
    mutating func resume(at position: Int, as place: ReadingState.Context, after recovery: Recovery)
    {
      self.position = position
      linePosition = position
      state.line = recovery.line
      state.place = place
    }

    /// Ends the reading of the block with nothing after `position` read.
    mutating func finish(at position: Int) {
      self.position = position
      isDone = true
    }

    /// Goes on, or ends, as the visitor wants it.
    mutating func proceed(_ goesOn: Bool) {
      if !goesOn {
        isDone = true
        isStopped = true
      }
    }
  }
}
