import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

extension InspectRun {
  /// How many cards a page shows by default: a browser is slow with more.
  private static let shownCards = 500

  /// Reads all cards, and writes a page of those that come first.
  ///
  /// - Throws: `SystemFailure` when the page cannot be written; `DataError` for a local feed that
  ///   cannot be read.
  func showPage() throws -> Int32 {
    let inputs = try inputs()
    let items = try options.feed.map { try LocalItems($0, session.console, options.loadsImages) }
    let preview = PreviewCards(plan, policy, limit: options.limit ?? InspectRun.shownCards) {
      inputs.name(of: $0)
    }
    var device = options.device
    device.merges = device.merges || options.view.readsSeries
    let histories = CardHistories(
      stream.reading.cards, listsChanges: true, observesFailures: options.view.readsSeries)
    let cards = try CardStream(
      session, options: stream, cards: options.cards, device: device, inputs: inputs)
    let plan = plan
    var answer = ExitStatuses.done
    let status = try cards.run(framing: nil, observer: preview, feedObserver: histories) {
      PreviewProcessor(plan)
    } finish: { counts, output in
      preview.finish()
      var report: HistoryReport?
      if case .history(let text) = options.view {
        report = try self.report(on: text, histories)
        answer = report?.status ?? self.status(of: text, histories)
        if report == nil { return ExitStatuses.done }
      } else if device.merges {
        report = try self.report(onAllCardsOf: histories) { _ in true }
      }
      let settings = CardListSettings(
        cards: cards.reading, classes: plan.classes, now: now, loadsImages: options.loadsImages)
      var list = CardList(settings)
      for kept in preview.cards { list.append(kept, preview.bytes.view.slice(kept.bytes)) }
      let operands = inputs.operands.isEmpty ? ["-"] : inputs.operands
      let page = PageRendering(
        sources: operands.map { $0 == "-" ? "standard input" : SystemText.shown($0) },
        cards: counts.offered, findings: preview.findingCounts, inputFindings: preview.findings,
        items: items?.count ?? 0, settings: settings)
      try write(page, list, items, report, to: output)
      if options.cards.printsSummary {
        session.note("\(counts.read), \(preview.cards.count) shown\(counts.rest)")
      }
      return ExitStatuses.done
    }
    return InspectRun.status(status, answer)
  }

  private func write(
    _ page: PageRendering, _ list: borrowing CardList, _ items: LocalItems?,
    _ report: HistoryReport?, to output: OutputStream
  ) throws(SystemFailure) {
    var head = HTMLWriter()
    page.appendHead(list, to: &head)
    try output.write(head.bytes.view)
    try output.write(list.html.bytes.view)
    var tail = HTMLWriter()
    items?.append(to: &tail)
    page.appendTail(list, histories: report, to: &tail)
    try output.write(tail.bytes.view)
  }
}
