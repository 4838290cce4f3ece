import CardJSON
import CardProcessing
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

  let items: [Item]
  /// The cards of the same campaigns, if there are others.
  let copies: [Item]
  /// The differences between each of `copies` and the one before it.
  let differences: [[FieldChange]]
  /// The number of cards in the feed.
  let feedCount: Int
}

// As text.
extension HistoryReport {
  /// The histories, each with its verdict.
  func text(_ style: TextStyle) -> String {
    var text = items.map { self.text(of: $0, style) }.joined(separator: "\n")
    if !copies.isEmpty { text += "\n" + copiesText(style) }
    return text
  }

  private func text(of item: Item, _ style: TextStyle) -> String {
    let type = item.name.classType.map { " (\(style.shown($0)))" } ?? ""
    let id = items.count > 1 && item.name.title != nil ? " \(style.shown(item.history.id))" : ""
    var text = style.paint(HistoryReport.leading(item.title, style), .heading) + type + id + "\n"
    let entries = item.history.entries
    let places = entries.map { style.shown($0.place?.words ?? "") }
    let times = entries.map { $0.time.map(CardHistory.text) ?? "" }
    let placeWidth = places.map(DisplayWidth.of).max() ?? 0
    let timeWidth = times.map(DisplayWidth.of).max() ?? 0
    for (index, entry) in entries.enumerated() {
      let start =
        "  " + DisplayWidth.padded(places[index], to: placeWidth) + "  "
        + (timeWidth > 0 ? DisplayWidth.padded(times[index], to: timeWidth) + "  " : "")
      let column = DisplayWidth.of(start)
      let words = style.shown(item.history.description(of: entry).words)
      text += style.paint(start, .faint) + style.folded(words, from: column, indent: column) + "\n"
    }
    return text + verdictText(of: item, style)
  }

  private func verdictText(of item: Item, _ style: TextStyle) -> String {
    let verdict = item.verdict
    let words = style.shown(verdict.words(ofFeed: feedCount))
    var text = style.folded(words, from: 0, indent: 2, verdict.isShown ? .good : .bad) + "\n"
    if let remark = verdict.remark {
      text += style.folded(style.shown("note: not converted: \(remark)"), from: 0, indent: 2) + "\n"
    }
    return text
  }

  private func copiesText(_ style: TextStyle) -> String {
    let words = "why more than once: \(Duplicates.explanation)"
    var text = style.folded(words, from: 0, indent: 2) + "\n"
    for (index, copy) in copies.enumerated() {
      let arrival = copy.history.entries.first { entry in
        if case .decision = entry.event { true } else { false }
      }
      let time = arrival?.time.map { " on \(CardHistory.text($0))" } ?? ""
      let place = arrival?.place.map { " (\($0.words))" } ?? ""
      let line = "arrived\(time)\(place), \(copy.verdict.words(ofFeed: feedCount))"
      text +=
        "  " + style.paint(HistoryReport.leading(copy.history.id, style), .name) + "\n    "
        + style.folded(style.shown(line), from: 4, indent: 6) + "\n"
      guard index > 0 else { continue }
      for change in differences[index - 1] {
        let line = style.shown("\(change.name): \(change.words)")
        text += "    " + style.folded(line, from: 4, indent: 6, .notable) + "\n"
      }
    }
    return text
  }

  /// One line for each card.
  func verdicts(_ style: TextStyle) -> String {
    var rows = items.map { item in
      [
        TextTable.Cell(HistoryReport.leading(item.history.id, style), .name),
        TextTable.Cell(style.shown(item.name.title ?? "")),
        TextTable.Cell(
          style.shown(item.verdict.words(ofFeed: feedCount)), item.verdict.isShown ? .good : nil),
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
      guard let value else { return "none" }
      return value.time.map(CardHistory.text) ?? String(decoding: value.json, as: UTF8.self)
    }
    return "\(text(old)) → \(text(new))"
  }
}

// As JSON.
extension HistoryReport {
  /// Appends the histories as one JSON object, indented.
  func appendJSON(to output: inout ByteBuffer) {
    output.jsonLine(.indented) { object in
      object.objects("cards", items) { row, item in
        addVerdict(of: item, &row)
        row.objects("history", item.history.entries) { row, entry in
          entry.place?.add(to: &row)
          if let time = entry.time { row.add("time", milliseconds: time) }
          let (name, words) = item.history.description(of: entry)
          row.add("event", name)
          row.add("words", words)
        }
      }
      if !copies.isEmpty { addCopies(&object) }
    }
  }

  private func addCopies(_ json: inout JSONWriter) {
    json.objects("copies", copies.enumerated()) { row, copy in
      row.add("id", copy.element.history.id)
      row.add("shown", copy.element.verdict.isShown)
      guard copy.offset > 0 else { return }
      row.objects("differences", differences[copy.offset - 1]) { $1.add(to: &$0) }
    }
  }

  /// Appends the verdicts as one JSON object, indented.
  func appendVerdicts(to output: inout ByteBuffer) {
    output.jsonLine(.indented) { object in
      object.objects("verdicts", items) { addVerdict(of: $1, &$0) }
    }
  }

  private func addVerdict(of item: Item, _ json: inout JSONWriter) {
    json.add("id", item.history.id)
    if let campaign = item.campaign { json.add("campaign_id", campaign) }
    if let title = item.name.title { json.add("title", title) }
    if let classType = item.name.classType { json.add("class_type", classType) }
    let verdict = item.verdict
    json.add("shown", verdict.isShown)
    if let position = verdict.position { json.add("position", position) }
    json.add("reason", verdict.reason.rawValue)
    if let since = verdict.since { json.add("since", milliseconds: since) }
    verdict.place?.add(to: &json)
    json.add("verdict", verdict.words(ofFeed: feedCount))
    if let remark = verdict.remark { json.add("not_converted", remark) }
  }
}
