import CardJSON
import CardRules
import ContentCardKit

/// The counts as text.
extension Overview {
  /// The lines of the overview; `problems` is the number of records that could not be read.
  func text(problems: Int, _ style: TextStyle) -> String {
    let text = view(problems: problems).text(style)
    if rows.isEmpty { return text }
    let unlisted = tally.cards - rows.count
    let more = "\(counted(unlisted, "more card")) not listed; --limit N lists more\n"
    return text + CardTable.text(rows, shortIDs, now: now, style: style)
      + (unlisted > 0 ? more : "")
  }

  private func view(problems: Int) -> View {
    var view = View()
    let shapes = items(ranked(tally.shapes))
    let words = selects ? "selected" : isDeviceFeed ? "held" : "read"
    view.add(
      "cards",
      items: ["\(tally.cards) \(words)"] + items([("bad", problems)]) + shapes + payloadItems)
    responses.addRows(to: &view)
    if tally.cards == 0 { return view }
    view.add("type", items: items(ranked(tally.types)))
    view.add(
      "class type",
      items: items(
        classTypes.listed + [
          ("(others)", classTypes.unlistedTotal),
          ("(none)", tally.cards - tally.classTypes.total),
        ]))
    view.add("flag", items: items(CardFlag.displayOrder.map { ($0.name, tally.count(of: $0)) }))
    view.add("created", items: plotItems(tally.created, absent: "unknown"))
    view.add("expires", items: plotItems(tally.expires, absent: "never"))
    let rules = (findings.statistics?.rows ?? []).sorted { $0.severity > $1.severity }
    view.add("findings", items: items(rules.map { ($0.rule.id, $0.count) }))
    return view
  }

  /// Returns the counts in descending order; equal counts keep their order.
  private func ranked(_ counts: [CardTally.Count]) -> [CardTally.Count] {
    counts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
  }

  private func items(_ counts: [CardTally.Count]) -> [String] {
    counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
  }

  private func plotItems(_ counts: DayCounts, absent: String) -> [String] {
    let plot = DayPlot(counts.days, atMost: Overview.plotLimit)
    var line: [String] = []
    if let first = plot.columns.first, let last = plot.columns.last {
      let columns = Overview.plot(plot.columns.map(\.count))
      let rest = plot.columns.count > 1 ? " \(columns) \(last.start)" : ""
      line.append("\(first.start)\(rest) by \(plot.step)")
    }
    return line
      + items([
        ("earlier", counts.earlier), ("later", counts.later), (absent, tally.cards - counts.total),
      ])
  }

  /// The maximum number of columns in a plot.
  private static let plotLimit = 12

  /// Returns a character for each count, whose height in eighths of a line is proportional to the
  /// count.
  static func plot(_ counts: [Int]) -> String {
    let heights = Array(" ▁▂▃▄▅▆▇█")
    let largest = max(counts.max() ?? 1, 1)
    return String(counts.map { heights[($0 * 8 + largest - 1) / largest] })
  }

  private var payloadItems: [String] {
    let largest = tally.largest.bytes > 0 ? ["largest \(tally.largest.bytes)"] : []
    let limit = CheckSettings.payloadLimit
    return ["\(tally.payload) bytes"] + largest + items([("above \(limit)", tally.aboveLimit)])
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
