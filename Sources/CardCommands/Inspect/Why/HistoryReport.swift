import CardJSON
import CardRules
import ContentCardKit
import EventJournal

/// A report on the histories of some cards, with verdicts, as text or JSON.
struct HistoryReport {
  /// A card of the report.
  struct Item {
    let history: CardHistory
    let name: (title: String?, classType: String?)
    let campaign: String?
    let verdict: CardVerdict

    /// The title, otherwise the id.
    var title: String { name.title ?? history.id }
  }

  /// The cards, in the order of the feed.
  let items: [Item]
  /// All cards of the same campaigns, if there are further ones, each with its differences from the
  /// previous one.
  let copies: [(item: Item, differences: [FieldChange])]

  /// Creates a report on the cards with these numbers.
  init(
    _ numbers: [Int], copies: [Int] = [], _ histories: CardHistories,
    _ options: CardDecoder.Options, _ plan: CheckPlan
  ) {
    let (feedEntries, feedCount) = FeedEntry.all(histories.histories, options, plan)
    var comparer = CardComparer(options)
    func item(_ number: Int) -> Item {
      let history = histories.histories[number]
      return Item(
        history: history, name: comparer.name(of: history.copy),
        campaign: histories.campaign(of: number),
        verdict: CardVerdict(history, feedEntries[number], feedCount: feedCount))
    }
    items = numbers.map(item).sorted {
      ($0.verdict.position ?? .max) < ($1.verdict.position ?? .max)
    }
    var earlier: Item?
    self.copies = copies.map(item).map { item in
      defer { earlier = item }
      let changes = earlier.map { comparer.changes(from: $0.history.copy, to: item.history.copy) }
      return (item, changes ?? [])
    }
  }

  // MARK: As text

  /// Returns the histories, each followed by its verdict.
  func text(_ style: TextStyle) -> String {
    var text = items.map { self.text(of: $0, style) }.joined(separator: "\n")
    if copies.isEmpty { return text }
    text += "\n" + style.line("why more than once: \(Duplicates.explanation)", indent: 2)
    for (copy, differences) in copies {
      let arrival = copy.history.entries.first { $0.journal == nil && $0.location != nil }
      let time = arrival?.time.map { " on \(CardHistory.text($0))" } ?? ""
      let location = arrival?.location.map { " (\($0.words))" } ?? ""
      let words = "arrived\(time)\(location), \(copy.verdict.words)"
      text += "  " + style.paint(style.leading(copy.history.id), .name) + "\n"
      text += style.line(words, after: 4, indent: 6)
      for change in differences {
        text += style.line("\(change.name): \(change.words)", after: 4, indent: 6, .highlighted)
      }
    }
    return text
  }

  private func text(of item: Item, _ style: TextStyle) -> String {
    let (history, verdict) = (item.history, item.verdict)
    let type = item.name.classType.map { " (\(style.escaped($0)))" } ?? ""
    let id = items.count > 1 && item.name.title != nil ? " \(style.escaped(history.id))" : ""
    var text = style.paint(style.leading(item.title), .heading) + type + id + "\n"
    let lines = history.lines
    let locations = lines.map { style.escaped($0.entry.location?.words ?? "") }
    let times = lines.map { $0.entry.time.map(CardHistory.text) ?? "" }
    let locationWidth = locations.map { DisplayWidth.of($0) }.max() ?? 0
    let timeWidth = times.map { DisplayWidth.of($0) }.max() ?? 0
    for (index, line) in lines.enumerated() {
      var start = "  " + DisplayWidth.padded(locations[index], to: locationWidth) + "  "
      if timeWidth > 0 { start += DisplayWidth.padded(times[index], to: timeWidth) + "  " }
      let words = style.escaped(line.words)
      let column = DisplayWidth.of(start)
      text += style.paint(start, .dimmed) + style.folded(words, from: column, indent: column) + "\n"
    }
    text += style.line(verdict.words, indent: 2, verdict.isShown ? .good : .bad)
    if let remark = verdict.remark {
      text += style.line("note: not converted: \(remark)", indent: 2)
    }
    return text
  }

  /// Returns a table with a verdict on each card.
  func verdicts(_ style: TextStyle) -> String {
    var rows = items.map { item in
      [
        TextTable.Cell(style.leading(item.history.id), .name),
        TextTable.Cell(style.escaped(item.name.title ?? "")),
        TextTable.Cell(style.escaped(item.verdict.words), item.verdict.isShown ? .good : nil),
      ]
    }
    if style.draws { rows.shorten(idsIn: 0) }
    let columns = [
      TextTable.Column(title: "id", minimum: 8), TextTable.Column(title: "title", minimum: 10),
      TextTable.Column(title: "verdict", minimum: 56),
    ]
    return TextTable(columns, rows).text(
      style, width: style.draws ? style.width : .max, hasHeader: style.draws)
  }
}

