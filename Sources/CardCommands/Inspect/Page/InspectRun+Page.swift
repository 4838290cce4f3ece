import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

extension InspectRun {
  /// The number of cards on a page by default: a browser is slow with more.
  private static let shownCards = 500

  /// Reads all cards, and writes a page of the first ones in the order of the feed.
  ///
  /// - Throws: `SystemFailure` if the page cannot be written; `DataError` for a local feed that
  ///   cannot be read.
  func showPage() throws -> Int32 {
    let inputs = try inputs()
    let items = try options.inspect.feed.map { try LocalItems($0, session.console) }
    let listed = InspectRun.listedCards
    let kept = PageCards(
      overview(of: inputs, plan, .table(listed)), plan, policy,
      limit: options.inspect.limit ?? InspectRun.shownCards
    ) { inputs.name(of: $0) }
    let histories = CardHistories(
      stream.reading.cards, listsChanges: true, observesFailures: options.inspect.view.readsSeries)
    var device = options.device
    device.merges = device.merges || options.inspect.view.readsSeries
    let journal = device.merges ? journalHistories : nil
    let cards = try CardStream(
      session, options: stream, cards: options.cards, device: device, inputs: inputs,
      eventVisitor: journal?.add)
    let (plan, loadsImages) = (plan, options.inspect.loadsImages)
    var answer: Int32?
    let status = try cards.run(
      StreamOutput(observer: kept, feedObservers: [kept.overview, histories])
    ) {
      PageProcessor(plan, listed: listed, loadsImages: loadsImages)
    } finish: { counts, output in
      guard !counts.couldReadNothing else { return ExitStatuses.done }
      kept.finish()
      journal?.insert(into: histories)
      var report: HistoryReport?
      if case .history(let text) = options.inspect.view {
        report = self.report(on: text, histories)
        answer = report?.status ?? self.status(of: text, histories)
        if report == nil { return ExitStatuses.done }
      } else if device.merges {
        report = self.report(onAllCardsOf: histories)
      }
      let operands = inputs.operands.isEmpty ? ["-"] : inputs.operands
      let text = text(of: kept.overview, problems: counts.problems, TextStyle())
      let page = PageDocument(
        sources: operands.map { $0 == "-" ? "standard input" : SystemText.shown($0) }, now: now,
        cardCount: counts.offered, loadsImages: loadsImages, text: text, items: items,
        histories: report)
      try page.write(kept, to: output)
      if options.cards.printsSummary {
        session.note("\(counts.read), \(kept.cards.count) shown\(counts.rest)")
      }
      return ExitStatuses.done
    }
    return InspectRun.status(status, answer: answer)
  }
}
