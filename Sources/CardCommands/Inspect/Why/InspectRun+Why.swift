import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit
import EventJournal

// `--why` and `--verdicts`: the inputs as the responses that a device received.
extension InspectRun {
  /// Prints the history of the selected cards, and whether users see them.
  func showHistory(of text: String) throws -> Int32 {
    var answer: Int32?
    let status = try merge(listsChanges: true) { histories, output in
      guard let report = report(on: text, histories) else {
        return answer = self.status(of: text, histories)
      }
      answer = report.status
      if options.inspect.format == .json {
        try output.write { report.appendJSON(to: &$0) }
      } else {
        try output.write(report.text(style))
      }
    }
    return InspectRun.status(status, answer: answer)
  }

  /// Prints one line for each card that an input has.
  func showVerdicts() throws -> Int32 {
    try merge(listsChanges: false) { histories, output in
      let report = report(onAllCardsOf: histories)
      if options.inspect.format == .json {
        try output.write { report.appendVerdicts(to: &$0) }
      } else {
        try output.write(report.verdicts(style))
      }
    }
  }

  /// Merges the inputs.
  ///
  /// - Parameter finish: prints the histories.
  private func merge(
    listsChanges: Bool, finish: (CardHistories, OutputStream) throws -> Void
  ) throws -> Int32 {
    let inputs = try inputs()
    let histories = histories(of: inputs, listsChanges: listsChanges)
    let journal = journalHistories
    return try run(
      inputs, as: mergingSession, feedObservers: [histories], eventVisitor: journal.add
    ) {
      HistoryProcessor()
    } finish: { _, output in
      journal.insert(into: histories)
      try finish(histories, output)
    }
  }

  /// Empty histories of the cards of inputs.
  func histories(of inputs: InputFiles, listsChanges: Bool) -> CardHistories {
    CardHistories(
      stream.reading.cards, listsChanges: listsChanges,
      observesFailures: options.inspect.view.readsSeries, inputName: path(inputs))
  }

  /// The session, in which a device receives the inputs as responses if the view needs that.
  var mergingSession: Session {
    var session = session
    if options.inspect.view.readsSeries { session.options.device.merges = true }
    return session
  }

  /// The status of a run that ended with `status`.
  ///
  /// - Parameter answer: whether users see the cards, as a status; nil without a question. It does
  ///   not depend on other records that could not be read.
  static func status(_ status: Int32, answer: Int32?) -> Int32 {
    status == ExitStatuses.inputOutput ? status : answer ?? status
  }
}

// Reports.
extension InspectRun {
  /// The events of the journal that the view shows.
  var journalHistories: JournalHistories {
    switch options.inspect.view {
    case .history(let text): JournalHistories(selecting: text)
    case .verdicts: JournalHistories { line, _ in line.kind == .dismissal }
    default: JournalHistories { _, _ in true }
    }
  }

  /// The histories of the cards that `text` selects; nil if it does not select any.
  func report(on text: String, _ histories: CardHistories) -> HistoryReport? {
    guard case .cards(let numbers) = histories.selection(text) else { return nil }
    let copies = histories.copies(of: numbers)
    return report(on: numbers, copies: copies, histories)
  }

  /// The histories of all cards.
  func report(onAllCardsOf histories: CardHistories) -> HistoryReport {
    report(on: Array(histories.histories.indices), copies: [], histories)
  }

  private func report(
    on numbers: [Int], copies: [Int], _ histories: CardHistories
  ) -> HistoryReport {
    let places = FeedPlaces(
      histories.histories, stream.reading.cards, classes: plan.classes,
      needsObject: plan.settings.hasOwnClasses)
    var comparer = CardComparer(stream.reading.cards)
    func item(_ number: Int) -> HistoryReport.Item {
      let history = histories.histories[number].withRepeatedEventsCounted
      return HistoryReport.Item(
        history: history, name: comparer.name(of: history.copy),
        campaign: histories.campaign(of: number), verdict: CardVerdict(history, places[number]))
    }
    let items = numbers.map(item).sorted { first, second in
      (first.verdict.position ?? .max) < (second.verdict.position ?? .max)
    }
    let others = copies.map(item)
    let differences = zip(others, others.dropFirst()).map {
      comparer.changes(from: $0.history.copy, to: $1.history.copy)
    }
    return HistoryReport(
      items: items, copies: others, differences: differences, feedCount: places.count)
  }

  /// Prints why `text` does not select cards.
  ///
  /// - Returns: the status of the run.
  func status(of text: String, _ histories: CardHistories) -> Int32 {
    switch histories.selection(text) {
    case .cards: return ExitStatuses.done
    case .ambiguous(let ids):
      let limit = InspectRun.listedCards
      say(
        ["\"\(text)\" is the beginning of more than one id:"], Array(ids.prefix(limit)),
        hasMore: ids.count > limit)
      return ExitStatuses.usage
    case .none(let similar):
      say(
        ["no input has a card whose id begins with \"\(text)\", or of this campaign"]
          + (similar.isEmpty ? [] : ["similar ids:"]), similar)
      return ExitStatuses.nothingMatched
    }
  }
}

extension HistoryReport {
  /// The status of `--why`: one shown card is enough.
  var status: Int32 {
    items.contains { $0.verdict.isShown } ? ExitStatuses.done : ExitStatuses.data
  }
}
