import CardJSON
import CardProcessing
import ContentCardKit
import EventJournal

// `--why` and `--verdicts`, which read the inputs as the sync responses of one device.
extension InspectRun {
  /// Prints the history of the cards that `text` selects, and whether users see them; if nil, one
  /// line for each card in the inputs.
  func showHistory(of text: String?) throws -> Int32 {
    let inputs = try run.inputs()
    let histories = CardHistories(self, inputs, listsChanges: text != nil)
    return try show(inputs, [histories], events: histories.events.add(_:in:at:)) {
      HistoryProcessor()
    } end: { output, counts in
      let (report, status) = report(on: histories, counts)
      if let report {
        try write(text == nil ? report.verdicts(style) : report.view(style), to: output)
      }
      return status
    }
  }

  /// Returns a report on the cards that the view selects, by default all, and the exit status of a
  /// run with these counts; if the selection fails, prints the reason and returns no report.
  func report(on histories: CardHistories, _ counts: Counts) -> (HistoryReport?, Int32) {
    let (status, unread) = (run.status(counts), counts.unread)
    let all = histories.histories
    func report(_ numbers: [Int], copies: [Int] = []) -> HistoryReport {
      HistoryReport(
        numbers, copies: copies, of: histories, reading, plan: plan, unreadCount: unread)
    }
    // Records that could not be read take precedence over what the verdict is, and verdicts on half
    // of the evidence are never a yes, whatever `--on-error` is.
    func judged(_ verdict: Int32) -> Int32 {
      status == ExitStatuses.done ? (unread > 0 ? ExitStatuses.data : verdict) : status
    }
    let view = session.inspect.view
    guard case .history(let text?) = view else {
      let status = view.readsSyncResponses ? judged(status) : status
      return (report(all.indices.filter { all[$0].wasReceived }), status)
    }
    let (numbers, isAmbiguous) = histories.selection(text)
    if isAmbiguous {
      sayCandidates(text, numbers.map { (all[$0].id, histories.title(of: $0)) }, option: "--why")
      return (nil, status == ExitStatuses.inputOutput ? status : ExitStatuses.usage)
    }
    let wasReceived = numbers.contains { all[$0].wasReceived }
    if !numbers.isEmpty {
      let report = report(numbers, copies: histories.copies(of: numbers))
      let isShown = report.items.contains { $0.verdict.isShown }
      let verdict =
        isShown
        ? ExitStatuses.done : wasReceived ? ExitStatuses.data : ExitStatuses.nothingMatched
      return (report, judged(verdict))
    }
    if let aborts = aborts(of: text, histories) {
      return (aborts, judged(ExitStatuses.nothingMatched))
    }
    say(
      "no input has a card with the id, the campaign or the title \"\(text)\"",
      histories.ids(similarTo: text), under: "similar ids:")
    if let words = IDWords(text)?.words { session.say("this id is of \(words)") }
    for note in histories.device.explanations(isMissing: true) { session.say("note: \(note)") }
    if unread > 0 { session.say("\(counted(unread, "record")) could not be read") }
    return (nil, judged(ExitStatuses.nothingMatched))
  }

  /// Returns a report on the events of a campaign whose card no input has, such as that it was not
  /// sent; nil without such events.
  private func aborts(of text: String, _ histories: CardHistories) -> HistoryReport? {
    let campaign = IDWords(text)?.campaign ?? text
    guard let events = histories.events.ofCampaigns[campaign] else { return nil }
    var history = CardHistory(id: text, zone: session.zone)
    history.insert(events)
    return HistoryReport(neverReceived: history, histories.device)
  }

  /// Prints the cards of which one is meant, and how to name it.
  func sayCandidates(_ text: String, _ cards: [(id: String, title: String?)], option: String) {
    let listed = cards.prefix(InspectRun.listedCards)
    say(
      "\"\(text)\" matches more than one card; name one with \(option) ID:",
      listed.map { $0.id + ($0.title.map { "  \($0)" } ?? "") })
    if cards.count > listed.count { session.say("  and more") }
  }
}

/// Ignores the cached cards, because the histories already contain them.
struct HistoryProcessor: CardProcessor, ~Copyable {
  var batch = Batch()

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {}
}
