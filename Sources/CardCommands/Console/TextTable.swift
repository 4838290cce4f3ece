import CardJSON

/// A table that is fitted to the width of a terminal.
struct TextTable {
  /// A column and the rules for narrowing it.
  struct Column {
    let title: String
    /// The minimum width in terminal columns.
    var minimum: Int
    /// The order in which columns are dropped if narrowing is not enough; 0 if never.
    var leaving = 0
    var alignsRight = false
  }

  /// Text on one line, and its color.
  struct Cell {
    var text: String
    var paint: TextStyle.Paint?

    init(_ text: String, _ paint: TextStyle.Paint? = nil) {
      self.text = text
      self.paint = paint
    }
  }

  private let columns: [Column]
  private let rowCount: Int
  private let row: (Int) -> [Cell]

  /// The maximum width of a bar.
  static let barWidth = 24

  /// A bar whose length shows `count`, in eighths of a column; empty for 0.
  static func bar(_ count: Int, of largest: Int) -> String {
    guard count > 0 else { return "" }
    let eighths = max(1, count * barWidth * 8 / max(largest, 1))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  /// The text between two columns.
  private static let gap = "  "

  /// Creates a table of `rows`, each with a cell for every column.
  init(_ columns: [Column], _ rows: [[Cell]]) {
    self.init(columns, rowCount: rows.count) { rows[$0] }
  }

  /// Creates a table whose rows are built twice, to measure and to print them, and are not stored.
  init(_ columns: [Column], rowCount: Int, row: @escaping (Int) -> [Cell]) {
    (self.columns, self.rowCount, self.row) = (columns, rowCount, row)
  }

  /// The lines of the table in `width` columns, each with its line end; the header comes first.
  func text(_ style: TextStyle, width: Int, hasHeader: Bool = true) -> String {
    var text = ByteBuffer()
    append(style, width: width, hasHeader: hasHeader, to: &text)
    return text.view.text
  }

  /// Appends the lines of the table.
  func append(
    _ style: TextStyle, width: Int, hasHeader: Bool = true, to output: inout ByteBuffer
  ) {
    let (kept, widths) = layout(width)
    let titles = columns.map { Cell($0.title, .heading) }
    if hasHeader { output.append(line(titles, kept: kept, widths: widths, style: style)) }
    for index in 0..<rowCount {
      output.append(line(row(index), kept: kept, widths: widths, style: style))
    }
  }

  /// Whether the column with this title fits into `width` columns of a terminal.
  func shows(_ title: String, in width: Int) -> Bool {
    layout(width).kept.contains { columns[$0].title == title }
  }

  /// The columns that fit, and their widths.
  private func layout(_ width: Int) -> (kept: [Int], widths: [Int]) {
    var natural = columns.map { DisplayWidth.of($0.title) }
    for index in 0..<rowCount {
      for (column, cell) in row(index).enumerated() {
        natural[column] = max(natural[column], DisplayWidth.of(cell.text))
      }
    }
    var kept = Array(columns.indices)
    func fewest(_ index: Int) -> Int { min(natural[index], columns[index].minimum) }
    func total(_ width: (Int) -> Int) -> Int {
      kept.reduce(0) { $0 + width($1) } + TextTable.gap.utf8.count * (kept.count - 1)
    }
    let leaving = kept.filter { columns[$0].leaving > 0 }.sorted {
      columns[$0].leaving > columns[$1].leaving
    }
    for index in leaving where total(fewest) > width { kept.removeAll { $0 == index } }
    var widths = natural
    var excess = total { natural[$0] } - width
    // Narrow the widest column first, so that truncation is shared.
    while excess > 0 {
      let cuttable = kept.filter { widths[$0] > fewest($0) }
      guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return (kept, widths)
  }

  private func line(_ cells: [Cell], kept: [Int], widths: [Int], style: TextStyle)
    -> String
  {
    var line = ""
    var blanks = ""
    for index in kept {
      let cell = cells[index]
      let text = DisplayWidth.cut(cell.text, to: widths[index])
      let rest = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(text)))
      let painted = style.paint(text, cell.paint)
      if columns[index].alignsRight {
        line += blanks + rest + painted
        blanks = TextTable.gap
      } else {
        // Omit blanks at the end of a line.
        if !text.isEmpty { line += blanks + painted }
        blanks = text.isEmpty ? blanks + rest + TextTable.gap : rest + TextTable.gap
      }
    }
    return line + "\n"
  }
}
