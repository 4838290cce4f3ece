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

  /// The sections of the overview.
  ///
  /// - Parameter problems: how many records could not be read.
  func sections(problems: Int, _ style: TextStyle) -> ViewSections {
    var view = ViewSections()
    var cards = [Row(isOfDevice ? "held" : "read", count: tally.cards)]
    if problems > 0 { cards.append(Row("bad", count: problems, note: "not read")) }
    let shapes = ranked(Shape.allCases.map(\.name.description), tally.shapes)
    let payload = payloadRows()
    view.add(
      "cards", counts: cards,
      items: (cards + shapes).map { "\($0.value) \($0.name)" } + payload.items)
    responses.addRows(to: &view)
    guard tally.cards > 0 else { return view }
    view.add("type", counts: ranked(CardTally.typeNames, tally.types))
    view.add("class type", counts: classRows(style))
    let flags = CardFlag.byInterest
    view.add("flag", counts: named(flags.map(\.rawValue), flags.map { tally.flags[$0.place] }))
    view.add("shape", counts: shapes, items: [])
    addPlot("created", days: tally.created, absent: ("unknown", tally.withoutCreated), view: &view)
    addPlot("expires", days: tally.expires, absent: ("never", tally.never), view: &view)
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

  private func named(_ names: [String], _ counts: [Int]) -> [Row] {
    zip(names, counts).filter { $0.1 > 0 }.map { Row($0.0, count: $0.1) }
  }

  /// The named counts, the largest first.
  private func ranked(_ names: [String], _ counts: [Int]) -> [Row] {
    let places = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
    return named(places.map { names[$0] }, places.map { counts[$0] })
  }

  private func classRows(_ style: TextStyle) -> [Row] {
    let classes = tally.classes.sorted
    let listed = style.draws ? classes.count : Overview.listedClasses
    var rows = classes.prefix(listed).map { name, number in
      Row(name, count: number, note: objectName(ofClass: name) ?? "not in the registry")
    }
    rows += tally.classes.rest(of: classes.dropFirst(listed), "class type")
    if tally.withoutClass > 0 {
      rows.append(Row("(none)", count: tally.withoutClass, note: "no class type"))
    }
    return rows
  }

  private func addPlot(
    _ section: String, days: DayCounts, absent: (name: String, count: Int),
    view: inout ViewSections
  ) {
    let (step, bars) = days.bars(atMost: Overview.plotLimit)
    var rows = days.earlier > 0 ? [Row("earlier", count: days.earlier)] : []
    rows += bars.filter { $0.count > 0 }.enumerated().map { index, bar in
      Row(bar.start, count: bar.count, note: index == 0 ? "by \(step.name)" : "")
    }
    if days.later > 0 { rows.append(Row("later", count: days.later)) }
    if absent.count > 0 { rows.append(Row(absent.name, count: absent.count)) }
    var items: [String] = []
    if let first = bars.first, let last = bars.last {
      let plot = bars.count > 1 ? " \(Overview.plot(bars.map(\.count))) \(last.start)" : ""
      items.append("\(first.start)\(plot) by \(step.name)")
    }
    for (name, number) in [("earlier", days.earlier), ("later", days.later), absent] {
      if number > 0 { items.append("\(number) \(name)") }
    }
    view.add(section, counts: rows, items: items)
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
    if tally.largest > 0 {
      let id = CardText(tally.largestID.view, isEscaped: true).string
      let note = id.isEmpty ? "bytes" : "bytes, \(id)"
      rows.append(Row("largest", count: tally.largest, note: note))
      items.append("largest \(tally.largest)")
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
