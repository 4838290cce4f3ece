import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// The counts for people.
extension Overview {
  private typealias Row = ViewSections.Row

  /// The maximum number of class types to list off a terminal, and of steps in a plot.
  private static let listedClasses = 20
  private static let plotLimit = 12

  /// The lines of the overview.
  ///
  /// - Parameter problems: the number of records that could not be read.
  func text(problems: Int, _ style: TextStyle) -> String {
    let text = sections(problems: problems, style).text(style)
    if rows.isEmpty { return text }
    let unlisted = tally.cards - rows.count
    let more = "\(counted(unlisted, "more card")) not listed; --limit N lists more\n"
    return text + CardTable.text(rows, shortIDs, now: now, style: style)
      + (unlisted > 0 ? more : "")
  }

  /// The sections of the overview.
  ///
  /// - Parameter problems: the number of records that could not be read.
  private func sections(problems: Int, _ style: TextStyle) -> ViewSections {
    var view = ViewSections()
    var cards = [Row(isOfDevice ? "held" : "read", count: tally.cards)]
    if problems > 0 { cards.append(Row("bad", count: problems, note: "not read")) }
    let shapes = ranked(tally.shapes)
    let payload = payloadRows()
    view.add(
      "cards", counts: cards,
      items: (cards + shapes).map { "\($0.value) \($0.name)" } + payload.items)
    responses.addRows(to: &view)
    guard tally.cards > 0 else { return view }
    view.add("type", counts: ranked(tally.types))
    view.add("class type", counts: classRows(style))
    let flags = CardFlag.displayOrder.filter { tally.count(of: $0) > 0 }
    view.add("flag", counts: flags.map { Row($0.name, count: tally.count(of: $0)) })
    view.add("shape", counts: shapes, items: [])
    addPlot("created", tally.created, absent: "unknown", view: &view)
    addPlot("expires", tally.expires, absent: "never", view: &view)
    view.add("payload", counts: payload.rows, items: [])
    addFindings(&view)
    return view
  }

  private func addFindings(_ view: inout ViewSections) {
    let totals = findings.found.filter { $0.count > 0 }.map { Row($0.name, count: $0.count) }
    let rules = (findings.statistics?.rows ?? []).sorted { $0.severity > $1.severity }.map { row in
      Row(row.rule, count: row.count, note: row.severity.rawValue, paint: row.severity.paint)
    }
    view.add(
      "findings", counts: totals + rules,
      items: rules.map { "\($0.value) \($0.name)" })
  }

  /// The named counts, the largest first.
  private func ranked(_ counts: [(name: String, count: Int)]) -> [Row] {
    counts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map { Row($0.element.name, count: $0.element.count) }
  }

  private func classRows(_ style: TextStyle) -> [Row] {
    let classes = tally.classTypes.sorted
    let listed = style.draws ? classes.count : Overview.listedClasses
    var rows = classes.prefix(listed).map { name, number in
      Row(name, count: number, note: objectName(ofClass: name) ?? "not in the registry")
    }
    rows += tally.classTypes.rest(of: classes.dropFirst(listed), "class type")
    let others = tally.cards - tally.classTypes.total
    if others > 0 { rows.append(Row("(none)", count: others, note: "no class type")) }
    return rows
  }

  private func addPlot(
    _ section: String, _ counts: DayCounts, absent: String, view: inout ViewSections
  ) {
    let plot = DayPlot(counts.days, atMost: Overview.plotLimit)
    func named(_ name: String, _ count: Int) -> [Row] {
      count > 0 ? [Row(name, count: count)] : []
    }
    let earlier = named("earlier", counts.earlier)
    let others = named("later", counts.later) + named(absent, tally.cards - counts.total)
    var rows = plot.columns.filter { $0.count > 0 }.map { Row($0.start, count: $0.count) }
    if let first = rows.first {
      rows[0] = Row(name: first.name, value: first.value, note: "by \(plot.step.name)")
    }
    var items: [String] = []
    if let first = plot.columns.first, let last = plot.columns.last {
      let columns = Overview.plot(plot.columns.map(\.count))
      let rest = plot.columns.count > 1 ? " \(columns) \(last.start)" : ""
      items.append("\(first.start)\(rest) by \(plot.step.name)")
    }
    items += (earlier + others).map { "\($0.value) \($0.name)" }
    view.add(section, counts: earlier + rows + others, items: items)
  }

  /// A column for each count, as high as the count in eighths of a line; none for 0.
  static func plot(_ counts: [Int]) -> String {
    let heights = Array(" ▁▂▃▄▅▆▇█")
    let largest = max(counts.max() ?? 1, 1)
    return String(counts.map { heights[($0 * 8 + largest - 1) / largest] })
  }

  private func payloadRows() -> (rows: [Row], items: [String]) {
    var rows = [Row("total", count: tally.payload, note: "bytes")]
    var items = ["\(tally.payload) bytes"]
    if tally.largest.bytes > 0 {
      let note = tally.largest.id.map { "bytes, \($0)" } ?? "bytes"
      rows.append(Row("largest", count: tally.largest.bytes, note: note))
      items.append("largest \(tally.largest.bytes)")
    }
    let limit = CheckSettings.payloadLimit
    rows.append(
      Row(
        "too large", count: tally.aboveLimit, note: "above \(limit) bytes",
        paint: tally.aboveLimit > 0 ? .worst : nil))
    if tally.aboveLimit > 0 { items.append("\(tally.aboveLimit) above \(limit)") }
    return (rows, items)
  }
}

extension Severity {
  /// How the word is painted.
  var paint: TextStyle.Paint? { one(error: .worst, warning: .notable, info: nil) }
}
