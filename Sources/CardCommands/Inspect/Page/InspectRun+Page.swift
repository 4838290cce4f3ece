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
    let (plan, merging, journal) = (plan, mergingSession, journalHistories)
    let listing = OverviewProcessor.Listing.page(
      InspectRun.listedCards, loadsImages: options.inspect.loadsImages)
    let kept = PageCards(limit: options.inspect.limit ?? InspectRun.shownCards, name: inputs.name)
    let overview = overview(of: inputs, plan, listing, page: kept)
    let histories = histories(of: inputs, listsChanges: true)
    var answer: Int32?
    let status = try run(
      inputs, as: merging, observer: overview, feedObservers: [overview, histories],
      eventVisitor: merging.options.device.merges ? journal.add : nil, shown: { kept.cards.count }
    ) {
      OverviewProcessor(plan, listing)
    } finish: { counts, output in
      kept.finish()
      journal.insert(into: histories)
      var report: HistoryReport?
      if case .history(let text) = options.inspect.view {
        report = self.report(on: text, histories)
        answer = report?.status ?? self.status(of: text, histories)
        if report == nil { return }
      } else if merging.options.device.merges {
        report = self.report(onAllCardsOf: histories)
      }
      let operands = inputs.operands.isEmpty ? ["-"] : inputs.operands
      let page = PageDocument(
        sources: operands.map { $0 == "-" ? "standard input" : SystemText.shown($0) }, now: now,
        cardCount: counts.offered, loadsImages: options.inspect.loadsImages,
        text: overview.text(problems: counts.problems, TextStyle()), counts: overview.findings,
        items: items, histories: report)
      try page.write(kept, to: output)
    }
    return InspectRun.status(status, answer: answer)
  }
}
