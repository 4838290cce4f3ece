@_spi(CardTool) import CardJSON

/// A part of an input, in one piece of memory.
@_spi(CardTool) public struct Block {
  /// The bytes, from a sealed buffer.
  public let bytes: ByteView
  /// Where the first byte is, in bytes from the start of the input.
  public let offset: Int
  /// Whether the input ends with this block.
  public let isFinal: Bool
  /// Whether the block ends with a line feed and the next byte is `{`, `[` or RS, so that reading
  /// may resume there after a bad value.
  public let endsAtLine: Bool
  /// The file and the line in which the block begins; nil where cards are not told theirs.
  public let source: Card.Source?

  /// A block of the input.
  public init(
    _ bytes: ByteView, offset: Int = 0, isFinal: Bool = true, endsAtLine: Bool = false,
    source: Card.Source? = nil
  ) {
    self.bytes = bytes
    self.offset = offset
    self.isFinal = isFinal
    self.endsAtLine = endsAtLine
    self.source = source
  }
}

/// How far a block was read.
@_spi(CardTool) public struct BlockEnd: Equatable, Sendable {
  /// The state after what was read.
  public var state: ReadingState
  /// How many bytes were read; those after them begin a value that the block does not end.
  public var consumed: Int
  /// How many records there were: cards, and values that should have been cards but could not be
  /// read.
  public var records: Int
  /// How many cards the visitor was given.
  public var cards = 0
  /// Whether the visitor ended the reading.
  public var isStopped: Bool
  /// How many elements of the array that the block ends in were in it.
  public var elements = 0
  /// Whether that array began before the block.
  public var isContinued = false
  /// How many line feeds there were in what was read; nil where they were not counted on the way.
  public var lineFeeds: Int?

  /// An end with the given parts.
  public init(state: ReadingState, consumed: Int, records: Int, isStopped: Bool) {
    self.state = state
    self.consumed = consumed
    self.records = records
    self.isStopped = isStopped
  }
}
