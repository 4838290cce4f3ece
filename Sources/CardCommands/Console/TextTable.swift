import CardJSON

/// A text table that is fitted to a width.
struct TextTable: ~Copyable {
  /// A column, and the rules for narrowing the table.
  struct Column {
    let title: String
    /// The minimum width in terminal columns.
    var minimum: Int
    /// The priority for dropping the column if narrowing is not enough: highest first, 0 for never.
    var dropRank = 0
    var alignsRight = false
  }

  /// One line of text and its color.
  struct Cell {
    var text: String
    var paint: TextStyle.Paint?

    init(_ text: String, _ paint: TextStyle.Paint? = nil) {
      (self.text, self.paint) = (text, paint)
    }
  }

  private let columns: [Column]
  /// The cells, row by row, with their text in one buffer: a string per cell is slow with many rows.
  private var text = ByteBuffer()
  private var cells: [(length: UInt32, paint: TextStyle.Paint?)] = []

  /// The maximum width of a bar, in columns.
  static let barWidth = 24

  /// Returns a bar for `count`, drawn in eighths of a column; empty for 0.
  static func bar(_ count: Int, of largest: Int) -> String {
    guard count > 0 else { return "" }
    let eighths = max(1, count * barWidth * 8 / max(largest, 1))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  private static let gap = 2

  /// Creates a table of `rows`, each of which has a cell for every column.
  init(_ columns: [Column], _ rows: [[Cell]] = []) {
    self.columns = columns
    for cell in rows.joined() { add(cell) }
  }

  /// Adds the next cell of the last row, or the first one of a new row.
  mutating func add(_ cell: Cell) { add(cell.paint) { $0.append(cell.text) } }

  /// Adds a cell with the bytes that `append` appends.
  mutating func add(_ paint: TextStyle.Paint? = nil, _ append: (inout ByteBuffer) -> Void) {
    let start = text.count
    append(&text)
    cells.append((UInt32(text.count - start), paint))
  }

  /// Returns the lines of the table in `width` columns, each with its line end, header first.
  func text(_ style: TextStyle, width: Int, hasHeader: Bool = true) -> String {
    var text = ByteBuffer()
    append(style, width: width, hasHeader: hasHeader, to: &text)
    return text.view.text
  }

  /// Appends the lines of the table.
  func append(
    _ style: TextStyle, width: Int, hasHeader: Bool = true, to output: inout ByteBuffer
  ) {
    let widths = layout(width)
    if hasHeader {
      let header = TextTable(columns, [columns.map { Cell($0.title, .heading) }])
      header.appendRows(widths, style, to: &output)
    }
    appendRows(widths, style, to: &output)
  }

  /// Whether the column with this title is shown in `width` columns.
  func shows(_ title: String, in width: Int) -> Bool {
    zip(columns, layout(width)).contains { $0.title == title && $1 != nil }
  }

  /// Returns the width of each column; nil for a column that does not fit.
  private func layout(_ width: Int) -> [Int?] {
    var natural = columns.map { DisplayWidth.of($0.title) }
    forEachCell { column, text, _ in natural[column] = max(natural[column], DisplayWidth.of(text)) }
    var kept = Array(columns.indices)
    func narrowest(_ index: Int) -> Int { min(natural[index], columns[index].minimum) }
    func total(_ width: (Int) -> Int) -> Int {
      kept.reduce(0) { $0 + width($1) } + TextTable.gap * (kept.count - 1)
    }
    let droppable = kept.filter { columns[$0].dropRank > 0 }
    for index in droppable.sorted(by: { columns[$0].dropRank > columns[$1].dropRank })
    where total(narrowest) > width { kept.removeAll { $0 == index } }
    var widths = natural
    var excess = total { natural[$0] } - width
    // Narrow the widest column first, so that truncation is shared evenly.
    while excess > 0 {
      let shrinkable = kept.filter { widths[$0] > narrowest($0) }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return columns.indices.map { kept.contains($0) ? widths[$0] : nil }
  }

  private func forEachCell(_ body: (_ column: Int, ByteView, TextStyle.Paint?) -> Void) {
    var (start, column) = (0, 0)
    for (length, paint) in cells {
      let end = start + Int(length)
      body(column, text.view.slice(start..<end), paint)
      (start, column) = (end, column + 1 < columns.count ? column + 1 : 0)
    }
  }

  private func appendRows(_ widths: [Int?], _ style: TextStyle, to output: inout ByteBuffer) {
    // Spaces are written only before text, never at the end of a line.
    var blanks = 0
    forEachCell { column, text, paint in
      if let limit = widths[column] {
        let alignsRight = columns[column].alignsRight
        var width = DisplayWidth.of(text)
        let cut = width > limit ? DisplayWidth.cut(text.text, to: limit) : nil
        if let cut { width = DisplayWidth.of(cut) }
        let rest = max(0, limit - width)
        if alignsRight { blanks += rest }
        if text.count > 0 || alignsRight {
          output.append(repeating: UInt8(ascii: " "), count: blanks)
          blanks = 0
          if style.isColored || cut != nil {
            output.append(style.paint(cut ?? text.text, paint))
          } else {
            output.append(text)
          }
        }
        blanks += TextTable.gap + (alignsRight ? 0 : rest)
      }
      guard column == columns.count - 1 else { return }
      output.append("\n")
      blanks = 0
    }
  }
}
