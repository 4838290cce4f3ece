import CardJSON

/// Reads cards from an input in chunks with arbitrary boundaries.
///
///     var reader = ContentCardReader()
///     for chunk in chunks { handle(reader.read(chunk)) }
///     handle(reader.finish())
///
/// A card larger than 16 MiB is a failure.
public struct ContentCardReader: ~Copyable, @unchecked Sendable {
  private var reader: CardReader<ElementVisitor>
  private var state = ReadingState()
  private var pending = ByteBuffer()
  /// The offset of `pending` in the input.
  private var offset = 0
  private var position = TextPosition()
  /// The start of the malformed value that is being skipped.
  private var recoveryStart: ContentCardPlace?
  /// The number of pending bytes at which reading continues: twice as many each time, because an
  /// incomplete value is read again from its start.
  private var requiredCount = 1
  /// The number of bytes that may be read again early, if new bytes look like the end of a value.
  private var rereadBudget = 0

  /// Creates a reader at the start of an input.
  public init() { self.init(nil) }

  /// Creates a reader that converts the cards instead of returning them, if `converter` is not nil.
  init(_ converter: CardConverter?) {
    reader = CardReader(ReadingOptions(), ElementVisitor(converter: converter))
  }

  /// Reads more UTF-8 bytes and returns the elements completed by them.
  public mutating func read(_ bytes: some Sequence<UInt8>) -> [ContentCardElement] {
    let elements = bytes.withContiguousStorageIfAvailable { bytes in
      var elements: [ContentCardElement] = []
      for start in stride(from: 0, to: bytes.count, by: ContentCardReader.chunkSize) {
        let end = min(start + ContentCardReader.chunkSize, bytes.count)
        elements += unsafe readChunk(bytes[start..<end])
      }
      return elements
    }
    return elements ?? readChunk(bytes)
  }

  private static let chunkSize = 1 << 16

  private mutating func readChunk(_ bytes: some Sequence<UInt8>) -> [ContentCardElement] {
    let start = pending.count
    pending.append(contentsOf: bytes)
    rereadBudget += ContentCardReader.rereadsPerByte * (pending.count - start)
    if pending.count >= requiredCount { return advance(isFinal: false) }
    let ends = ByteClass(
      .byte(UInt8(ascii: "}")), or: .byte(UInt8(ascii: "]")), or: .byte(UInt8(ascii: "\n")))
    guard rereadBudget >= pending.count,
      pending.view.slice(start..<pending.count).containsAny(of: ends)
    else {
      return []
    }
    rereadBudget -= pending.count
    return advance(isFinal: false)
  }

  /// Returns the results of the conversion since the last call.
  mutating func takeConversion() -> Conversion {
    guard let converter = reader.visitor.converter else { return Conversion() }
    let conversion = converter.conversion
    converter.conversion = Conversion()
    converter.conversion.unknownRequests = conversion.unknownRequests
    return conversion
  }

  /// The maximum number of early rereads per byte, for linear time.
  private static let rereadsPerByte = 8

  /// Ends the input and returns the remaining elements; another input may follow.
  public mutating func finish() -> [ContentCardElement] {
    let elements = advance(isFinal: true)
    state = ReadingState()
    pending.removeAll()
    (offset, position, recoveryStart, requiredCount, rereadBudget) = (0, TextPosition(), nil, 1, 0)
    return elements
  }

  private mutating func advance(isFinal: Bool) -> [ContentCardElement] {
    let bytes = pending.sealed()
    reader.visitor = ElementVisitor(
      converter: reader.visitor.converter, positions: TextPositions(in: bytes, from: position),
      start: offset, recoveryStart: recoveryStart)
    let end = reader.read(Block(bytes, offset: offset, isFinal: isFinal), from: state)
    state = end.state
    let elements = reader.visitor.elements
    if let start = state.givenUpAt { recoveryStart = reader.visitor.place(of: start) }
    position = reader.visitor.positions.position(of: end.consumed)
    var rest = ByteBuffer(capacity: bytes.count - end.consumed)
    rest.append(bytes.slice(end.consumed..<bytes.count))
    offset += end.consumed
    swap(&pending, &rest)
    requiredCount = 2 * pending.count + 1
    return elements
  }
}

/// Copies or converts the cards of a block.
private struct ElementVisitor: CardVisitor {
  let converter: CardConverter?
  var positions = TextPositions(in: ByteView(""))
  /// The offset of the block in the input.
  var start = 0
  /// The start of the malformed value that is being skipped.
  var recoveryStart: ContentCardPlace?
  var elements: [ContentCardElement] = []

  mutating func visit(_ card: Card, at offset: Int, _: RecordPlace) {
    guard let converter else {
      return elements.append(.card(ContentCard(card), place(of: offset)))
    }
    converter.add(card, at: place(of: offset))
  }

  mutating func note(_ problem: ReadingProblem, _: RecordPlace) {
    let failure = ContentCardFailure(
      code: problem.code, message: problem.description, place: place(of: problem.offset))
    if let converter {
      converter.conversion.failures.append(failure)
    } else {
      elements.append(.failure(failure))
    }
  }

  /// The location of an offset in the block, or of the malformed value that began before the block.
  mutating func place(of offset: Int) -> ContentCardPlace {
    if offset < start, let recoveryStart, recoveryStart.offset == offset { return recoveryStart }
    let position = positions.position(of: offset - start)
    return ContentCardPlace(offset: offset, line: position.line, column: position.column)
  }
}
