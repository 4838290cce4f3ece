@_spi(CardTool) import CardJSON

/// The bytes round the places of findings, so that excerpts do not depend on where blocks end.
///
/// Holds the block that was read last, and in front of it what came before, as far as an excerpt
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
