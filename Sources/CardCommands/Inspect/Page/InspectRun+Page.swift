import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

extension InspectRun {
  /// The maximum number of cards on a page; a browser is slow with more than the default.
  var pageLimit: Int { options.inspect.limit ?? 500 }

  /// Reads all cards, and writes a page of the first ones in the order of the feed.
  ///
  /// - Throws: `SystemFailure` if the page cannot be written; `DataError` for a local feed that
  ///   cannot be read.
  func showPage() throws -> Int32 {
    let inputs = try inputs()
    let items = try options.inspect.feed.map { try LocalFeed($0, session.console).list } ?? []
    let checks = checks(of: inputs)
    let listing = OverviewProcessor.Listing(
      limit: InspectRun.listedCards, loadsImages: options.inspect.loadsImages)
    let kept = PageCards(limit: pageLimit, name: inputs.name)
    let overview = overview(of: inputs, checks, listing, page: kept)
    let histories = histories(of: inputs, listsChanges: true)
    let (journal, merges) = (journalHistories, session.options.device.merges)
    var answer: Int32?
    let status = try run(
      inputs, observer: overview, feedObservers: [overview, histories],
      eventVisitor: merges ? journal.add : nil
    ) {
      OverviewProcessor(checks, listing)
    } finish: { counts, output in
      kept.finish()
      var report: HistoryReport?
      if merges {
        journal.insert(into: histories)
        var text: String?
        if case .history(let selected) = options.inspect.view { text = selected }
        report = self.report(on: text, histories, &answer)
        if report == nil { return }
      }
      let operands = inputs.operands.isEmpty ? ["-"] : inputs.operands
      let page = PageDocument(
        sources: operands.map { $0 == "-" ? "standard input" : SystemText.shown($0) },
        now: plan.settings.now, cardCount: counts.offered, loadsImages: options.inspect.loadsImages,
        text: overview.text(problems: counts.problems, TextStyle()), counts: overview.findings,
        items: items, histories: report)
      try page.write(kept, to: output)
    }
    return InspectRun.status(status, answer: answer)
  }
}
