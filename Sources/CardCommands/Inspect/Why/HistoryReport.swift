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
  /// Notes that explain the verdicts.
  private let notes: [String]
  private let options: CardDecoder.Options
  /// The number of records in the inputs that could not be read; verdicts on half of the evidence
  /// say so.
  private let unreadCount: Int

  /// Creates a report on the cards with these numbers.
  init(
    _ numbers: [Int], copies: [Int] = [], of histories: CardHistories,
    _ options: CardDecoder.Options, plan: CheckPlan, unreadCount: Int
  ) {
    let isMissing = numbers.allSatisfy { !histories.histories[$0].wasReceived }
    notes = histories.device.explanations(isMissing: isMissing)
    (self.options, self.unreadCount) = (options, unreadCount)
    let (feedEntries, feedCount) = FeedEntry.all(histories.histories, options, plan: plan)
    var comparer = CardComparer(options)
    func item(_ number: Int) -> Item {
      let history = histories.histories[number]
      return Item(
        history: history, name: comparer.name(of: history.copy),
        campaign: histories.campaign(of: number),
        verdict: CardVerdict(
          history, feedEntries[number], feedCount: feedCount, on: histories.device))
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

  /// Creates a report on the events of a campaign whose card no input has.
  init(neverReceived history: CardHistory, _ device: DeviceFacts) {
    let verdict = CardVerdict(history, nil, feedCount: 0, on: device)
    items = [
      Item(history: history, name: (nil, nil), campaign: nil, verdict: verdict)
    ]
    (copies, notes) = ([], device.explanations(isMissing: true))
    (options, unreadCount) = (CardDecoder.Options(), 0)
  }

  // MARK: As text

  /// Returns the histories, each followed by its verdict.
  func text(_ style: TextStyle) -> String {
    var text = items.map { self.text(of: $0, style) }.joined(separator: "\n")
    for note in notes { text += style.line("note: \(note)", indent: 2) }
    if copies.isEmpty { return text }
    text += "\n" + style.line("why more than once: \(explanation)", indent: 2)
    for (copy, differences) in copies {
      let arrival = copy.history.entries.first { $0.logged == nil && $0.location != nil }
      let time = arrival?.time.map { " on \(CardHistory.text($0, in: copy.history.zone))" } ?? ""
      let location = arrival?.location.map { " (\($0.words))" } ?? ""
      let words = "arrived\(time)\(location), \(copy.verdict.words)"
      text += "  " + style.paint(style.leading(copy.history.id), .name) + "\n"
      text += style.line(words, after: 4, indent: 6)
      for change in differences {
        let words = "\(change.name): \(change.words(in: copy.history.zone))"
        text += style.line(words, after: 4, indent: 6, .highlighted)
      }
    }
    return text
  }

  /// The reason why a campaign sent more than one card.
  private var explanation: String {
    let times = copies.compactMap(\.item.history.created).sorted()
    let isAfterPurge = zip(times, times.dropFirst()).contains { $1 - $0 >= CardHistory.lifetime }
    return HistoryReport.reeligibility + (isAfterPurge ? HistoryReport.sendingAfterPurge : "")
  }

  private static let reeligibility =
    "a campaign whose users may become eligible again sends its card again, each time with a "
    + "new id; users see all of them until they expire or are dismissed"
  private static let sendingAfterPurge =
    "; a campaign that is still active also sends it again after 30 days, when Braze has removed "
    + "the earlier one"

  /// The end of a verdict if not all records could be read.
  private var unreadWords: String { unreadCount > 0 ? ", with records unread" : "" }

  private func text(of item: Item, _ style: TextStyle) -> String {
    let (history, verdict) = (item.history, item.verdict)
    let type = item.name.classType.map { " (\(style.escaped($0)))" } ?? ""
    let id = items.count > 1 && item.name.title != nil ? " \(style.escaped(history.id))" : ""
    var text = style.paint(style.leading(item.title), .heading) + type + id + "\n"
    let lines = history.lines
    let locations = lines.map { style.escaped($0.entry.location?.words ?? "") }
    let times = lines.map { $0.entry.time.map { CardHistory.text($0, in: history.zone) } ?? "" }
    let locationWidth = locations.map { DisplayWidth.of($0) }.max() ?? 0
    let timeWidth = times.map { DisplayWidth.of($0) }.max() ?? 0
    for (index, line) in lines.enumerated() {
      var start = "  " + DisplayWidth.padded(locations[index], to: locationWidth) + "  "
      if timeWidth > 0 { start += DisplayWidth.padded(times[index], to: timeWidth) + "  " }
      let words = style.escaped(line.words)
      let column = DisplayWidth.of(start)
      text += style.paint(start, .dimmed) + style.folded(words, from: column, indent: column) + "\n"
    }
    let words = verdict.words + unreadWords
    text += style.line(words, indent: 2, verdict.isShown && unreadCount == 0 ? .good : .bad)
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
        TextTable.Cell(
          style.escaped(item.verdict.words + unreadWords), item.verdict.isShown ? .good : nil),
      ]
    }
    if style.isFitted { rows.shorten(idsIn: 0) }
    let columns = [
      TextTable.Column(title: "id", minimum: 8), TextTable.Column(title: "title", minimum: 10),
      TextTable.Column(title: "verdict", minimum: 56),
    ]
    return TextTable(columns, rows).text(style, width: style.width)
  }
}

extension FieldChange {
  /// The old and the new value, with times as dates.
  func words(in zone: Zone) -> String {
    func text(_ value: FieldValue?) -> String {
      value.map { $0.time.map { CardHistory.text($0, in: zone) } ?? $0.json } ?? "none"
    }
    return "\(text(old)) → \(text(new))"
  }
}

// As JSON.
extension HistoryReport {
  /// Adds the histories as members of a JSON object.
  func add(to json: inout JSONWriter) {
    if unreadCount > 0 { json.add("unread", unreadCount) }
    json.objects("cards", items) { row, item in
      addVerdict(of: item, &row)
      row.objects("history", item.history.lines) { row, line in
        line.entry.location?.add(to: &row)
        if let time = line.entry.time { row.add("time", milliseconds: time) }
        row.add("event", line.name)
        row.add("words", line.words)
      }
    }
    if !notes.isEmpty { json.add("notes", notes) }
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
    if unreadCount > 0 { json.add("unread", unreadCount) }
    json.objects("verdicts", items) { addVerdict(of: $1, &$0) }
  }

  private func addVerdict(of item: Item, _ json: inout JSONWriter) {
    json.add("id", item.history.id)
    if let campaign = item.campaign { json.add("campaign_id", campaign) }
    var reader = CachedCardReader(options)
    if let card = reader.card(item.history.copy) { json.addCard("card", card) }
    let verdict = item.verdict
    json.add("shown", verdict.isShown)
    if let position = verdict.position { json.add("position", position) }
    if let user = verdict.user { json.add("user_id", user) }
    verdict.addReason(to: &json)
    verdict.location?.add(to: &json)
    json.add("verdict", verdict.words)
    if let remark = verdict.remark { json.add("not_converted", remark) }
  }
}
