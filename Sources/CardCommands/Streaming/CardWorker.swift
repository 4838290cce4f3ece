import CardJSON
import CardProcessing
import ContentCardKit

/// A worker of one thread, which reads cards and passes them to the processor of a command.
///
/// Its closures hide the type of the processor: all other code handles batches.
struct CardWorker {
  /// Returns an empty batch for the results of a block.
  let makeBatch: () -> Batch
  /// Reads the block of a task from its entry state, and fills its batch with at most `limit` rows.
  let read: (_ task: BlockTask, _ limit: Int) -> Void
  /// Processes the next cached cards of a device until the batch has `CachedFeed.batchSize` bytes.
  let process: (_ feed: CachedFeed, _ batch: inout Batch) -> Void

  init<Processor: CardProcessor & ~Copyable>(
    _ options: StreamOptions, _ processor: consuming Processor
  ) {
    var reading = options.reading
    reading.maximumProblemCount = BlockTask.maximumProblemCount
    var reader = CardReader(reading, processor)
    makeBatch = { Batch(options, content: Processor.makeContent()) }
    read = { task, limit in
      let bytes = task.bytes.sealed()
      let block = Block(
        bytes, offset: task.offset, isFinal: task.isFinal, endsAtLine: task.endsAtLine,
        source: task.path.map { Card.Source(path: $0, line: task.line) },
        map: task.map.isEmpty ? nil : task.map)
      task.batch.removeAll()
      task.batch.limit = limit
      swap(&reader.visitor.batch, &task.batch)
      reader.visitor.begin(input: InputFiles.file(of: task.input))
      if task.isTemplate, reader.visitor.visitTemplate(bytes) {
        task.end = BlockEnd()
        (task.end.consumed, task.end.records) = (bytes.count, 1)
      } else {
        task.end = reader.read(block, from: task.entry)
      }
      if let problem = task.problem, !task.end.isStopped {
        let end = task.offset + task.bytes.count
        reader.visitor.note(ReadingProblem(problem, at: end), RecordPlace(record: 0))
        task.end.isStopped = !reader.visitor.wantsMore
      }
      reader.visitor.end()
      swap(&reader.visitor.batch, &task.batch)
      task.batch.counts.cards = task.end.cards
      task.extent = TextExtent(
        of: bytes.slice(task.markLength..<task.end.consumed), lineFeeds: task.end.lineFeeds)
    }
    process = { feed, batch in
      swap(&reader.visitor.batch, &batch)
      while !feed.isAtEnd, reader.visitor.wantsMore,
        reader.visitor.batch.output.count < CachedFeed.batchSize
      {
        let number = feed.position
        if let card = feed.next() {
          reader.visitor.visit(card, at: number, RecordPlace(record: number + 1))
        }
      }
      reader.visitor.end()
      swap(&reader.visitor.batch, &batch)
    }
  }
}

/// The cached cards of a device, in order of arrival.
final class CachedFeed {
  private let cards: [CachedCard]
  private var reader: CachedCardReader
  private let path: ((Int) -> ByteView)?
  /// The number of the next card.
  private(set) var position = 0

  /// The number of bytes of rows that are written at a time.
  static let batchSize = 1 << 16

  /// Creates a feed whose cards are read with these options, and located if there is a `path`.
  init(_ cards: [CachedCard], _ options: CardDecoder.Options, path: ((Int) -> ByteView)?) {
    (self.cards, self.path) = (cards, path)
    reader = CachedCardReader(options)
  }

  /// Whether all cards were read.
  var isAtEnd: Bool { position == cards.count }

  /// Returns the next card, valid until the next call, or nil if it cannot be read.
  func next() -> Card? {
    let cached = cards[position]
    position += 1
    guard var card = reader.card(cached) else { return nil }
    if let path {
      let origin = cached.origin
      card.source = Card.Source(path: path(origin.input), line: origin.position.line)
    }
    return card
  }
}
