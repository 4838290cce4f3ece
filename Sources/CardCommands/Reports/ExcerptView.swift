import CardJSON

/// A source line and the marker below the finding, fitted to a maximum width in columns.
///
/// Escapes control characters, expands tabs to four spaces and truncates a long line around the
/// finding. The marker accounts for all of these and for characters that are two columns wide.
struct ExcerptView: Equatable {
  /// The line, escaped and possibly truncated.
  private(set) var source = ""
  /// The number of columns before the marker.
  private(set) var indent = 0
  /// The marker: `^` below the first column of the finding, `~` below the rest.
  private(set) var mark = ""

  /// One displayed character and its width in columns.
  private typealias Cell = (text: String, width: Int)

  private static let cut = "…"
  /// The minimum width in columns.
  ///
  /// Narrower excerpts would show too little.
  private static let minimumWidth = 20

  /// Lays out `excerpt` in at most `width` columns.
  init(_ excerpt: LocatedFinding.Excerpt, width: Int) {
    let cells = ExcerptView.cells(excerpt.text)
    let place = min(excerpt.offset, cells.count)
    let placeEnd = min(place + max(excerpt.length, 1), cells.count)
    let visible = ExcerptView.window(
      cells.map { $0.width }, place..<placeEnd, width: max(width, ExcerptView.minimumWidth))
    let isCut = excerpt.isTruncatedBefore || visible.lowerBound > 0
    source = isCut ? ExcerptView.cut : ""
    for cell in cells[visible] { source += cell.text }
    if excerpt.isTruncatedAfter || visible.upperBound < cells.count { source += ExcerptView.cut }
    indent = cells[visible.lowerBound..<place].reduce(isCut ? 1 : 0) { $0 + $1.width }
    let marked = cells[place..<min(placeEnd, visible.upperBound)].reduce(0) { $0 + $1.width }
    mark = "^" + String(repeating: "~", count: max(marked, 1) - 1)
  }

  private static func cells(_ text: String) -> [Cell] {
    ByteBuffer(text.utf8).read { bytes in
      var position = 0
      return text.unicodeScalars.map { scalar in
        defer { position += UTF8.width(scalar) }
        if scalar == "\t" { return ("    ", 4) }
        guard ControlEscapes.isActive(scalar) || CommandMark.isActive(at: position, of: bytes)
        else { return (String(scalar), DisplayWidth.of(scalar)) }
        var escape = ByteBuffer()
        escape.append(unicodeEscape: UInt16(scalar.value))
        return (escape.view.text, escape.count)
      }
    }
  }

  /// The range of cells to show: all of them if they fit, or else the start of the finding and its
  /// surroundings.
  private static func window(_ widths: [Int], _ place: Range<Int>, width: Int) -> Range<Int> {
    if widths.reduce(2, +) <= width { return 0..<widths.count }
    // One column on each side is reserved for the ellipsis.
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
    extendLeft(to: (room - placeWidth) / 2)
    while end < widths.count, used + widths[end] <= room {
      used += widths[end]
      end += 1
    }
    extendLeft(to: room)
    return start..<end
  }
}

extension LocatedFinding {
  /// The line of the input that contains the start of the finding, or a part of it.
  struct Excerpt: Equatable, Sendable {
    /// The text of the line, truncated if the line is long.
    var text: String
    /// The number of Unicode scalars in `text` before the finding.
    var offset: Int
    /// The number of Unicode scalars of the finding in `text`, at least 1.
    var length: Int
    /// Whether the start of the line is truncated.
    var isTruncatedBefore: Bool
    /// Whether the end of the line is truncated.
    var isTruncatedAfter: Bool
  }
}

extension LocatedFinding.Excerpt {
  /// The maximum number of bytes to search before and after the start of a finding: more than any
  /// terminal shows of a line, and small enough to be cheap even if a line has a gigabyte.
  static let reach = 1024

  /// Creates an excerpt of the line that contains `start`, truncated to `reach` on each side.
  ///
  /// - Parameters:
  ///   - bytes: the input or a part of it.
  ///   - start: the offset of the finding; `bytes.count` for the end of the input.
  ///   - end: the offset after the finding; text on later lines is omitted.
  ///   - beginsLine: whether the start of `bytes` is the start of a line.
  init(of bytes: ByteView, from start: Int, to end: Int, beginsLine: Bool = true) {
    let start = min(max(start, 0), bytes.count)
    let (lowest, highest) = (max(0, start - Self.reach), min(bytes.count, start + Self.reach))
    // The search is bounded because a long line may contain many findings.
    let reached = max(0, lowest - 1)
    let near = bytes.slice(reached..<start)
    let feed = near.lastIndex(of: UInt8(ascii: "\n"), before: near.count)
    var from = feed.map { reached + $0 + 1 } ?? lowest
    isTruncatedBefore = feed == nil && (lowest > 0 || !beginsLine)
    var to = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, to: highest) ?? highest
    isTruncatedAfter =
      to == highest && highest < bytes.count && bytes[highest] != UInt8(ascii: "\n")
    if isTruncatedBefore { while from < start, bytes[from] & 0xC0 == 0x80 { from += 1 } }
    if isTruncatedAfter { while to > start, bytes[to] & 0xC0 == 0x80 { to -= 1 } }
    if to > start, !isTruncatedAfter, bytes[to - 1] == UInt8(ascii: "\r") { to -= 1 }

    let placeEnd = min(max(end, start), to)
    let before = bytes.slice(from..<start).text
    let place = bytes.slice(start..<placeEnd).text
    text = before + place + bytes.slice(placeEnd..<to).text
    offset = before.unicodeScalars.count
    length = max(1, place.unicodeScalars.count)
  }
}
