import CardJSON

/// Decodes a body of an HTTP archive: a JSON string, which may contain Base64.
///
/// Base64 is decoded once: a body that is Base64 again is not JSON.
package struct HARBody: ~Copyable {
  private let isBase64: Bool
  private var unescaped = ByteBuffer()
  /// The bits of an incomplete group of Base64.
  private var bits: UInt32 = 0
  private var sextets = 0

  /// Creates a decoder for one body.
  package init(isBase64: Bool) { self.isBase64 = isBase64 }

  /// Appends the decoded form of the next bytes between the quotes.
  ///
  /// - Returns: the number of bytes consumed. An incomplete escape is not consumed.
  package mutating func decode(_ content: ByteView, isFinal: Bool, into output: inout ByteBuffer)
    -> Int
  {
    let count = isFinal ? content.count : HARBody.wholeCount(content)
    let whole = content.slice(0..<count)
    if isBase64 {
      unescaped.removeAll()
      JSONText.decode(whole, into: &unescaped)
      decodeBase64(into: &output)
      if isFinal { endGroup(into: &output) }
    } else {
      JSONText.decode(whole, into: &output)
    }
    return count
  }

  /// The number of bytes before an escape, or a surrogate pair, that may be incomplete.
  private static func wholeCount(_ content: ByteView) -> Int {
    var position = 0
    let backslashByte = UInt8(ascii: "\\")
    while let backslash = content.firstIndex(of: backslashByte, from: position, to: content.count) {
      // The second half of a surrogate pair may follow.
      guard backslash + 12 <= content.count else { return backslash }
      position = backslash + JSONText.escape(content, at: backslash).length
    }
    return content.count
  }

  private mutating func decodeBase64(into output: inout ByteBuffer) {
    let text = unescaped.view
    for index in 0..<text.count {
      let byte = Int(text[index])
      let sextet = min(Base64.standard.sextets[byte], Base64.url.sextets[byte])
      guard sextet < 64 else { continue }
      bits = bits << 6 | UInt32(sextet)
      sextets += 1
      if sextets == 4 { endGroup(into: &output) }
    }
  }

  /// Appends the bytes of a group of two to four sextets.
  private mutating func endGroup(into output: inout ByteBuffer) {
    var group = bits << UInt32(32 - 6 * sextets)
    for _ in 1..<max(1, sextets) {
      output.append(UInt8(truncatingIfNeeded: group >> 24))
      group <<= 8
    }
    (bits, sextets) = (0, 0)
  }
}
