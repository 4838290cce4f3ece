/// A view of named values in sections, such as an overview or the details of one card.
///
/// If the output is not a terminal, every line starts with the name of its section and is complete,
/// so that it can be found with `grep`. On a terminal, a section name is printed once, its counts
/// share a line, and long lines are wrapped.
struct ViewSections {
  /// A named value.
  struct Row {
    let name: String
    let value: String
    var note = ""
    var paint: TextStyle.Paint?
  }

  private struct Section {
    let name: String
    var rows: [Row] = []
    /// Further rows, created on demand so that many rows take no memory.
    var more: any Sequence<Row> = []
    /// Whether the values are counts, which are aligned in a column.
    var isCount = false
    /// The items of the section's single line on a terminal; nil if each row has its own line.
    var items: [String]?
  }

  private var sections: [Section] = []

  private static let gap = "  "
  private static let maximumNameWidth = 40

  /// Adds a row to the last section, or to a new one if the last section has another name.
  mutating func add(
    _ section: String, _ name: String, _ value: String, note: String = "",
    paint: TextStyle.Paint? = nil
  ) { add(section, Row(name: name, value: value, note: note, paint: paint)) }

  /// Adds a row to the last section, or to a new one if the last section has another name.
  mutating func add(_ section: String, _ row: Row) { edit(section) { $0.rows.append(row) } }

  /// Adds rows to the end of the section; the sequence is iterated more than once.
  mutating func add(_ section: String, rows: any Sequence<Row>) { edit(section) { $0.more = rows } }

  private mutating func edit(_ name: String, _ change: (inout Section) -> Void) {
    if sections.last?.name != name { sections.append(Section(name: name)) }
    change(&sections[sections.count - 1])
  }

  /// Adds a section of counts, unless `counts` is empty.
  ///
  /// - Parameter items: the items of its line on a terminal, the counts by default. If empty, the
  ///   section has no line there.
  mutating func add(_ section: String, counts: [Row], items: [String]? = nil) {
    guard !counts.isEmpty else { return }
    let items = items ?? counts.map { "\($0.value) \($0.name)" }
    sections.append(Section(name: section, rows: counts, isCount: true, items: items))
  }

  /// Adds a section of counts with one line per count, even on a terminal.
  mutating func add(_ section: String, list counts: [Row]) {
    if !counts.isEmpty { sections.append(Section(name: section, rows: counts, isCount: true)) }
  }

  /// The lines of the view, each with its line end.
  func text(_ style: TextStyle) -> String {
    var text = ""
    forEachLine(style) { text += $0 }
    return text
  }

  /// Calls `body` with each line and its line end, or with all lines of a wrapped value.
  func forEachLine(_ style: TextStyle, _ body: (String) throws -> Void) rethrows {
    let width = sections.reduce(0) { max($0, DisplayWidth.of($1.name)) }
    for section in sections {
      let label = style.paint(DisplayWidth.padded(section.name, to: width), .heading)
      if style.draws, let items = section.items {
        // The counts are part of another section's line.
        if items.isEmpty { continue }
        let room = style.width - width - ViewSections.gap.utf8.count
        try body(label + ViewSections.gap + ViewSections.fitted(items, to: room, style) + "\n")
      } else {
        try ViewSections.forEachLine(of: section, label: (label, width), style, body)
      }
    }
  }

  /// Joins the items that fit on a line, followed by the number of omitted ones.
  private static func fitted(_ items: [String], to width: Int, _ style: TextStyle) -> String {
    var line = ""
    var columns = 0
    for (index, item) in items.enumerated() {
      let left = items.count - index
      let rest = left > 1 ? ", and \(left - 1) more" : ""
      let next = (line.isEmpty ? "" : ", ") + style.escaped(item)
      columns += DisplayWidth.of(next)
      if columns + rest.utf8.count > width, !line.isEmpty {
        // `rest` is empty for the last item, which may therefore fit.
        return line + style.paint(", and \(left) more", .dimmed)
      }
      line += DisplayWidth.cut(next, to: width)
    }
    return line
  }

  private static func forEachLine(
    of section: Section, label: (text: String, width: Int), _ style: TextStyle,
    _ body: (String) throws -> Void
  ) rethrows {
    func forEachRow(_ body: (Row) throws -> Void) rethrows {
      for row in section.rows { try body(row) }
      for row in section.more { try body(row) }
    }
    var (nameWidth, valueWidth) = (0, 0)
    forEachRow { row in
      nameWidth = max(nameWidth, min(DisplayWidth.of(style.escaped(row.name)), maximumNameWidth))
      if section.isCount { valueWidth = max(valueWidth, DisplayWidth.of(row.value)) }
    }
    let start = label.width + nameWidth + 2 * gap.utf8.count
    var lineLabel = label.text
    try forEachRow { row in
      let name = DisplayWidth.padded(style.escaped(row.name), to: nameWidth)
      let value = DisplayWidth.padded(
        style.escaped(row.value), to: valueWidth, alignsRight: section.isCount)
      try body(
        lineLabel + gap + style.paint(name, .name) + gap + folded(row, value, from: start, style)
          + "\n")
      if style.draws { lineLabel = String(repeating: " ", count: label.width) }
    }
  }

  /// Returns a value and its note.
  ///
  /// On a terminal they are wrapped in the space after the name, or below it if the space is
  /// narrow.
  private static func folded(_ row: Row, _ value: String, from start: Int, _ style: TextStyle)
    -> String
  {
    let note = row.note.isEmpty ? "" : "(\(style.escaped(row.note)))"
    let length = DisplayWidth.of(value) + (note.isEmpty ? 0 : 2 + DisplayWidth.of(note))
    guard style.draws, start + length > style.width else {
      return style.paint(value, row.paint) + (note.isEmpty ? "" : gap + style.paint(note, .dimmed))
    }
    let isNarrow = style.width - start < minimumRoom
    let indent = isNarrow ? narrowIndent : start
    let blanks = "\n" + String(repeating: " ", count: indent)
    return (isNarrow ? blanks : "") + style.folded(value, from: indent, indent: indent, row.paint)
      + (note.isEmpty ? "" : blanks + style.folded(note, from: indent, indent: indent, .dimmed))
  }

  /// The minimum width for wrapping a value after its name, and the indentation below the name.
  private static let minimumRoom = 24
  private static let narrowIndent = 4
}

extension ViewSections.Row {
  /// Creates a named count.
  init(_ name: String, count: Int, note: String = "", paint: TextStyle.Paint? = nil) {
    self.init(name: name, value: String(count), note: note, paint: paint)
  }
}
