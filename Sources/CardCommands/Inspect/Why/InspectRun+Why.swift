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
      guard let report = report(on: text, histories, &answer) else { return }
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
      reading, listsChanges: listsChanges, observesFailures: options.inspect.view.readsSeries,
      inputName: path(inputs))
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

  /// The histories of the cards that `text` selects, all of them without a text; nil if the text
  /// does not select cards, for which the reason is printed.
  ///
  /// - Parameter answer: whether users see one of the selected cards, as a status.
  func report(on text: String?, _ histories: CardHistories, _ answer: inout Int32?)
    -> HistoryReport?
  {
    guard let text else {
      return HistoryReport(Array(histories.histories.indices), histories, reading, plan)
    }
    let (numbers, arePrefixed) = histories.selection(text)
    if numbers.isEmpty {
      answer = ExitStatuses.nothingMatched
      say(
        "no input has a card whose id begins with \"\(text)\", or of this campaign",
        histories.ids(similarTo: text), under: "similar ids:")
      return nil
    }
    let limit = InspectRun.listedCards
    if arePrefixed, numbers.count > 1 {
      answer = ExitStatuses.usage
      let ids = numbers.prefix(limit).map { histories.histories[$0].id }
      say(
        "\"\(text)\" is the beginning of more than one id:", ids, hasMore: numbers.count > limit)
      return nil
    }
    let report = HistoryReport(
      numbers, copies: histories.copies(of: numbers), histories, reading, plan)
    let isShown = report.items.contains { $0.verdict.isShown }
    answer = isShown ? ExitStatuses.done : ExitStatuses.data
    return report
  }
}

/// Ignores the cached cards, because the histories have them already.
struct HistoryProcessor: CardProcessor, ~Copyable {
  var batch = Batch()

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {}
}
