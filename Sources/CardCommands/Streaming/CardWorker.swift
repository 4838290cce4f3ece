import CardJSON
import CardProcessing
import ContentCardKit

/// A worker of one thread, which reads cards and passes them to the processor of a command.
///
/// Its closures hide the type of the processor: all other code handles batches.
struct CardWorker {
  /// Reads the block of a task from its entry state, and fills its batch with at most `limit` rows.
  let read: (_ task: BlockTask, _ limit: Int) -> Void
  /// Processes cached cards of a device until the batch has `batchSize` bytes, and returns the rest.
  ///
  /// The card that `read` returns is valid until the next call.
  let process:
    (
      _ cards: ArraySlice<CachedCard>, _ batch: inout Batch, _ read: (CachedCard) -> Card?
    ) -> ArraySlice<CachedCard>

  /// The number of bytes of rows of cached cards that are written at a time.
  private static let batchSize = 1 << 16

  init<Processor: CardProcessor & ~Copyable>(
    _ options: StreamOptions, _ processor: consuming Processor
  ) {
    var reading = options.reading
    reading.maximumProblemCount = BlockTask.maximumProblemCount
    var reader = CardReader(reading, processor)
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
    process = { cards, batch, read in
      swap(&reader.visitor.batch, &batch)
      var rest = cards
      while let cached = rest.first, reader.visitor.wantsMore,
        reader.visitor.batch.output.count < CardWorker.batchSize
      {
        let number = rest.startIndex
        rest = rest.dropFirst()
        guard let card = read(cached) else { continue }
        reader.visitor.visit(card, at: number, RecordPlace(record: number + 1))
      }
      reader.visitor.end()
      swap(&reader.visitor.batch, &batch)
      return rest
    }
  }
}
