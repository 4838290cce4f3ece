import CardArguments
@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards
import CardPlatform

/// One run of `cardctl inspect --to html`: reads all cards, then draws those that come first.
struct PreviewRun {
  /// How many cards a page shows by default: a browser is slow with more.
  static let defaultLimit = 500

  private let session: Session
  private let options: InspectOptions
  private let plan: CheckPlan
  private let policy: Policy
  private let stream: StreamOptions
  private let list: CardListSettings
  private let inputs: InputFiles

  /// A run with these options over the files that `operands` name.
  init(
    _ session: Session, options: InspectOptions, configuration: Configuration,
    registry: Registry, operands: [String]
  ) throws {
    self.session = session
    self.options = options
    inputs = try session.inputs(operands, options.cards, configuration)
    let now = session.now(options.cards)
    stream = session.streamOptions(options.cards, configuration)
    policy = Policy(configuration: configuration.rules)
    var checks = ValidateOptions()
    checks.cards = options.cards
    plan = try ValidationRun.plan(
      session, options: checks, configuration: configuration, stream: stream, policy: policy)
    list = CardListSettings(
      cards: stream.reading.cards, classes: ClassTable(registry), now: now,
      payloadLimit: plan.settings.maximumPayload, loadsImages: options.loadsImages)
  }

  /// Reads everything, writes the page, and returns the exit status.
  ///
  /// - Throws: `SystemFailure` when the page cannot be written; `DataError` for a local feed that
  ///   cannot be read.
  func run() throws -> Int32 {
    let items = try options.feed.map { try LocalItems($0, session.console, options.loadsImages) }
    let inputs = inputs
    let preview = PreviewCards(plan, policy, limit: options.limit ?? PreviewRun.defaultLimit) {
      inputs.name(of: $0)
    }
    let cards = try CardStream(
      session, options: stream, cards: options.cards, device: options.device, inputs: inputs)
    let plan = plan
    return try cards.run(framing: nil, observer: preview) {
      PreviewProcessor(plan)
    } finish: { counts, output in
      preview.finish()
      var list = list
      list.cards = cards.reading
      try write(preview, counts: counts, list: list, items: items, to: output)
      if options.cards.printsSummary {
        session.note("\(counts.read), \(preview.cards.count) shown\(counts.rest)")
      }
      return ExitStatuses.done
    }
  }

  private func write(
    _ preview: PreviewCards, counts: Counts, list: CardListSettings, items: LocalItems?,
    to output: OutputStream
  ) throws(SystemFailure) {
    var cards = CardList(list)
    for kept in preview.cards { cards.append(kept, preview.bytes.view.slice(kept.bytes)) }
    let page = PageRendering(
      summary: PageRendering.Summary(
        sources: inputs.operands.isEmpty
          ? ["standard input"]
          : inputs.operands.map { $0 == "-" ? "standard input" : SystemText.shown($0) },
        cards: counts.offered,
        now: list.now, loadsImages: options.loadsImages, findings: preview.findingCounts,
        inputFindings: preview.findings, items: items?.count ?? 0))
    var head = HTMLWriter()
    page.appendHead(cards, to: &head)
    try output.write(head.bytes.view)
    try output.write(cards.html.bytes.view)
    var tail = HTMLWriter()
    items?.append(to: &tail)
    page.appendTail(cards, to: &tail)
    try output.write(tail.bytes.view)
  }
}
