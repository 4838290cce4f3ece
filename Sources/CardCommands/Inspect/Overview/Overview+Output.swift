import CardJSON
import CardRules
import ContentCardKit

/// The counts as text.
extension Overview {
  private typealias Row = ViewSections.Row

  /// The maximum number of class types to list if the output is not a terminal, and of columns in a
  /// plot.
  private static let listedClassesAsText = 20
  private static let plotLimit = 12

  /// The lines of the overview; `problems` is the number of records that could not be read.
  func text(problems: Int, _ style: TextStyle) -> String {
    let text = sections(problems: problems, style).text(style)
    if rows.isEmpty { return text }
    let unlisted = tally.cards - rows.count
    let more = "\(counted(unlisted, "more card")) not listed; --limit N lists more\n"
    return text + CardTable.text(rows, shortIDs, now: now, style: style)
      + (unlisted > 0 ? more : "")
  }

  private func sections(problems: Int, _ style: TextStyle) -> ViewSections {
    var view = ViewSections()
    let name = selects ? "selected" : isDeviceFeed ? "held" : "read"
    var cards = [Row(name, count: tally.cards)]
    if problems > 0 { cards.append(Row("bad", count: problems, note: "not read")) }
    let shapes = ranked(tally.shapes)
    let payload = payloadRows()
    view.add(
      "cards", counts: cards,
      items: (cards + shapes).map { "\($0.value) \($0.name)" } + payload.items)
    responses.addRows(to: &view)
    if tally.cards == 0 { return view }
    view.add("type", counts: ranked(tally.types))
    view.add("class type", counts: classRows(style))
    let flags = CardFlag.displayOrder.filter { tally.count(of: $0) > 0 }
    view.add("flag", counts: flags.map { Row($0.name, count: tally.count(of: $0)) })
    view.add("shape", counts: shapes, items: [])
    addPlot("created", tally.created, absent: "unknown", view: &view)
    addPlot("expires", tally.expires, absent: "never", view: &view)
    view.add("payload", counts: payload.rows, items: [])
    let totals = findings.found.filter { $0.count > 0 }.map { Row($0.name, count: $0.count) }
    let rules = (findings.statistics?.rows ?? []).sorted { $0.severity > $1.severity }.map { row in
      Row(row.rule, count: row.count, note: row.severity.rawValue, paint: row.severity.paint)
    }
    view.add("findings", counts: totals + rules, items: rules.map { "\($0.value) \($0.name)" })
    return view
  }

  /// Returns rows of the counts in descending order; equal counts keep their order.
  private func ranked(_ counts: [CardTally.Count]) -> [Row] {
    counts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map { Row($0.element.name, count: $0.element.count) }
  }

  private func classRows(_ style: TextStyle) -> [Row] {
    let classes = style.draws ? classTypes : classTypes.first(Overview.listedClassesAsText)
    var rows = classes.listed.map { name, number in
      Row(name, count: number, note: objectName(ofClass: name) ?? "not in the registry")
    }
    rows += classes.rest("class type")
    let others = tally.cards - tally.classTypes.total
    if others > 0 { rows.append(Row("(none)", count: others, note: "no class type")) }
    return rows
  }

  private func addPlot(
    _ section: String, _ counts: DayCounts, absent: String, view: inout ViewSections
  ) {
    let plot = DayPlot(counts.days, atMost: Overview.plotLimit)
    func named(_ counts: [CardTally.Count]) -> [Row] {
      counts.filter { $0.count > 0 }.map { Row($0.name, count: $0.count) }
    }
    let earlier = named([("earlier", counts.earlier)])
    let others = named([("later", counts.later), (absent, tally.cards - counts.total)])
    var rows = named(plot.columns.map { ($0.start, $0.count) })
    if !rows.isEmpty { rows[0].note = "by \(plot.step)" }
    var items: [String] = []
    if let first = plot.columns.first, let last = plot.columns.last {
      let columns = Overview.plot(plot.columns.map(\.count))
      let rest = plot.columns.count > 1 ? " \(columns) \(last.start)" : ""
      items.append("\(first.start)\(rest) by \(plot.step)")
    }
    items += (earlier + others).map { "\($0.value) \($0.name)" }
    view.add(section, counts: earlier + rows + others, items: items)
  }

