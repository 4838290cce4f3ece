/// Finds where the bytes of a string's text stand in the string as it is written, in any order.
@_spi(CardTool) public struct DecodedOffsets {
  /// The inside of a valid JSON string.
  let content: ByteView
  private var waypoints = Waypoints(Cursor())

  /// The places in `content`, the inside of a valid JSON string.
  public init(in content: ByteView) { self.content = content }

  /// Where in the string the byte stands that decodes to byte number `offset` of the text.
  public mutating func written(_ offset: Int) -> Int {
    let content = content
    let place = waypoints.result(at: offset) { place, _, end in
      place.advance(to: end, in: content)
    }
    return place.written
  }

  /// A byte of the text and where it stands; the first byte of its escape when it has one.
  struct Cursor {
    private(set) var written = 0
    private var decoded = 0

    /// Moves on to byte number `offset` of the text, or to the end.
    mutating func advance(to offset: Int, in content: ByteView) {
      while written < content.count, decoded < offset {
        guard content[written] == UInt8(ascii: "\\") else {
          written += 1
          decoded += 1
          continue
        }
        let (scalar, length) = JSONText.escape(content, at: written)
        guard decoded + UTF8.width(scalar) <= offset else { return }
        decoded += UTF8.width(scalar)
        written += length
      }
    }
  }
}
