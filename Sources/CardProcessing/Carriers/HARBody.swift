import CardJSON
import ContentCardKit

/// Decodes a body of an HTTP archive: a JSON string, which may contain Base64.
///
/// Base64 is decoded only once.
package struct HARBody: ~Copyable {
  private let isBase64: Bool
  private var unescaped = ByteBuffer()
  /// The Base64 letters that have not been decoded yet.
  private var letters = ByteBuffer()

  /// Creates a decoder for one body.
  package init(isBase64: Bool) { self.isBase64 = isBase64 }

  /// Decodes the next bytes between the quotes and appends them to `output`.
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
      decodeBase64(isFinal: isFinal, into: &output)
    } else {
      JSONText.decode(whole, into: &output)
    }
    return count
  }

  /// Returns the number of bytes before an escape or a surrogate pair that may be incomplete.
  private static func wholeCount(_ content: ByteView) -> Int {
    let backslashByte = UInt8(ascii: "\\")
    // The first backslash of a run begins an escape, or the second half of a pair far from the end.
    var position = max(content.count - 2 * HARBody.longestEscape, 0)
    while position > 0, content[position - 1] == backslashByte { position -= 1 }
    while let backslash = content.firstIndex(of: backslashByte, from: position, to: content.count) {
      // The second half of a surrogate pair may follow.
      guard backslash + HARBody.longestEscape <= content.count else { return backslash }
      position = backslash + JSONText.escape(content, at: backslash).length
    }
    return content.count
  }

  /// The length of a surrogate pair, in bytes.
  private static let longestEscape = 12

  /// Decodes the letters of either alphabet, except an incomplete last group.
  private mutating func decodeBase64(isFinal: Bool, into output: inout ByteBuffer) {
    let (text, base64) = (unescaped.view, Base64.either)
    for index in 0..<text.count where base64.sextets[Int(text[index])] < 64 {
      letters.append(text[index])
    }
    let rest = letters.count % 4
    let end = letters.count - (isFinal && rest > 1 ? 0 : rest)
    _ = base64.decode(letters.view.slice(0..<end), into: &output)
    letters = letters.take(from: end)
  }
}
