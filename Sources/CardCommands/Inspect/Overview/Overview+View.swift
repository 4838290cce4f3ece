import CardJSON
import CardRules
import ContentCardKit

extension Overview {
  /// Returns the counts and, as text, the table of cards.
  ///
  /// JSON has every key even if a count is 0.
  ///
  /// - Parameter problems: the number of records that could not be read.
  func view(problems: Int, _ style: TextStyle) -> View {
    var view = View()
    let words = selects ? "selected" : isDeviceFeed ? "held" : "read"
    view.add(
      "cards", as: .members,
      rows: [
        View.Row(name: "cards", value: "\(tally.cards) \(words)", json: "\(tally.cards)"),
        .count("problems", problems, "bad"),
      ])
    view.add("cards", key: "shapes", as: .counts(of: "shape"), rows: ranked(tally.shapes))
    view.add("cards", key: "payload", as: .object, rows: payload)
    responses.add(to: &view)
    view.add("type", key: "types", as: .counts(of: "type"), rows: ranked(tally.types))
    view.add(
      "class type", key: "class_types", as: .counts(of: "class_type"),
      rows: classTypes.listed.map { name, count in
        var row = View.Row.count(name, count)
        if let object = objectName(ofClass: name) { row.members = { $0.add("object", object) } }
        return row
      })
    let others = classTypes.unlistedTotal
    view.add(
      "class type", as: .members,
      rows: [
        View.Row(
          name: "class_types_not_listed", value: others > 0 ? "\(others) (others)" : "",
          json: "\(classTypes.unlisted)"),
        .count("without_class_type", tally.cards - tally.classTypes.total, "(none)"),
      ])
    view.add(
      "flag", key: "flags", as: .object,
      rows: CardFlag.displayOrder.map { .count($0.name, tally.count(of: $0)) })
    view.add("created", key: "created", as: .object, rows: days(tally.created, absent: "unknown"))
    view.add("expires", key: "expires", as: .object, rows: days(tally.expires, absent: "never"))
    view.add("findings", key: "findings", as: .object, rows: [findingCounts])
    if cards.isEmpty { return view }
    let rows = cards.prefix(tableLimit)
    view.ending = CardTable.text(rows, shortIDs, now: now, style: style)
    let unlisted = tally.cards - rows.count
    if unlisted > 0 {
      view.ending += "\(counted(unlisted, "more card")) not listed; --limit N lists more\n"
    }
    return view
  }

  /// Returns the counts in descending order; equal counts keep their order.
  private func ranked(_ counts: [CardTally.Count]) -> [View.Row] {
    counts.sorted { $0.count > $1.count }.map { .count($0.name, $0.count) }
  }

  private var payload: [View.Row] {
    let (bytes, id) = tally.largest
    let limit = CheckSettings.payloadLimit
    return [
      View.Row(name: "total", value: "\(tally.payload) bytes", json: "\(tally.payload)"),
      View.Row(
        value: bytes > 0 ? "largest \(bytes)" : "",
        members: { payload in
          payload.object("largest") { largest in
            largest.add("bytes", bytes)
            if let id { largest.add("id", id) }
          }
        }), View.Row(name: "limit", json: "\(limit)"),
      .count("above_limit", tally.aboveLimit, "above \(limit)"),
    ]
  }

  private var findingCounts: View.Row {
    let findings = findings
    let rules = findings.statistics ?? RuleStatistics()
    let words = rules.rows.sorted { $0.severity > $1.severity }.map { "\($0.count) \($0.rule)" }
    return View.Row(
      value: words.joined(separator: ", "),
      members: { json in
        json.addCounts(of: findings)
        json.add("rules", rules)
      })
  }

  /// Returns the days as a plot or, as JSON, as a list.
  private func days(_ counts: DayCounts, absent: String) -> [View.Row] {
    let days = counts.days
    return [
      View.Row(
        value: DayPlot(days, atMost: Overview.plotLimit).words,
        members: { object in
          object.objects("days", days) { row, item in
            row.add("date", Days.name(item.day))
            row.add("count", item.count)
          }
        }),
      .count("earlier", counts.earlier), .count("later", counts.later),
      .count(absent, tally.cards - counts.total),
    ]
  }

  /// The maximum number of columns in a plot.
  private static let plotLimit = 12
}

extension Severity {
  /// The color of the severity's name.
  var paint: TextStyle.Paint? { one(error: .error, warning: .highlighted, info: nil) }
}
