import CardJSON

/// A view of named values in sections, such as an overview or the details of one card, which is
/// described once and written as text or as JSON.
///
/// In text, the name of a section is printed once. If the output has a width, long lines are wrapped.
struct View {
  /// A named value.
  struct Row {
    let name: String
    let value: String
    /// The value as JSON, if it is not the text.
    var json: String?
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
    /// The items of a section that has one line instead of rows.
    var items: [String] = []
  }

  private var sections: [Section] = []

  private static let gap = "  "
  private static let maximumNameWidth = 40

  /// Adds a row to the last section, or to a new one if the last section has another name.
  mutating func add(
    _ section: String, _ name: String, value: String, note: String = "",
    paint: TextStyle.Paint? = nil
  ) { add(section, Row(name: name, value: value, note: note, paint: paint)) }

  /// Adds a number.
  mutating func add(_ section: String, _ name: String, count: Int) {
    add(section, Row(name: name, value: String(count), json: String(count)))
  }

  /// Adds a row to the last section, or to a new one if the last section has another name.
  mutating func add(_ section: String, _ row: Row) { edit(section) { $0.rows.append(row) } }

  /// Adds rows to the end of the section; the sequence is iterated more than once.
  mutating func add(_ section: String, rows: any Sequence<Row>) { edit(section) { $0.more = rows } }

  private mutating func edit(_ name: String, _ change: (inout Section) -> Void) {
    if sections.last?.name != name { sections.append(Section(name: name)) }
    change(&sections[sections.count - 1])
  }

  /// Adds a section of one line, unless it has no items.
  mutating func add(_ section: String, items: [String]) {
    if !items.isEmpty { sections.append(Section(name: section, items: items)) }
  }

  /// Adds a section of counts with one line per count.
  mutating func add(_ section: String, list counts: [Row]) {
    if !counts.isEmpty { sections.append(Section(name: section, rows: counts, isCount: true)) }
  }

  /// Adds each section to a JSON object as an array of its rows.
  func add(
    to json: inout JSONWriter, afterEach drain: (inout JSONWriter) throws -> Void
  ) rethrows {
    for section in sections {
      json.key(section.name)
      try json.objects(nil, [AnySequence(section.rows), AnySequence(section.more)].joined()) {
        item, row in
        item.add("name", row.name)
        if let value = row.json {
          item.add("value", json: value)
        } else {
          item.add("value", row.value)
        }
        if !row.note.isEmpty { item.add("note", row.note) }
        try drain(&item)
      }
    }
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
      if section.items.isEmpty {
        try View.forEachLine(of: section, label: (label, width), style, body)
      } else {
        let room = style.width - width - View.gap.utf8.count
        try body(label + View.gap + View.fitted(section.items, to: room, style) + "\n")
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
      nameWidth = max(nameWidth, min(DisplayWidth.of(style.leading(row.name)), maximumNameWidth))
      if section.isCount { valueWidth = max(valueWidth, DisplayWidth.of(row.value)) }
    }
    let start = label.width + nameWidth + 2 * gap.utf8.count
    var lineLabel = label.text
    try forEachRow { row in
      // The name may be the first text of its line, where a build system looks for commands.
      let name = DisplayWidth.padded(style.leading(row.name), to: nameWidth)
      let value = DisplayWidth.padded(
        style.escaped(row.value), to: valueWidth, alignsRight: section.isCount)
      let text = folded(row, value: value, from: start, style)
      try body(lineLabel + gap + style.paint(name, .name) + gap + text + "\n")
      lineLabel = String(repeating: " ", count: label.width)
    }
  }

  /// Returns a value and its note, wrapped in the space after the name, or below it if the space is
  /// narrow.
  private static func folded(_ row: Row, value: String, from start: Int, _ style: TextStyle)
    -> String
  {
    let note = row.note.isEmpty ? "" : "(\(style.escaped(row.note)))"
    let length = DisplayWidth.of(value) + (note.isEmpty ? 0 : 2 + DisplayWidth.of(note))
    guard start + length > style.width else {
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
