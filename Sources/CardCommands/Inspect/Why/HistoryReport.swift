import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// The histories and verdicts of some cards, for text and JSON.
struct HistoryReport {
  /// One card.
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
  /// The cards of the same campaigns, if there are others, each with its differences from the one
  /// before it.
  let copies: [(item: Item, differences: [FieldChange])]

  /// A report on the cards with these numbers.
  init(
    _ numbers: [Int], copies: [Int] = [], _ histories: CardHistories,
    _ options: CardDecoder.Options, _ plan: CheckPlan
  ) {
    let (places, feedCount) = FeedPlace.all(histories.histories, options, plan)
    var comparer = CardComparer(options)
    func item(_ number: Int) -> Item {
      let history = histories.histories[number].withRepeatedEventsCounted
      return Item(
        history: history, name: comparer.name(of: history.copy),
        campaign: histories.campaign(of: number),
        verdict: CardVerdict(history, places[number], feedCount: feedCount))
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
}

// As text.
extension HistoryReport {
  /// The histories, each with its verdict.
  func text(_ style: TextStyle) -> String {
    var text = items.map { self.text(of: $0, style) }.joined(separator: "\n")
    if copies.isEmpty { return text }
    let explanation = "why more than once: \(Duplicates.explanation)"
    text += "\n" + style.folded(explanation, from: 0, indent: 2) + "\n"
    for (copy, differences) in copies {
      let arrival = copy.history.entries.first { $0.journal == nil && $0.place != nil }
      let time = arrival?.time.map { " on \(CardHistory.text($0))" } ?? ""
      let place = arrival?.place.map { " (\($0.words))" } ?? ""
      let line = "arrived\(time)\(place), \(copy.verdict.words)"
      text +=
        "  " + style.paint(HistoryReport.leading(copy.history.id, style), .name) + "\n    "
        + style.folded(style.shown(line), from: 4, indent: 6) + "\n"
      for change in differences {
        let line = style.shown("\(change.name): \(change.words)")
        text += "    " + style.folded(line, from: 4, indent: 6, .notable) + "\n"
      }
    }
    return text
  }

  private func text(of item: Item, _ style: TextStyle) -> String {
    let type = item.name.classType.map { " (\(style.shown($0)))" } ?? ""
    let id = items.count > 1 && item.name.title != nil ? " \(style.shown(item.history.id))" : ""
    var text = style.paint(HistoryReport.leading(item.title, style), .heading) + type + id + "\n"
    let rows = item.history.entries.map { entry in
      (
        place: style.shown(entry.place?.words ?? ""),
        time: entry.time.map(CardHistory.text) ?? "",
        words: style.shown(item.history.description(of: entry).words)
      )
    }
    let placeWidth = rows.map { DisplayWidth.of($0.place) }.max() ?? 0
    let timeWidth = rows.map { DisplayWidth.of($0.time) }.max() ?? 0
    for row in rows {
      var start = "  " + DisplayWidth.padded(row.place, to: placeWidth) + "  "
      if timeWidth > 0 { start += DisplayWidth.padded(row.time, to: timeWidth) + "  " }
      let column = DisplayWidth.of(start)
      text += style.paint(start, .faint)
      text += style.folded(row.words, from: column, indent: column) + "\n"
    }
    let verdict = item.verdict
    let paint: TextStyle.Paint = verdict.isShown ? .good : .bad
    text += style.folded(style.shown(verdict.words), from: 0, indent: 2, paint) + "\n"
    let note = verdict.remark.map { style.shown("note: not converted: \($0)") }
    return text + (note.map { style.folded($0, from: 0, indent: 2) + "\n" } ?? "")
  }

  /// One line for each card.
  func verdicts(_ style: TextStyle) -> String {
    var rows = items.map { item in
      [
        TextTable.Cell(HistoryReport.leading(item.history.id, style), .name),
        TextTable.Cell(style.shown(item.name.title ?? "")),
        TextTable.Cell(style.shown(item.verdict.words), item.verdict.isShown ? .good : nil),
      ]
    }
    if style.draws, rows.count <= HistoryReport.shortenedIDs { rows.shorten(idsIn: 0) }
    let columns = [
      TextTable.Column(title: "id", minimum: 8), TextTable.Column(title: "title", minimum: 10),
      TextTable.Column(title: "verdict", minimum: 56),
    ]
    return TextTable(columns, rows).text(
      style, width: style.draws ? style.width : .max, hasHeader: style.draws)
  }

  /// The maximum number of ids that are shortened; the time for it grows with their square.
  private static let shortenedIDs = 1000

  /// Text of a card as it may begin a line.
  private static func leading(_ text: String, _ style: TextStyle) -> String {
    LineText.leading(style.shown(text))
  }
}

extension FieldChange {
  /// The values before and after; times as dates.
  var words: String {
    func text(_ value: Value?) -> String {
      value.map { $0.time.map(CardHistory.text) ?? $0.text } ?? "none"
    }
    return "\(text(old)) → \(text(new))"
  }
}

// As JSON.
extension HistoryReport {
  /// Adds the histories as members of an object.
  func add(to json: inout JSONWriter) {
    json.objects("cards", items) { row, item in
      HistoryReport.addVerdict(of: item, &row)
      row.objects("history", item.history.entries) { row, entry in
        entry.place?.add(to: &row)
        if let time = entry.time { row.add("time", milliseconds: time) }
        let (name, words) = item.history.description(of: entry)
        row.add("event", name)
        row.add("words", words)
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

  /// Adds the verdicts as a member of an object.
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
    json.add("reason", verdict.reason)
    if let since = verdict.since { json.add("since", milliseconds: since) }
    verdict.place?.add(to: &json)
    json.add("verdict", verdict.words)
    if let remark = verdict.remark { json.add("not_converted", remark) }
  }
}
