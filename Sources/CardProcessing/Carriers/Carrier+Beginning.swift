import CardJSON

extension Carrier {
  /// Returns the number of leading bytes that decide what an input is; nil if more must be read.
  ///
  /// They end with a line, so that an input from a pipe is read as it arrives: the first nonblank
  /// line, or if JSON begins in it, the line in which that value ends, or an element of an array at
  /// its first or second level. They end at `beginningSize` or with the input at the latest. The
  /// result depends only on the bytes, not on the pieces in which they arrive.
  package static func decidingCount(_ bytes: ByteView, isFinal: Bool) -> Int? {
    let end = min(bytes.count, beginningSize)
    var position = ByteView("\u{FEFF}").occurs(at: 0, in: bytes) ? 3 : 0
    while position < end, JSONNumber.isSpace(bytes[position]) { position += 1 }
    var depth = BracketDepth()
    while position < end {
      if !depth.isDecided { depth.take(bytes[position]) }
      position += 1
      if depth.isDecided, bytes[position - 1] == UInt8(ascii: "\n") { return position }
    }
    return end == beginningSize || isFinal ? end : nil
  }
}

/// The depth of brackets in the first value of an input.
private struct BracketDepth {
  private var depth = 0
  /// Whether the container at the first and at the second level is an array.
  private var areArrays = [false, false]
  private var isInString = false
  private var isEscaped = false
  /// Whether the first value, or an element of an array at one of these levels, has ended.
  private(set) var isDecided = false

  mutating func take(_ byte: UInt8) {
    if isInString {
      let ends = byte == UInt8(ascii: "\"") && !isEscaped
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      isInString = !ends
      // A string does not contain a line feed, so this is not JSON.
      if byte == UInt8(ascii: "\n") { isDecided = true }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth < areArrays.count { areArrays[depth] = byte == UInt8(ascii: "[") }
      depth += 1
      return
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      // There may be more closing brackets than opening ones.
      depth = max(0, depth - 1)
      if depth > 0, depth <= areArrays.count, areArrays[depth - 1] { isDecided = true }
    default: break
    }
    if depth == 0 { isDecided = true }
  }
}
