import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit
import EventJournal

// `--why` and `--verdicts`: the inputs as the responses that a device received.
extension InspectRun {
  /// Prints the history of the cards that `text` selects, and whether users see them; without a
  /// text, one line for each card that an input has.
  func showHistory(of text: String?) throws -> Int32 {
    let inputs = try inputs()
    let histories = histories(of: inputs, listsChanges: text != nil)
    let journal = journalHistories
    var answer: Int32?
    let status = try run(inputs, feedObservers: [histories], eventVisitor: journal.add) {
      HistoryProcessor()
    } finish: { _, output in
      journal.insert(into: histories)
      let report: HistoryReport?
      (report, answer) = self.report(on: text, histories)
      guard let report else { return }
      if text == nil {
        try write(to: output, text: report.verdicts(style), add: report.addVerdicts)
      } else {
        try write(to: output, text: report.text(style), add: report.add)
      }
    }
    return InspectRun.status(status, answer: answer)
  }

  /// Empty histories of the cards of inputs.
  func histories(of inputs: InputFiles, listsChanges: Bool) -> CardHistories {
    CardHistories(
      stream.reading.cards, listsChanges: listsChanges,
      observesFailures: options.inspect.view.readsSeries, inputName: path(inputs))
  }

  /// The status of a run that ended with `status`.
  ///
  /// - Parameter answer: whether users see the cards, as a status; nil without a question. It does
  ///   not depend on other records that could not be read.
  static func status(_ status: Int32, answer: Int32?) -> Int32 {
    status == ExitStatuses.inputOutput ? status : answer ?? status
  }

  /// The events of the journal that the view shows.
  var journalHistories: JournalHistories {
    switch options.inspect.view {
    case .history(let text?): JournalHistories(selecting: text)
    case .history(nil): JournalHistories { line, _ in line.kind == .dismissal }
    default: JournalHistories { _, _ in true }
    }
  }

  /// The histories of the cards that `text` selects, all of them without a text, and whether users
  /// see one of the cards, as a status.
  ///
  /// If the text does not select cards, the reason is printed.
  func report(
    on text: String?, _ histories: CardHistories
  ) -> (report: HistoryReport?, answer: Int32?) {
    func report(_ numbers: [Int], copies: [Int] = []) -> HistoryReport {
      HistoryReport(numbers, copies: copies, histories, stream.reading.cards, checks)
    }
    guard let text else { return (report(Array(histories.histories.indices)), nil) }
    let (numbers, arePrefixed) = histories.selection(text)
    if numbers.isEmpty {
      say(
        "no input has a card whose id begins with \"\(text)\", or of this campaign",
        orNearest: "similar ids:", histories.ids(similarTo: text))
      return (nil, ExitStatuses.nothingMatched)
    }
    let limit = InspectRun.listedCards
    if arePrefixed, numbers.count > 1 {
      say(
        "\"\(text)\" is the beginning of more than one id:",
        numbers.prefix(limit).map { histories.histories[$0].id }, hasMore: numbers.count > limit)
      return (nil, ExitStatuses.usage)
    }
    let found = report(numbers, copies: histories.copies(of: numbers))
    let isShown = found.items.contains { $0.verdict.isShown }
    return (found, isShown ? ExitStatuses.done : ExitStatuses.data)
  }
}

/// Ignores the cached cards, because the histories have them already.
struct HistoryProcessor: CardProcessor, ~Copyable {
  var batch = Batch()

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {}
}
