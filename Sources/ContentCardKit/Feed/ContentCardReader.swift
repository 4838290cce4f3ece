import CardJSON

/// Reads cards out of an input that comes in pieces, however it is cut.
///
///     var reader = ContentCardReader()
///     for chunk in chunks { handle(reader.read(chunk)) }
///     handle(reader.finish())
///
/// A card of more than 16 MiB is not read: it is a failure.
public struct ContentCardReader: ~Copyable, @unchecked Sendable {
  private var reader = CardReader(ReadingOptions(), ElementVisitor())
  private var state = ReadingState()
  /// The bytes that were not read yet.
  private var pending = ByteBuffer()
  /// The position of these bytes in the input.
  private var offset = 0
  private var position = TextPosition()
  /// The start of the malformed value that is being skipped.
  private var lost: ContentCardPlace?
  /// How many bytes have to be there before reading goes on, whatever they are: a value that is cut
  /// is read from its beginning each time, so that twice as much is waited for.
  private var wanted = 1
  /// The number of bytes that may be read again because new bytes look like the end of a value.
  private var credit = 0

  /// A reader at the beginning of an input.
  public init() {}

  /// Takes the next bytes of UTF-8 and gives what they complete.
  public mutating func read(_ bytes: some Sequence<UInt8>) -> [ContentCardElement] {
    let start = pending.count
    pending.append(contentsOf: bytes)
    credit += ContentCardReader.creditPerByte * (pending.count - start)
    if pending.count >= wanted { return advance(isFinal: false) }
    let ends = ByteClass(
      .byte(UInt8(ascii: "}")), .byte(UInt8(ascii: "]")), .byte(UInt8(ascii: "\n")))
    guard credit >= pending.count, pending.view.slice(start..<pending.count).holds(ends) else {
      return []
    }
    credit -= pending.count
    return advance(isFinal: false)
  }

  /// The maximum number of times that a byte is read again, so that time grows linearly.
  private static let creditPerByte = 8

  /// Says that nothing follows, and gives what is left.
  ///
  /// Another input may begin then.
  public mutating func finish() -> [ContentCardElement] {
    let elements = advance(isFinal: true)
    state = ReadingState()
    pending.removeAll()
    (offset, position, lost, wanted, credit) = (0, TextPosition(), nil, 1, 0)
    return elements
  }

  private mutating func advance(isFinal: Bool) -> [ContentCardElement] {
    let bytes = pending.sealed()
    reader.visitor = ElementVisitor(bytes, offset, position, lost)
    let end = reader.read(Block(bytes, offset: offset, isFinal: isFinal), from: state)
    state = end.state
    let elements = reader.visitor.elements
    if let start = state.givenUpAt { lost = reader.visitor.place(of: start) }
    position = reader.visitor.positions.position(of: end.consumed)
    var rest = ByteBuffer(capacity: bytes.count - end.consumed)
    rest.append(bytes.slice(end.consumed..<bytes.count))
    offset += end.consumed
    swap(&pending, &rest)
    wanted = 2 * pending.count + 1
    return elements
  }
}

/// Copies the cards of a block.
private struct ElementVisitor: CardVisitor {
  var elements: [ContentCardElement] = []
  var positions: TextPositions
  private let start: Int
  private let lost: ContentCardPlace?

  init(
    _ bytes: ByteView = ByteView(""), _ start: Int = 0, _ position: TextPosition = TextPosition(),
    _ lost: ContentCardPlace? = nil
  ) {
    self.start = start
    self.lost = lost
    positions = TextPositions(in: bytes, from: position)
  }

  mutating func visit(_ card: Card, at offset: Int, _: RecordPlace) {
    elements.append(.card(ContentCard(card), place(of: offset)))
  }

  mutating func note(_ problem: ReadingProblem, _: RecordPlace) {
    elements.append(
      .failure(
        ContentCardFailure(
          code: problem.code.description, message: problem.finding,
          place: place(of: problem.offset))))
  }

  /// The place of a byte of the block, or of what was lost before it.
  mutating func place(of offset: Int) -> ContentCardPlace {
    if offset < start, let lost, lost.offset == offset { return lost }
    let position = positions.position(of: offset - start)
    return ContentCardPlace(offset: offset, line: position.line, column: position.column)
  }
}
