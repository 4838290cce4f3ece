import CardProcessing
import CardJSON
import ContentCardKit
import CardPlatform

/// The facts about a card that decide whether its events are recorded.
struct KnownCard {
  let isControl: Bool
  let isDismissible: Bool
  let isDismissed: Bool
  let hasURL: Bool
  /// The range of the class type in the strings of all cards; empty if absent.
  var classType: Range<Int>
}

/// The cards of `--cards` by their ids; about 70 bytes and the id for each.
final class KnownCards: BatchObserver {
  /// The name of the input in messages.
  let name: String
  /// Whether there were records that could not be read.
  private(set) var hasProblems = false
  private var ids = TextNumbers()
  /// By the numbers of their ids; nil for one that the server withdrew.
  private var cards: [KnownCard?] = []
  private var texts = ByteBuffer()

  /// Reads the cards at `path`, in any shape and framing; of one id the last card counts, and a
  /// tombstone removes it.
  ///
  /// - Throws: `SystemFailure` if the input cannot be read. Other values are reported to `printer`.
  init(
    _ path: String, options: StreamOptions, _ session: Session, _ printer: MessagePrinter
  ) throws {
    name = path == "-" ? InputDescriptor.standardInputName : path
    let console = session.console
    var options = options
    options.jobs = console.processors
    let selection = try InputSelection(
      CardOptions(), Configuration(), console, RunFiles(console))
    let inputs = try InputFiles([path], console, selection)
    for failure in inputs.failures { throw failure.reason }
    options.reading.cards.history = DeviceHistory(try inputs.storedStates(options, console))
    let source = InputReader(inputs, console, options, output: -1)
    let receiver = OrderedWriter(
      options, sink: nil, sorter: nil, printer: printer, inputName: source.name, saysEmpty: false,
      observer: self)
    let reading = options
    let pipeline = BlockPipeline(options, source: source, writer: receiver, progress: nil) {
      CardWorker(reading, KnownCardsProcessor())
    }
    try pipeline.run()
    session.note(skippedOf: inputs, source)
    hasProblems = receiver.counts.problems > 0
  }

  /// The card with the id `id`; nil if it is unknown or removed.
  func card(_ id: ByteView) -> KnownCard? { ids.find(id).flatMap { cards[$0] } }

  /// Why there is no card with the id `id`.
  func refusal(of id: ByteView) -> Refusal {
    ids.find(id) == nil ? .unknown(file: name) : .removed
  }

  /// The class type of a card; nil when it has none.
  func classType(of card: KnownCard) -> ByteView? {
    card.classType.isEmpty ? nil : texts.view.slice(card.classType)
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    if case .block(let task, _) = origin, let failure = task.failure { throw failure }
    let list: HeldContent<KnownCardList> = batch.content()
    list.value.forEach { id, card, classType in
      let number = ids.number(of: id)
      if number == cards.count { cards.append(nil) }
      cards[number] = card
      cards[number]?.classType = texts.count..<texts.count + classType.count
      texts.append(classType)
    }
  }
}

/// The cards of one block, in their order.
private struct KnownCardList: ~Copyable {
  private var entries: [(card: KnownCard?, idEnd: Int)] = []
  /// Their ids and class types.
  private var texts = ByteBuffer()

  mutating func append(_ card: Card) {
    guard let id = card.text(.id) else { return }
    id.appendText(to: &texts)
    let idEnd = texts.count
    guard !card.flag(.removed) else { return entries.append((nil, idEnd)) }
    card.classType?.appendText(to: &texts)
    let known = KnownCard(
      isControl: card.isControl, isDismissible: card.flag(.dismissible),
      isDismissed: card.flag(.dismissed), hasURL: card.text(.url) != nil,
      classType: idEnd..<texts.count)
    entries.append((known, idEnd))
  }

  /// Calls `body` with the id of each card, the card unless it was withdrawn, and its class type.
  func forEach(_ body: (_ id: ByteView, KnownCard?, _ classType: ByteView) -> Void) {
    var start = 0
    for (card, idEnd) in entries {
      let end = card?.classType.upperBound ?? idEnd
      body(texts.view.slice(start..<idEnd), card, texts.view.slice(idEnd..<end))
      start = end
    }
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    texts.removeAll()
  }
}

private struct KnownCardsProcessor: CardProcessor, ~Copyable {
  var batch = Batch()

  static func makeContent() -> BatchContent { HeldContent(KnownCardList()) { $0.removeAll() } }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    let list: HeldContent<KnownCardList> = batch.content()
    list.value.append(card)
  }
}
