import CardJSON
import CardPlatform
import CardRules

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
    let cards = try CardStream(
      session, options: stream, cards: options.cards, device: options.device, inputs: inputs)
    let plan = plan
    return try cards.run(framing: nil, observer: preview) {
      PreviewProcessor(plan)
    } finish: { counts, output in
      preview.finish()
      let settings = CardListSettings(
        cards: cards.reading, classes: plan.classes, now: now, loadsImages: options.loadsImages)
      var list = CardList(settings)
      for kept in preview.cards { list.append(kept, preview.bytes.view.slice(kept.bytes)) }
      let operands = inputs.operands.isEmpty ? ["-"] : inputs.operands
      let page = PageRendering(
        sources: operands.map { $0 == "-" ? "standard input" : SystemText.shown($0) },
        cards: counts.offered, findings: preview.findingCounts, inputFindings: preview.findings,
        items: items?.count ?? 0, settings: settings)
      try write(page, list, items, to: output)
      if options.cards.printsSummary {
        session.note("\(counts.read), \(preview.cards.count) shown\(counts.rest)")
      }
      return ExitStatuses.done
    }
  }

  private func write(
    _ page: PageRendering, _ list: borrowing CardList, _ items: LocalItems?,
    to output: OutputStream
  ) throws(SystemFailure) {
    var head = HTMLWriter()
    page.appendHead(list, to: &head)
    try output.write(head.bytes.view)
    try output.write(list.html.bytes.view)
    var tail = HTMLWriter()
    items?.append(to: &tail)
    page.appendTail(list, to: &tail)
    try output.write(tail.bytes.view)
  }
}
