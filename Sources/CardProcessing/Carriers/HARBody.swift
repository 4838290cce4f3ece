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
    } else {
      JSONText.decode(whole, into: &output)
    }
    return count
  }

  /// The number of bytes before an escape, or a surrogate pair, that may be incomplete.
  private static func wholeCount(_ content: ByteView) -> Int {
    var position = 0
    var safe = 0
    while let backslash = content.firstIndex(
      of: UInt8(ascii: "\\"), from: position, to: content.count)
    {
      // The second half of a surrogate pair may follow.
      guard backslash + 12 <= content.count else { return backslash }
      position = backslash + JSONText.escape(content, at: backslash).length
      safe = position
    }
    return max(safe, content.count)
  }

  private mutating func decodeBase64(into output: inout ByteBuffer) {
    let text = unescaped.view
    for index in 0..<text.count {
      let byte = Int(text[index])
      let sextet = min(Base64.standard.sextets[byte], Base64.url.sextets[byte])
      guard sextet < 64 else { continue }
      bits = bits << 6 | UInt32(sextet)
      sextets += 1
      guard sextets == 4 else { continue }
      output.append(UInt8(truncatingIfNeeded: bits >> 16))
      output.append(UInt8(truncatingIfNeeded: bits >> 8))
      output.append(UInt8(truncatingIfNeeded: bits))
      (bits, sextets) = (0, 0)
    }
  }

  /// Appends the last bytes of Base64 whose final group is incomplete.
  package mutating func end(into output: inout ByteBuffer) {
    if sextets == 3 { output.append(UInt8(truncatingIfNeeded: bits >> 10)) }
    if sextets == 3 { output.append(UInt8(truncatingIfNeeded: bits >> 2)) }
    if sextets == 2 { output.append(UInt8(truncatingIfNeeded: bits >> 4)) }
    sextets = 0
  }
}
