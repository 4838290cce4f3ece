import CardJSON
import EventJournal

/// A summary for people: an aligned table, and on a terminal a bar of impressions for each row.
struct SummaryText {
  /// The columns there are to write in; nil where there is no terminal, and then names are whole
  /// and there are no bars.
  let width: Int?

  private static let headings = [
    "impressions", "unique", "control", "clicks", "rate", "dismissed",
  ]
  private static let gap = "  "
  /// The fewest columns that a name and a bar keep on a narrow terminal.
  private static let leastName = 12
  private static let leastBar = 8

  /// A row of cells.
  private struct Line {
    let name: String
    let cells: [String]
    /// What the bar is as long as; nil for a row without one.
    var impressions: Int?
  }

  /// Appends the table.
  func append(_ summary: EventSummary, to output: inout ByteBuffer) {
    var lines = [Line(name: summary.grouping.heading, cells: SummaryText.headings)]
    for row in summary.rows {
      lines.append(
        Line(
          name: row.name.map(LineText.escaped) ?? "(none)", cells: SummaryText.cells(row.counts),
          impressions: row.counts.impressions))
    }
    let name = summary.grouping == .all ? "all" : "total"
    lines.append(Line(name: name, cells: SummaryText.cells(summary.total)))
    let widths = SummaryText.headings.indices.map { column in
      lines.map { $0.cells[column].utf8.count }.max() ?? 0
    }
    let numbers = widths.reduce(0) { $0 + $1 + SummaryText.gap.utf8.count }
    let nameWidth = nameWidth(lines.map { SummaryText.width(of: $0.name) }.max() ?? 0, numbers)
    let most = summary.rows.map(\.counts.impressions).max() ?? 0
    for line in lines {
      output.append(SummaryText.fitted(line.name, to: nameWidth))
      for (cell, width) in zip(line.cells, widths) {
        output.append(SummaryText.gap)
        for _ in cell.utf8.count..<width { output.append(UInt8(ascii: " ")) }
        output.append(cell)
      }
      if let impressions = line.impressions, let room = barWidth(nameWidth + numbers), most > 0 {
        let bar = SummaryText.bar(impressions, of: most, columns: room)
        if !bar.isEmpty { output.append(SummaryText.gap + bar) }
      }
      output.append(UInt8(ascii: "\n"))
    }
  }

  private static func cells(_ counts: EventCounts) -> [String] {
    let rate = counts.clickRate(in: 1000).map { "\($0 / 10).\($0 % 10)%" }
    return [
      String(counts.impressions), String(counts.uniqueImpressions),
      String(counts.controlImpressions), String(counts.clicks), rate ?? "-",
      String(counts.dismissals),
    ]
  }

  /// The columns of the names, of which the widest takes `widest`.
  private func nameWidth(_ widest: Int, _ numbers: Int) -> Int {
    guard let width else { return widest }
    let room = width - numbers - SummaryText.gap.utf8.count - SummaryText.leastBar
    return min(widest, max(room, SummaryText.leastName))
  }

  /// The columns of the bars behind `used` ones; nil without room for them.
  private func barWidth(_ used: Int) -> Int? {
    guard let width else { return nil }
    let room = width - used - SummaryText.gap.utf8.count
    return room >= SummaryText.leastBar ? room : nil
  }

  /// A bar for `part` of `whole`, which is `columns` long: full blocks, and eighths at its end.
  private static func bar(_ part: Int, of whole: Int, columns: Int) -> String {
    let eighths = (part * columns * 8 + whole - 1) / whole
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + partial[eighths % 8]
  }

  /// The columns that `text` takes on a terminal.
  private static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + DisplayWidth.of($1) }
  }

  /// `text` in exactly so many columns: filled up with blanks, or cut short.
  private static func fitted(_ text: String, to columns: Int) -> String {
    let width = width(of: text)
    if width <= columns { return text + String(repeating: " ", count: columns - width) }
    var cut = ""
    var taken = 1
    for scalar in text.unicodeScalars {
      taken += DisplayWidth.of(scalar)
      guard taken <= columns else { break }
      cut.unicodeScalars.append(scalar)
    }
    let left = columns - SummaryText.width(of: cut) - 1
    return cut + "…" + String(repeating: " ", count: max(left, 0))
  }
}
