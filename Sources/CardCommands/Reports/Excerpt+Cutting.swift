@_spi(CardTool) import CardJSON

extension LocatedFinding.Excerpt {
  /// How many bytes before and after the beginning of a place are looked at: more than any
  /// terminal shows of a line, and little enough for lines of a gigabyte.
  static let reach = 1024

  /// The line of `bytes` in which the bytes from `start` to `end` begin, or what of it is near.
  ///
  /// - Parameters:
  ///   - bytes: the input or a part of it.
  ///   - start: the first byte of the place; `bytes.count` for the end.
  ///   - end: the byte after the last one of the place; what is on another line is left out.
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
