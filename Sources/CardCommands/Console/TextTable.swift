import CardJSON

/// A text table that is fitted to a width.
struct TextTable {
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

  /// A row that is being built.
  ///
  /// It stores bytes, because a string per cell is slow with many rows.
  struct Row: ~Copyable {
    private var text = ByteBuffer()
    private var ends: [(end: Int, paint: TextStyle.Paint?)] = []

    /// Adds a cell.
    mutating func add(_ cell: Cell) { add(cell.paint) { $0.append(cell.text) } }

    /// Adds a cell with the bytes that `append` appends.
    mutating func add(_ paint: TextStyle.Paint? = nil, _ append: (inout ByteBuffer) -> Void) {
      append(&text)
      ends.append((text.count, paint))
    }

    fileprivate func text(_ column: Int) -> ByteView {
      text.view.slice((column == 0 ? 0 : ends[column - 1].end)..<ends[column].end)
    }

    fileprivate func paint(_ column: Int) -> TextStyle.Paint? { ends[column].paint }

    fileprivate mutating func removeAll() {
      text.removeAll()
      ends.removeAll(keepingCapacity: true)
    }
  }

  private let columns: [Column]
  private let rowCount: Int
  private let build: (Int, inout Row) -> Void

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
  init(_ columns: [Column], _ rows: [[Cell]]) {
    self.init(columns, rowCount: rows.count) { index, row in
      for cell in rows[index] { row.add(cell) }
    }
  }

  /// Creates a table that calls `build` twice for each row, to measure and to print it.
  init(_ columns: [Column], rowCount: Int, build: @escaping (Int, inout Row) -> Void) {
    (self.columns, self.rowCount, self.build) = (columns, rowCount, build)
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
    let (kept, widths) = layout(width)
    if hasHeader {
      var row = Row()
      for column in columns { row.add(Cell(column.title, .heading)) }
      append(row, kept: kept, widths: widths, style: style, to: &output)
    }
    forEachRow { append($0, kept: kept, widths: widths, style: style, to: &output) }
  }

  /// Whether the column with this title is shown in `width` columns.
  func shows(_ title: String, in width: Int) -> Bool {
    layout(width).kept.contains { columns[$0].title == title }
  }

  /// Returns the indices of the columns that fit, and the width of every column.
  private func layout(_ width: Int) -> (kept: [Int], widths: [Int]) {
    var natural = columns.map { DisplayWidth.of($0.title) }
    forEachRow { row in
      for column in columns.indices {
        natural[column] = max(natural[column], DisplayWidth.of(row.text(column)))
      }
    }
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
    return (kept, widths)
  }

  private func forEachRow(_ body: (borrowing Row) -> Void) {
    var row = Row()
    for index in 0..<rowCount {
      row.removeAll()
      build(index, &row)
      body(row)
    }
  }

  private func append(
    _ row: borrowing Row, kept: [Int], widths: [Int], style: TextStyle, to output: inout ByteBuffer
  ) {
    var blanks = 0
    for index in kept {
      let text = row.text(index)
      var width = DisplayWidth.of(text)
      let cut = width > widths[index] ? DisplayWidth.cut(text.text, to: widths[index]) : nil
      if let cut { width = DisplayWidth.of(cut) }
      let rest = max(0, widths[index] - width)
      if columns[index].alignsRight { blanks += rest }
      // Omit trailing spaces.
      if text.count > 0 || columns[index].alignsRight {
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
        blanks = 0
        if style.isColored || cut != nil {
          output.append(style.paint(cut ?? text.text, row.paint(index)))
        } else {
          output.append(text)
        }
      }
      blanks += TextTable.gap + (columns[index].alignsRight ? 0 : rest)
    }
    output.append("\n")
  }
}
