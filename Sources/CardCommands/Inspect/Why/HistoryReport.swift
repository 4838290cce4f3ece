import CardJSON
import CardRules
import ContentCardKit
import EventJournal

/// A report on the histories of some cards, with verdicts.
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
    let states = CachedState.all(histories.histories, options, plan: plan)
    var comparer = CardComparer(options)
    func item(_ number: Int) -> Item {
      let history = histories.histories[number]
      return Item(
        history: history, name: comparer.name(of: history.copy),
        campaign: histories.campaign(of: number),
        verdict: CardVerdict(history, states[number], on: histories.device))
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
    let verdict = CardVerdict(history, nil, on: device)
    items = [Item(history: history, name: (nil, nil), campaign: nil, verdict: verdict)]
    (copies, notes) = ([], device.explanations(isMissing: true))
    (options, unreadCount) = (CardDecoder.Options(), 0)
  }

  // MARK: The views

  /// Returns the view of the histories, each with its verdict.
  func view(_ style: TextStyle) -> View {
    let cards = items.map { cardView($0, style) }
    var view = View()
    view.add { json in
      if unreadCount > 0 { json.add("unread", unreadCount) }
      json.objects("cards", cards) { $1.add(to: &$0) { _ in } }
      if !notes.isEmpty { json.add("notes", notes) }
      if copies.isEmpty { return }
      json.objects("copies", copies.enumerated()) { row, copy in
        row.add("id", copy.element.item.history.id)
        row.add("shown", copy.element.item.verdict.isShown)
        if copy.offset == 0 { return }
        row.objects("differences", copy.element.differences) { $1.add(to: &$0) }
      }
    }
    view.ending = cards.map { $0.text(style) }.joined(separator: "\n")
    for note in notes { view.ending += style.line("note: \(note)", indent: 2) }
    if copies.isEmpty { return view }
    view.ending += "\n" + style.line("why more than once: \(explanation)", indent: 2)
    for (copy, differences) in copies {
      let arrival = copy.history.entries.first { $0.logged == nil && $0.location != nil }
      let time = arrival?.time.map { " on \(CardHistory.text($0, in: copy.history.zone))" } ?? ""
      let location = arrival?.location.map { " (\($0.words))" } ?? ""
      let words = "arrived\(time)\(location), \(copy.verdict.words)"
      view.ending += "  " + style.paint(style.leading(copy.history.id), .name) + "\n"
      view.ending += style.line(words, after: 4, indent: 6)
      for change in differences {
        let words = "\(change.name): \(change.words(in: copy.history.zone))"
        view.ending += style.line(words, after: 4, indent: 6, .highlighted)
      }
    }
    return view
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

  private func cardView(_ item: Item, _ style: TextStyle) -> View {
    let (history, verdict) = (item.history, item.verdict)
    var view = View()
    view.add { add(item, to: &$0) }
    let type = item.name.classType.map { " (\(style.escaped($0)))" } ?? ""
    let id = items.count > 1 && item.name.title != nil ? " \(style.escaped(history.id))" : ""
    view.heading = style.paint(style.leading(item.title), .heading) + type + id + "\n"
    let lines = history.lines
    let times = lines.map { $0.entry.time.map { CardHistory.text($0, in: history.zone) } ?? "" }
    let width = times.map { DisplayWidth.of($0) }.max() ?? 0
    view.add(
      "", key: "history", as: .rows, isLine: false,
      rows: zip(lines, times).map { line, time in
        View.Row(
          name: line.entry.location?.words ?? "",
          value: (width > 0 ? DisplayWidth.padded(time, to: width) + "  " : "") + line.words
        ) { row in
          line.entry.location?.add(to: &row)
          if let time = line.entry.time { row.add("time", milliseconds: time) }
          row.add("event", line.name)
          row.add("words", line.words)
        }
      })
    let paint: TextStyle.Paint = verdict.isShown && unreadCount == 0 ? .good : .bad
    view.ending = style.line(words(of: verdict), indent: 2, paint)
    if let remark = verdict.remark {
      view.ending += style.line("note: not converted: \(remark)", indent: 2)
    }
    return view
  }

  /// Returns a verdict, which says if not all records could be read.
  private func words(of verdict: CardVerdict) -> String {
    verdict.words + (unreadCount > 0 ? ", with records unread" : "")
  }

  /// Returns the view of the verdict on each card.
  func verdicts(_ style: TextStyle) -> View {
    var view = View()
    view.add { json in
      if unreadCount > 0 { json.add("unread", unreadCount) }
      json.objects("verdicts", items) { add($1, to: &$0) }
    }
    var rows = items.map { item in
      [
        TextTable.Cell(style.leading(item.history.id), .name),
        TextTable.Cell(style.escaped(item.name.title ?? "")),
        TextTable.Cell(
          style.escaped(words(of: item.verdict)), item.verdict.isShown ? .good : nil),
      ]
    }
    if style.isFitted { rows.shorten(idsIn: 0) }
    let columns = [
      TextTable.Column(title: "id", minimum: 8), TextTable.Column(title: "title", minimum: 10),
      TextTable.Column(title: "verdict", minimum: 56),
    ]
    view.ending = TextTable(columns, rows).text(style, width: style.width)
    return view
  }

  private func add(_ item: Item, to json: inout JSONWriter) {
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

extension FieldChange {
  /// The old and the new value, with times as dates.
  func words(in zone: Zone) -> String {
    func text(_ value: FieldValue?) -> String {
      value.map { $0.time.map { CardHistory.text($0, in: zone) } ?? $0.json } ?? "none"
    }
    return "\(text(old)) → \(text(new))"
  }
}
