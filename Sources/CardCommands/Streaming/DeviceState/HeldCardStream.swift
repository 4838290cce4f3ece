@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import CardPlatform

/// Hands the cards that a device holds to a processor, one after the other, and what comes of them
/// to the writer.
struct HeldCardStream {
  private let cards: [HeldCard]
  private let options: StreamOptions
  private let writer: OrderedWriter
  private let path: (Int) -> ByteView

  /// A stream of the cards that `cards` are.
  ///
  /// - Parameter path: what the input with this number is called, where cards are located.
  init(
    _ cards: [HeldCard], _ options: StreamOptions, _ writer: OrderedWriter,
    path: @escaping (Int) -> ByteView
  ) {
    self.cards = cards
    self.options = options
    self.writer = writer
    self.path = path
  }

  /// Streams all cards.
  ///
  /// One copy of this serves all processors: a device holds few cards, and a copy for each of them
  /// was a fiftieth of the program.
  ///
  /// - Throws: `SystemFailure` when the output cannot be written.
  @_semantics("optimize.sil.specialize.generic.never")
  func run<Processor: CardProcessor & ~Copyable>(_ processor: consuming Processor)
    throws(SystemFailure)
  {
    var reader = HeldCardReader(options.reading.cards)
    var processor = processor
    processor.batch = Batch(options, content: Processor.makeContent())
    for (number, held) in cards.enumerated() {
      guard var card = reader.card(held) else { continue }
      if options.locatesCards {
        let origin = held.origin
        card.source = Card.Source(path: path(origin.input), line: origin.position.line)
      }
      processor.batch.limit = writer.wantedRows
      processor.visit(card, at: number, RecordPlace(record: number + 1))
      let isOver = !processor.wantsMore
      guard isOver || processor.batch.output.count >= HeldCardStream.batchSize else { continue }
      processor.end()
      try writer.receive(&processor.batch) { cards[$0].origin }
      processor.batch.removeAll()
      if isOver { return }
    }
    processor.end()
    try writer.receive(&processor.batch) { cards[$0].origin }
  }

  /// How many bytes of rows are written at a time.
  private static let batchSize = 1 << 16
}
