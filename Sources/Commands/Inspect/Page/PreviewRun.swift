import Arguments
import CardJSON
import CardRules
import ContentCards
import Platform

/// One run of `cardctl inspect --to html`: reads all cards, then draws those that come first.
struct PreviewRun {
  /// How many cards a page shows when nobody says: more of them are slow to look at.
  static let defaultLimit = 500

  private let session: Session
  private let options: InspectOptions
  private let plan: CheckPlan
  private let policy: Policy
  private let stream: StreamOptions
  private let list: CardList.Settings
  private let order: SortOrder
  private let operands: [String]

  /// A run with these options over the files that `operands` name.
  ///
  /// - Throws: `MissingInput` when nothing was named and standard input is a terminal.
  init(
    _ session: Session, _ options: InspectOptions, _ configuration: Configuration,
    _ registry: Registry, operands: [String]
  ) throws {
    if operands.isEmpty, SystemCalls.isTerminal(session.console.input) { throw MissingInput() }
    self.session = session
    self.options = options
    self.operands = operands
    let now = try session.now(options.cards)
    order = SortOrder(keys: SortKey.feed, now: now)
    var stream = session.streamOptions(options.cards, configuration)
    if options.cards.onError == .stop { stream.jobs = 1 }
    stream.order = order
    self.stream = stream
    policy = Policy(configuration: configuration.rules)
    var checks = ValidateOptions()
    checks.cards = options.cards
    plan = try ValidationRun.plan(session, checks, configuration, stream, policy)
    list = CardList.Settings(
      cards: stream.reading.cards, classes: ClassTable(registry), now: now,
      payloadLimit: plan.settings.maximumPayload, loadsImages: options.loadsImages)
  }

  /// Reads everything, writes the page, and returns the exit status.
  ///
  /// - Throws: `SystemFailure` when the page cannot be written; `DataError` for a local feed that
  ///   cannot be read.
  func run() throws -> Int32 {
    let console = session.console
    let items = try options.feed.map { try LocalItems($0, console, options.loadsImages) }
    let file = try options.cards.output.map { path throws(SystemFailure) in
      try OutputFile(console.resolved(path))
    }
    do {
      let descriptor = file?.descriptor ?? console.output
      let delivery = try read(output: descriptor)
      let output = OutputStream(descriptor, name: options.cards.output ?? "<stdout>")
      try write(delivery, items, to: output)
      let status = status(delivery)
      if status == ExitStatuses.inputOutput { file?.discard() } else { try file?.commit() }
      return status
    } catch {
      file?.discard()
      throw error
    }
  }

  private func read(output: Int32) throws -> PreviewDelivery {
    let source = InputReader(operands, session.console, stream, output: output)
    let printer = session.printer(limit: stream.maximumMessages)
    var unordered = stream
    unordered.order = nil
    let messages = Delivery(
      unordered, sink: nil, printer: printer, inputName: source.name,
      saysEmpty: !session.common.isQuiet)
    let delivery = PreviewDelivery(
      plan, policy, order, limit: options.limit ?? PreviewRun.defaultLimit, messages: messages,
      name: source.name)
    let plan = plan
    let pipeline = BlockPipeline(stream, source: source, receiver: delivery) {
      PreviewProcessor(plan)
    }
    try pipeline.run()
    delivery.finish()
    printer.sayWhatWasLeftOut()
    return delivery
  }

  private func write(_ delivery: PreviewDelivery, _ items: LocalItems?, to output: OutputStream)
    throws(SystemFailure)
  {
    var cards = CardList(list)
    for kept in delivery.cards { cards.append(kept, delivery.bytes.view.slice(kept.bytes)) }
    let page = PageDrawing(
      summary: PageDrawing.Summary(
        sources: operands.isEmpty ? ["standard input"] : operands, cards: delivery.counts.cards,
        now: list.now, loadsImages: options.loadsImages, findings: delivery.findingCounts,
        inputFindings: delivery.findings, items: items?.count ?? 0))
    var head = HTMLWriter()
    page.appendHead(cards, to: &head)
    try output.write(head.bytes.view)
    try output.write(cards.html.bytes.view)
    var tail = HTMLWriter()
    items?.append(to: &tail)
    page.appendTail(cards, to: &tail)
    try output.write(tail.bytes.view)
  }

  private func status(_ delivery: PreviewDelivery) -> Int32 {
    let counts = delivery.counts
    if options.cards.printsSummary {
      session.say("\(counts.read), \(delivery.cards.count) shown\(counts.rest)")
    }
    if delivery.hasFailedInput { return ExitStatuses.inputOutput }
    let hasBadData = counts.problems > 0 && stream.onError != .skip
    return hasBadData ? ExitStatuses.data : ExitStatuses.done
  }
}
