import CardJSON
import CardPlatform

/// Reads ranges of a file in pieces, so that memory use is bounded.
enum FilePieces {
  private static let size = 1 << 20

  /// Calls `body` with consecutive pieces of the bytes in `ranges`.
  static func forEach(
    in ranges: [Range<Int>], of descriptor: Int32, name: String,
    _ body: (ByteView) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    var buffer = ByteBuffer()
    for range in ranges {
      var offset = range.lowerBound
      while offset < range.upperBound {
        let wanted = min(range.upperBound - offset, size - buffer.count)
        let count = try SystemCalls.read(descriptor, at: offset, wanted, into: &buffer, name: name)
        guard count > 0 else { throw .nothingRead(name) }
        offset += count
        guard buffer.count == size else { continue }
        try body(buffer.view)
        buffer.removeAll()
      }
    }
    try body(buffer.view)
  }
}
