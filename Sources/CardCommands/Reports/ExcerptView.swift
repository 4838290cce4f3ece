@_spi(CardTool) import CardJSON

/// A source line and the mark below its place, fitted into a number of columns.
///
/// Characters that would act are shown as escapes, tabs as four spaces, and a long line is cut
/// round the place; the mark allows for all of that, and for characters that are two columns wide.
struct ExcerptView: Equatable {
  /// The line, or what is shown of it.
  private(set) var source = ""
  /// The columns in front of the mark.
  private(set) var indent = 0
  /// The mark: `^` at the first column of the place, `~` at its others.
  private(set) var mark = ""

  private static let cut = "…"
  private static let tab = "    "
  /// The least number of columns that make sense.
  private static let leastWidth = 20

  private struct Cell {
    let text: String
    let width: Int
  }

  /// A view of `excerpt`, at most `width` columns wide.
  init(_ excerpt: LocatedFinding.Excerpt, width: Int) {
    let cells = ExcerptView.cells(excerpt.text)
    let place = min(excerpt.offset, cells.count)
    let placeEnd = min(place + max(excerpt.length, 1), cells.count)
    let visible = ExcerptView.window(
      cells.map(\.width), place..<placeEnd, width: max(width, ExcerptView.leastWidth))
    if excerpt.isCutBefore || visible.lowerBound > 0 {
      source += ExcerptView.cut
      indent += 1
    }
    for cell in cells[visible] { source += cell.text }
    if excerpt.isCutBehind || visible.upperBound < cells.count { source += ExcerptView.cut }
    indent += cells[visible.lowerBound..<place].reduce(0) { $0 + $1.width }
    let marked = cells[place..<min(placeEnd, visible.upperBound)].reduce(0) { $0 + $1.width }
    mark = "^" + String(repeating: "~", count: max(marked, 1) - 1)
  }

  private static func cells(_ text: String) -> [Cell] {
    ByteBuffer(text.utf8).read { bytes in
      var position = 0
      return text.unicodeScalars.map { scalar in
        defer { position += UTF8.width(scalar) }
        if scalar == "\t" { return Cell(text: tab, width: tab.utf8.count) }
        if ControlEscapes.isActive(scalar) || CommandMark.isActive(at: position, of: bytes) {
          var escape = ByteBuffer()
          JSONText.appendUnicodeEscape(UInt16(scalar.value), to: &escape)
          return Cell(text: escape.view.text, width: escape.count)
        }
        return Cell(text: String(scalar), width: DisplayWidth.of(scalar))
      }
    }
  }

  /// Which cells are shown: all when they fit, else the place's beginning with what is before and
  /// after it.
  private static func window(_ widths: [Int], _ place: Range<Int>, width: Int) -> Range<Int> {
    if widths.reduce(2, +) <= width { return 0..<widths.count }
    // One column on each side for the sign that something is cut.
    let room = width - 2
    let placeWidth = min(widths[place].reduce(0, +), room / 2)
    var (start, end) = (place.lowerBound, place.lowerBound)
    var used = 0
    func extendLeft(to limit: Int) {
      while start > 0, used + widths[start - 1] <= limit {
        start -= 1
        used += widths[start]
      }
    }
    func extendRight() {
      while end < widths.count, used + widths[end] <= room {
        used += widths[end]
        end += 1
      }
    }
    extendLeft(to: (room - placeWidth) / 2)
    extendRight()
    extendLeft(to: room)
    return start..<end
  }
}
