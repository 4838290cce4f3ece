import CardJSON

/// A source line and the mark below its place, fitted into a number of columns.
///
/// Characters that would act are shown as escapes, tabs as four spaces, and a long line is cut
/// round the place; the mark allows for all of that, and for characters that are two columns wide.
struct ExcerptView: Equatable {
  /// The line, or what is shown of it.
  private(set) var source = ""
  /// The columns before the mark.
  private(set) var indent = 0
  /// The mark: `^` at the first column of the place, `~` at its others.
  private(set) var mark = ""

  /// One character as it is shown, and its columns.
  private typealias Cell = (text: String, width: Int)

  private static let cut = "…"
  /// The least number of columns that make sense.
  private static let leastWidth = 20

  /// A view of `excerpt`, at most `width` columns wide.
  init(_ excerpt: LocatedFinding.Excerpt, width: Int) {
    let cells = ExcerptView.cells(excerpt.text)
    let place = min(excerpt.offset, cells.count)
    let placeEnd = min(place + max(excerpt.length, 1), cells.count)
    let visible = ExcerptView.window(
      cells.map { $0.width }, place..<placeEnd, width: max(width, ExcerptView.leastWidth))
    let isCut = excerpt.isCutBefore || visible.lowerBound > 0
    source = isCut ? ExcerptView.cut : ""
    for cell in cells[visible] { source += cell.text }
    if excerpt.isCutBehind || visible.upperBound < cells.count { source += ExcerptView.cut }
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
        JSONText.appendUnicodeEscape(UInt16(scalar.value), to: &escape)
        return (escape.view.text, escape.count)
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
    extendLeft(to: (room - placeWidth) / 2)
    while end < widths.count, used + widths[end] <= room {
      used += widths[end]
      end += 1
    }
    extendLeft(to: room)
    return start..<end
  }
}

/// The bytes round the places of findings, so that excerpts do not depend on where blocks end.
///
/// Keeps the last block, and before it the earlier bytes, as far as an excerpt
/// reaches.
struct ExcerptWindow: ~Copyable {
  private var bytes = ByteBuffer()
  /// Where `bytes` begins, from the start of the input.
  private var offset = 0
  private var isFinal = false

  /// How far excerpts of places that wait for another block may reach back from it.
  private static let reach = 2 * LocatedFinding.Excerpt.reach

  /// Forgets what was read, for another input.
  mutating func removeAll() {
    bytes.removeAll()
    (offset, isFinal) = (0, false)
  }

  /// Takes the block that begins at `start`, which is not after the end of the one before.
  mutating func append(_ block: ByteView, at start: Int, isFinal: Bool) {
    self.isFinal = isFinal
    let kept = min(max(start - offset, 0), bytes.count)
    var next = ByteBuffer()
    next.append(bytes.view.slice(max(0, kept - ExcerptWindow.reach)..<kept))
    offset = start - next.count
    next.append(block)
    bytes = next
  }

  /// Whether what is shown after the beginning of a place is still to be read.
  func awaitsMore(of place: Range<Int>) -> Bool {
    let start = min(max(place.lowerBound - offset, 0), bytes.count)
    if isFinal || start + LocatedFinding.Excerpt.reach < bytes.count { return false }
    return bytes.view.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count) == nil
  }

  /// The line in which a place begins.
  func excerpt(of place: Range<Int>) -> LocatedFinding.Excerpt {
    LocatedFinding.Excerpt(
      of: bytes.view, from: place.lowerBound - offset, to: place.upperBound - offset,
      beginsLine: offset == 0)
  }
}

extension LocatedFinding {
  /// A part of the input with the finding in it.
  struct Excerpt: Equatable, Sendable {
    /// The text of the line, or a part of it.
    var text: String
    /// The number of scalars of `text` before the finding.
    var offset: Int
    /// The number of scalars of the finding in `text`, at least 1.
    var length: Int
    /// Whether the line begins before `text`.
    var isCutBefore: Bool
    /// Whether the line continues after `text`.
    var isCutBehind: Bool
  }
}

extension LocatedFinding.Excerpt {
  /// The number of bytes before and after the start of a finding that are searched: more than any
  /// terminal shows of a line, and little enough for lines of a gigabyte.
  static let reach = 1024

  /// The line of `bytes` in which the bytes from `start` to `end` begin, or what of it is near.
  ///
  /// - Parameters:
  ///   - bytes: the input or a part of it.
  ///   - start: the first byte of the place; `bytes.count` for the end.
  ///   - end: the byte after the last one of the finding; text on other lines is omitted.
  ///   - beginsLine: whether `bytes` begins where a line of the input does.
  init(of bytes: ByteView, from start: Int, to end: Int, beginsLine: Bool = true) {
    let start = min(max(start, 0), bytes.count)
    let (lowest, highest) = (max(0, start - Self.reach), min(bytes.count, start + Self.reach))
    // No further back than is shown: a line may be long, and the findings in it many.
    let reached = max(0, lowest - 1)
    let near = bytes.slice(reached..<start)
    let feed = near.lastIndex(of: UInt8(ascii: "\n"), before: near.count)
    var from = feed.map { reached + $0 + 1 } ?? lowest
    isCutBefore = feed == nil && (lowest > 0 || !beginsLine)
    var to = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, to: highest) ?? highest
    isCutBehind = to == highest && highest < bytes.count && bytes[highest] != UInt8(ascii: "\n")
    if isCutBefore { while from < start, bytes[from] & 0xC0 == 0x80 { from += 1 } }
    if isCutBehind { while to > start, bytes[to] & 0xC0 == 0x80 { to -= 1 } }
    if to > start, !isCutBehind, bytes[to - 1] == UInt8(ascii: "\r") { to -= 1 }

    let placeEnd = min(max(end, start), to)
    let before = bytes.slice(from..<start).text
    let place = bytes.slice(start..<placeEnd).text
    text = before + place + bytes.slice(placeEnd..<to).text
    offset = before.unicodeScalars.count
    length = max(1, place.unicodeScalars.count)
  }
}
