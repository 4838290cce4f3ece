@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import CardPlatform

/// One block of an input on its way from the `InputReader` through a worker to the `OrderedWriter`.
///
/// A task belongs to one thread at a time; the `BlockPipeline` hands it on.
final class BlockTask: @unchecked Sendable {
  /// The place of the task in the order of the input, from 0.
  var ticket = 0
  /// Which of the operands the block is part of.
  var input = 0
  var bytes = ByteBuffer(capacity: 1 << 14)
  /// Where the block begins, in bytes from the start of the input.
  var offset = 0
  /// What cards are told to be their file; nil where they are told nothing.
  var path: ByteView?
  /// The line in which the block begins, from 1; right only where there is a path.
  var line = 1
  var isFinal = false
  var endsAtLine = false
  /// Whether the next block can be read without waiting for whoever writes the input.
  var isFollowed = false
  /// The state that the block is read from, which may be a guess.
  var entry = ReadingState()
  /// Where an array was given up before the block whose end is still being looked for.
  var restOfArray: RestOfArray?
  /// Why there is no block: the input could not be opened or read.
  var failure: SystemFailure?

  var batch: Batch
  var end = BlockEnd.nothing
  /// How far the bytes that were read move the place in the input.
  var extent = TextExtent.zero

  init(_ options: StreamOptions) { batch = Batch(options) }

  /// Makes the task ready for another block.
  func reset() {
    bytes.removeAll()
    bytes.shrink(to: BlockTask.keptCapacity)
    isFinal = false
    endsAtLine = false
    isFollowed = false
    restOfArray = nil
    failure = nil
    batch.removeAll()
    end = .nothing
    extent = .zero
  }

  /// The length of a byte order mark that was passed over, in bytes: it has no column.
  var markLength: Int { offset == 0 && end.consumed >= 3 && bytes.view[0] == 0xEF ? 3 : 0 }

  /// How much memory a task keeps for the next block, in bytes.
  private static let keptCapacity = 1 << 20
}

/// Where an array was given up: an offset, and the place it stands for.
struct RestOfArray {
  let offset: Int
  let position: TextPosition
}

/// A thread's share of the work: reads blocks and processes their cards.
final class BlockWorker<Processor: ~Copyable> {
  private var reader: CardReader
  private var visitor: BatchVisitor<Processor>

  init(_ options: StreamOptions, _ processor: consuming Processor) {
    reader = CardReader(options.reading)
    visitor = BatchVisitor(options, processor)
  }
}

extension BlockWorker where Processor: CardProcessor & ~Copyable {
  /// Reads the block of `task` from its entry state and fills its batch with up to `limit` rows.
  func run(_ task: BlockTask, limit: Int) {
    let bytes = task.bytes.sealed()
    let block = Block(
      bytes, offset: task.offset, isFinal: task.isFinal, endsAtLine: task.endsAtLine)
    task.batch.removeAll()
    visitor.exchange(&task.batch, limit: limit)
    visitor.begin(input: task.input)
    visitor.locator = task.path.map { CardLocator(block, path: $0, line: task.line) }
    task.end = reader.read(block, from: task.entry, visitor: &visitor)
    visitor.locator = nil
    visitor.exchange(&task.batch)
    task.extent = TextExtent(
      of: bytes.slice(task.markLength..<task.end.consumed), lineFeeds: task.end.lineFeeds)
  }
}

/// Hands cards to a processor and collects what comes of them.
private struct BatchVisitor<Processor: ~Copyable>: ~Copyable {
  private var processor: Processor
  private var batch: Batch
  private var limit = Int.max
  private let stopsAtProblem: Bool
  /// Tells the cards of a block where they stand; nil where nobody asks.
  var locator: CardLocator?

  init(_ options: StreamOptions, _ processor: consuming Processor) {
    self.processor = processor
    batch = Batch(options)
    stopsAtProblem = options.onError == .stop
  }

  /// Takes over a batch to fill with up to `limit` rows, or gives it back.
  mutating func exchange(_ other: inout Batch, limit: Int = .max) {
    swap(&batch, &other)
    self.limit = limit
  }
}

extension BatchVisitor: CardVisitor where Processor: CardProcessor & ~Copyable {
  mutating func begin(input: Int) { processor.begin(input: input) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) -> Bool {
    batch.counts.cards += 1
    if let source = locator?.source(at: offset) {
      var located = card
      located.source = source
      processor.process(located, at: offset, place, into: &batch)
    } else {
      processor.process(card, at: offset, place, into: &batch)
    }
    return batch.counts.rows < limit && !(stopsAtProblem && batch.counts.problems > 0)
  }

  mutating func visitOther(_ document: JSONDocument, at offset: Int, _ place: RecordPlace)
    -> Bool
  {
    processor.processOther(document, at: offset, place, into: &batch)
  }

  mutating func wantsWords(for reason: NoCardReason) -> Bool {
    processor.wantsWords(for: reason, in: batch)
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) -> Bool {
    processor.note(problem, place, into: &batch)
    return !stopsAtProblem
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    processor.visitContainer(event, place, into: &batch)
  }
}

/// Finds the lines on which the cards of a block begin.
private struct CardLocator {
  private let path: ByteView
  private let block: Block
  /// The place in the block up to which line feeds are counted, and the line it is in.
  private var position = 0
  private var line: Int

  init(_ block: Block, path: ByteView, line: Int) {
    self.block = block
    self.path = path
    self.line = line
  }

  /// Where the card that begins at `offset` of the input was read; cards come in order.
  mutating func source(at offset: Int) -> Card.Source {
    let end = max(offset - block.offset, position)
    line += block.bytes.slice(position..<end).count(of: UInt8(ascii: "\n"))
    position = end
    return Card.Source(path: path, line: line)
  }
}
