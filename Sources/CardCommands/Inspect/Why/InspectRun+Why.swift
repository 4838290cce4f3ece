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
    try merge(listsChanges: true) { histories, places, output in
      let numbers: [Int]
      switch histories.selection(text) {
      case .cards(let selected): numbers = selected
      case .ambiguous(let ids):
        sayMatches(ids, text)
        return ExitStatuses.usage
      case .none(let similar):
        saySimilar(similar, text)
        return ExitStatuses.nothingMatched
      }
      let copies = histories.copies(of: numbers)
      try addEvents(to: histories, Set(numbers + copies)) { _ in true }
      let report = report(on: numbers, copies: copies, histories, places)
      if options.format == .json {
        try output.write { report.appendJSON(to: &$0) }
      } else {
        try output.write(report.text(style))
      }
      let isShown = report.items.contains { $0.verdict.isShown }
      return isShown ? ExitStatuses.done : ExitStatuses.data
    }
  }

  /// Prints one line for each card that an input has.
  func showVerdicts() throws -> Int32 {
    try merge(listsChanges: false) { histories, places, output in
      try addEvents(to: histories, Set(histories.histories.indices)) { $0 == .dismissal }
      let report = report(on: Array(histories.histories.indices), copies: [], histories, places)
      if options.format == .json {
        try output.write { report.appendVerdicts(to: &$0) }
      } else {
        try output.write(report.verdicts(style))
      }
      return ExitStatuses.done
    }
  }

  /// Merges the inputs.
  ///
  /// - Parameter finish: prints the histories, and returns a status.
  private func merge(
    listsChanges: Bool, finish: (CardHistories, FeedPlaces, OutputStream) throws -> Int32
  ) throws -> Int32 {
    let histories = CardHistories(stream.reading.cards, listsChanges: listsChanges)
    let places = FeedPlaces()
    var device = options.device
    device.merges = true
    let cards = try CardStream(
      session, options: stream, cards: options.cards, device: device, inputs: try inputs())
    let classes = plan.classes
    var answer = ExitStatuses.done
    let status = try cards.run(
      framing: nil, observer: places, passesControls: options.format == .text,
      feedObserver: histories
    ) {
      FeedPlaceProcessor(classes)
    } finish: { counts, output in
      answer = try finish(histories, places, output)
      if options.cards.printsSummary { session.note("\(counts.read)\(counts.rest)") }
      return ExitStatuses.done
    }
    if status == ExitStatuses.inputOutput || answer == ExitStatuses.done { return status }
    return answer
  }

  private func addEvents(
    to histories: CardHistories, _ numbers: Set<Int>, where isWanted: (EventKind) -> Bool
  ) throws {
    guard let journal = options.device.journal else { return }
    try histories.addEvents(
      of: journal, options.device.owner, session.console, to: numbers, where: isWanted)
  }

  private func report(
    on numbers: [Int], copies: [Int], _ histories: CardHistories, _ places: FeedPlaces
  ) -> HistoryReport {
    var reader = CardSnapshotReader(stream.reading.cards)
    func item(_ number: Int) -> HistoryReport.Item {
      let history = histories.histories[number].withRepeatedEventsCounted
      let verdict = CardVerdict(
        history, places.place(of: history.id), needsObject: plan.settings.hasOwnClasses)
      return HistoryReport.Item(
        history: history, name: reader.name(history.bytes),
        campaign: histories.campaign(of: number), verdict: verdict)
    }
    let items = numbers.map(item).sorted { first, second in
      (first.verdict.position ?? .max) < (second.verdict.position ?? .max)
    }
    let others = copies.map(item)
    let differences = zip(others, others.dropFirst()).map {
      reader.changes(from: $0.history.bytes, to: $1.history.bytes)
    }
    return HistoryReport(
      items: items, copies: others, differences: differences, feedCount: places.count)
  }

  private func sayMatches(_ ids: [String], _ text: String) {
    let printer = session.printer()
    printer.say("\"\(text)\" is the beginning of more than one id:")
    for id in ids.prefix(InspectRun.listedCards) { printer.say("  \(id)") }
    if ids.count > InspectRun.listedCards { printer.say("  and more") }
  }

  private func saySimilar(_ ids: [String], _ text: String) {
    let printer = session.printer()
    printer.say("no input has a card whose id begins with \"\(text)\", or of this campaign")
    if !ids.isEmpty { printer.say("similar ids:") }
    for id in ids { printer.say("  \(id)") }
  }
}