  /// Returns a character for each count, whose height in eighths of a line is proportional to the
  /// count.
  static func plot(_ counts: [Int]) -> String {
    let heights = Array(" ▁▂▃▄▅▆▇█")
    let largest = max(counts.max() ?? 1, 1)
    return String(counts.map { heights[($0 * 8 + largest - 1) / largest] })
  }

  private func payloadRows() -> (rows: [Row], items: [String]) {
    let limit = CheckSettings.payloadLimit
    var rows = [Row("total", count: tally.payload, note: "bytes")]
    var items = ["\(tally.payload) bytes"]
    if tally.largest.bytes > 0 {
      let note = "bytes" + (tally.largest.id.map { ", \($0)" } ?? "")
      rows.append(Row("largest", count: tally.largest.bytes, note: note))
      items.append("largest \(tally.largest.bytes)")
    }
    let paint: TextStyle.Paint? = tally.aboveLimit > 0 ? .error : nil
    rows.append(
      Row("too large", count: tally.aboveLimit, note: "above \(limit) bytes", paint: paint))
    if tally.aboveLimit > 0 { items.append("\(tally.aboveLimit) above \(limit)") }
    return (rows, items)
  }
}

extension Severity {
  /// The color of the severity's name.
  var paint: TextStyle.Paint? { one(error: .error, warning: .highlighted, info: nil) }
}

/// The counts as members of a JSON object, with every key even if a count is 0.
extension Overview {
  /// Adds the counts.
  func add(problems: Int, to json: inout JSONWriter) {
    json.add("cards", tally.cards)
    json.add("problems", problems)
    func add(_ key: StaticString, by name: StaticString, _ counts: [CardTally.Count]) {
      json.objects(key, counts) { row, item in
        row.add(name, item.name)
        row.add("count", item.count)
      }
    }
    add("types", by: "type", tally.types)
    json.objects("class_types", classTypes.listed) { row, item in
      row.add("class_type", item.name)
      if let object = objectName(ofClass: item.name) { row.add("object", object) }
      row.add("count", item.count)
    }
    json.add("class_types_not_listed", classTypes.unlisted)
    json.add("without_class_type", tally.cards - tally.classTypes.total)
    json.object("flags") { flags in
      for flag in CardFlag.allCases {
        flags.key(flag.name)
        flags.add(nil, tally.count(of: flag))
      }
    }
    add("shapes", by: "shape", tally.shapes)
    let times: [(StaticString, DayCounts, absent: StaticString)] = [
      ("created", tally.created, "unknown"), ("expires", tally.expires, "never"),
    ]
    for (key, counts, absent) in times {
      json.object(key) { object in
        object.objects("days", counts.days) { row, item in
          row.add("date", Days.name(item.day))
          row.add("count", item.count)
        }
        object.add("earlier", counts.earlier)
        object.add("later", counts.later)
        object.add(absent, tally.cards - counts.total)
      }
    }
    json.object("payload") { payload in
      payload.add("total", tally.payload)
      payload.object("largest") { largest in
        largest.add("bytes", tally.largest.bytes)
        if let id = tally.largest.id { largest.add("id", id) }
      }
      payload.add("limit", CheckSettings.payloadLimit)
      payload.add("above_limit", tally.aboveLimit)
    }
    responses.add(to: &json)
    json.object("findings") { counts in
      counts.addCounts(of: findings)
      if let statistics = findings.statistics { counts.add("rules", statistics) }
    }
  }
}

extension JSONWriter {
  /// Adds a card of a list with its identifying fields, its flags and its size.
  mutating func addCard(_ card: Card, _ facts: CountedCard, using scratch: inout ByteBuffer) {
    object { object in
      if let id = card.text(.id) { object.add("id", .text(id)) }
      if let composite = card.compositeID(using: &scratch) {
        object.add("campaign_id", text: composite.campaign)
        if let variation = composite.variation {
          object.add("message_variation_id", text: variation)
        }
      }
      object.add("shape", card.shape.name.description)
      if let type = facts.type { object.add("type", type.name.description) }
      if let classType = card.classType { object.add("class_type", .text(classType)) }
      if let title = card.text(.title) { object.add("title", .text(title)) }
      if let created = facts.created { object.add("created", milliseconds: created) }
      if let expires = facts.expires { object.add("expires_at", milliseconds: expires) }
      object.array("flags") { array in for flag in facts.flags.all { array.add(nil, flag.name) } }
      object.add("payload_size", facts.payload)
    }
  }
}
