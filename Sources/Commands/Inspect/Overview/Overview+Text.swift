import CardJSON
import CardRules
import ContentCards

/// The counts as lines for people.
///
/// On a terminal each section is named once and has bars; elsewhere every line begins with its
/// section's name and says all it has to say, so that `grep` finds it.
extension Overview {
  /// How many class types are listed, and how many bars a plot has at most.
  private static let listedClasses = 20
  private static let plotLimit = 12

  /// The lines, each with its line end.
  ///
  /// - Parameter problems: how many records could not be read.
  func text(problems: Int, _ style: InspectStyle) -> String {
    var lines = OverviewLines(style)
    lines.add("cards", [OverviewLines.Row(isOfDevice ? "held" : "read", tally.cards)])
    if problems > 0 { lines.add("cards", [OverviewLines.Row("bad", problems, note: "not read")]) }
    guard tally.cards > 0 else { return lines.text }
    lines.add("type", named(CardTally.typeNames, tally.types))
    lines.add("class type", classRows(style))
    lines.add("flag", named(CardFlag.allCases.map(\.rawValue), tally.flags))
    lines.add("shape", named(Shape.allCases.map(\.name.description), tally.shapes))
    addPlot("created", tally.created, ("unknown", tally.withoutCreated), &lines, style)
    addPlot("expires", tally.expires, ("never", tally.never), &lines, style)
    addPayload(&lines, style)
    lines.add(
      "findings",
      named(
        ["error", "warning", "info"], [findings.errors, findings.warnings, findings.infos],
        paints: [.worst, .notable, .name]))
    return lines.text
  }

  private func named(
    _ names: [String], _ counts: [Int], paints: [InspectStyle.Paint?] = []
  ) -> [OverviewLines.Row] {
    zip(names, counts).enumerated().compactMap { index, pair in
      guard pair.1 > 0 else { return nil }
      var row = OverviewLines.Row(pair.0, pair.1)
      row.paint = paints.indices.contains(index) ? paints[index] : nil
      return row
    }
  }

  /// Class types by their number of cards, in lower case.
  var sortedClasses: [(name: String, count: Int)] {
    var classes: [(name: String, count: Int)] = []
    for index in 0..<tally.classes.count {
      let entry = tally.classes.entry(index)
      classes.append((entry.name.text, entry.count))
    }
    return classes.sorted { $0.count == $1.count ? $0.name < $1.name : $0.count > $1.count }
  }

  private func classRows(_ style: InspectStyle) -> [OverviewLines.Row] {
    let classes = sortedClasses
    var rows = classes.prefix(Overview.listedClasses).map { name, count in
      let object = registry.index(of: name).map { registry.classes[$0].object }
      return OverviewLines.Row(
        style.shown(name), count, note: object.map(style.shown) ?? "not in the registry")
    }
    let rest = classes.dropFirst(Overview.listedClasses)
    if !rest.isEmpty {
      let count = rest.reduce(0) { $0 + $1.count }
      rows.append(OverviewLines.Row("(others)", count, note: "\(rest.count) more class types"))
    }
    if tally.classes.others > 0 {
      rows.append(
        OverviewLines.Row(
          "(not told apart)", tally.classes.others,
          note: "behind the first \(tally.classes.count) class types"))
    }
    if tally.withoutClass > 0 {
      rows.append(OverviewLines.Row("(none)", tally.withoutClass, note: "no class type"))
    }
    return rows
  }

  private func addPlot(
    _ section: String, _ days: DayCounts, _ absent: (name: String, count: Int),
    _ lines: inout OverviewLines, _ style: InspectStyle
  ) {
    let (step, bars) = days.bars(atMost: Overview.plotLimit)
    var rows: [OverviewLines.Row] = []
    if days.earlier > 0 { rows.append(OverviewLines.Row("earlier", days.earlier)) }
    // An empty bar is part of the drawing, and of no use to grep.
    for (index, bar) in bars.enumerated() where bar.count > 0 || style.draws {
      var row = OverviewLines.Row(bar.start, bar.count)
      row.isBar = true
      if index == 0 { row.note = "by \(step.name)" }
      rows.append(row)
    }
    if days.later > 0 { rows.append(OverviewLines.Row("later", days.later)) }
    if absent.count > 0 { rows.append(OverviewLines.Row(absent.name, absent.count)) }
    lines.add(section, rows)
  }

  private func addPayload(_ lines: inout OverviewLines, _ style: InspectStyle) {
    var rows = [OverviewLines.Row("total", tally.payload, note: "bytes")]
    if tally.largest > 0 {
      let id = CardText(tally.largestID.view, isEscaped: true).string
      rows.append(
        OverviewLines.Row(
          "largest", tally.largest, note: "bytes" + (id.isEmpty ? "" : ", \(style.shown(id))")))
    }
    var above = OverviewLines.Row(
      "too large", tally.aboveLimit, note: "above \(CheckSettings.payloadLimit) bytes")
    if tally.aboveLimit > 0 { above.paint = .worst }
    rows.append(above)
    lines.add("payload", rows)
  }
}

/// Sections of names and numbers in columns.
struct OverviewLines {
  /// One line.
  struct Row {
    let name: String
    let count: Int
    var note: String
    var paint: InspectStyle.Paint?
    /// Whether the number is drawn too.
    var isBar = false

    init(_ name: String, _ count: Int, note: String = "") {
      self.name = name
      self.count = count
      self.note = note
    }
  }

  private let style: InspectStyle
  /// The lines so far, each with its line end.
  private(set) var text = ""
  private var lastSection = ""

  private static let sectionWidth = "class type".utf8.count
  /// The names of a section share a column that is at least so wide, and at most.
  private static let nameWidth = 17
  private static let widestName = 40
  private static let countWidth = 7
  private static let barWidth = 24

  init(_ style: InspectStyle) { self.style = style }

  /// Adds a section.
  mutating func add(_ section: String, _ rows: [Row]) {
    let nameWidth = rows.reduce(OverviewLines.nameWidth) {
      max($0, min(DisplayWidth.of($1.name), OverviewLines.widestName))
    }
    let largest = rows.reduce(1) { max($0, $1.isBar ? $1.count : 0) }
    for row in rows {
      let isNamed = !style.draws || lastSection != section
      lastSection = section
      let label = DisplayWidth.padded(isNamed ? section : "", to: OverviewLines.sectionWidth)
      let name = DisplayWidth.padded(row.name, to: nameWidth)
      let count = DisplayWidth.padded(
        String(row.count), to: OverviewLines.countWidth, alignsRight: true)
      var line = style.paint(label, .heading) + "  " + name + "  "
      line += row.paint.map { style.paint(count, $0) } ?? count
      if row.isBar, style.draws, row.count > 0 {
        line += "  " + style.paint(OverviewLines.bar(row.count, of: largest), .name)
      }
      if !row.note.isEmpty { line += "  " + style.paint(row.note, .faint) }
      text += line + "\n"
    }
  }

  /// A bar whose length shows `count`, in eighths of a column; never empty.
  static func bar(_ count: Int, of largest: Int) -> String {
    let eighths = max(1, count * barWidth * 8 / max(largest, 1))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