extension FieldChange {
  /// The old and the new value, with times as dates.
  var words: String {
    func text(_ value: FieldValue?) -> String {
      value.map { $0.time.map(CardHistory.text) ?? $0.json } ?? "none"
    }
    return "\(text(old)) → \(text(new))"
  }
}

// As JSON.
extension HistoryReport {
  /// Adds the histories as members of a JSON object.
  func add(to json: inout JSONWriter) {
    json.objects("cards", items) { row, item in
      HistoryReport.addVerdict(of: item, &row)
      row.objects("history", item.history.lines) { row, line in
        line.entry.location?.add(to: &row)
        if let time = line.entry.time { row.add("time", milliseconds: time) }
        row.add("event", line.name)
        row.add("words", line.words)
      }
    }
    if copies.isEmpty { return }
    json.objects("copies", copies.enumerated()) { row, copy in
      row.add("id", copy.element.item.history.id)
      row.add("shown", copy.element.item.verdict.isShown)
      if copy.offset == 0 { return }
      row.objects("differences", copy.element.differences) { $1.add(to: &$0) }
    }
  }

  /// Adds the verdicts as a member of a JSON object.
  func addVerdicts(to json: inout JSONWriter) {
    json.objects("verdicts", items) { HistoryReport.addVerdict(of: $1, &$0) }
  }

  private static func addVerdict(of item: Item, _ json: inout JSONWriter) {
    json.add("id", item.history.id)
    if let campaign = item.campaign { json.add("campaign_id", campaign) }
    if let title = item.name.title { json.add("title", title) }
    if let classType = item.name.classType { json.add("class_type", classType) }
    let verdict = item.verdict
    json.add("shown", verdict.isShown)
    if let position = verdict.position { json.add("position", position) }
    verdict.addReason(to: &json)
    verdict.location?.add(to: &json)
    json.add("verdict", verdict.words)
    if let remark = verdict.remark { json.add("not_converted", remark) }
  }
}

// `--why` and `--verdicts`, which read the inputs as the sync responses of one device.
extension InspectRun {
  /// Prints the history of the cards that `text` selects, and whether users see them; if nil, one
  /// line for each card in the inputs.
  func showHistory(of text: String?) throws -> Int32 {
    let inputs = try inputs()
    let histories = histories(of: inputs, listsChanges: text != nil)
    return try write { output in
      let counts = try read(
        inputs, into: output, observers: [histories], eventVisitor: histories.journal.add
      ) { HistoryProcessor() }
      guard let counts else { return status(nil) }
      var viewStatus: Int32?
      if let report = report(on: histories, &viewStatus) {
        if text == nil {
          try write(to: output, text: report.verdicts(style), add: report.addVerdicts)
        } else {
          try write(to: output, text: report.text(style), add: report.add)
        }
      }
      return InspectRun.status(status(counts), viewStatus: viewStatus)
    }
  }

  /// Returns empty histories, which collect the journal events that the view shows.
  func histories(of inputs: InputFiles, listsChanges: Bool) -> CardHistories {
    let view = session.inspect.view
    let journal =
      switch view {
      case .history(let text?): JournalHistories(selecting: text)
      case .history(nil): JournalHistories { line, _ in line.kind == .dismissal }
      default: JournalHistories { _, _ in true }
      }
    return CardHistories(
      reading, journal, listsChanges: listsChanges, observesFailures: view.readsSyncResponses,
      inputName: path(inputs))
  }

  /// Returns the exit status of a run that ended with `status`: whether users see the selected
  /// cards takes precedence over unreadable records.
  static func status(_ status: Int32, viewStatus: Int32?) -> Int32 {
    status == ExitStatuses.inputOutput ? status : viewStatus ?? status
  }

  /// Returns a report on the cards that the view selects, by default all, and sets the status; if
  /// the selection fails, prints the reason and returns nil.
  func report(on histories: CardHistories, _ viewStatus: inout Int32?) -> HistoryReport? {
    guard case .history(let text?) = session.inspect.view else {
      return HistoryReport(Array(histories.histories.indices), histories, reading, plan)
    }
    let (numbers, arePrefixed) = histories.selection(text)
    if numbers.isEmpty {
      viewStatus = ExitStatuses.nothingMatched
      say(
        "no input has a card whose id starts with \"\(text)\", or that belongs to this campaign",
        histories.ids(similarTo: text), under: "similar ids:")
      return nil
    }
    if arePrefixed, numbers.count > 1 {
      viewStatus = ExitStatuses.usage
      var ids = FirstStrings()
      for number in numbers { ids.add(histories.histories[number].id) }
      say("\"\(text)\" matches more than one id:", ids)
      return nil
    }
    let copies = histories.copies(of: numbers)
    let report = HistoryReport(numbers, copies: copies, histories, reading, plan)
    let isShown = report.items.contains { $0.verdict.isShown }
    viewStatus = isShown ? ExitStatuses.done : ExitStatuses.data
    return report
  }
}

/// Ignores the cached cards, because the histories already contain them.
struct HistoryProcessor: CardProcessor, ~Copyable {
  var batch = Batch()

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {}
}
