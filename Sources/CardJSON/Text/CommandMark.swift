/// The marks by which build systems find commands in a log, wherever in a line they stand:
/// `##[error]` of GitHub Actions, `##vso[task.logissue]` of Azure, `##teamcity[…]`.
///
/// A card's text in a log must not act as a command, so the second `#` of a mark is escaped.
/// Commands such as `::error::` act only at the beginning of a line, where no report puts a card's
/// text.
package enum CommandMark {
  /// Appends `text`, the second `#` of each mark as an escape of JSON, and what is between the
  /// marks as `appendPiece` does it.
  package static func append(
    _ text: String, to output: inout ByteBuffer,
    _ appendPiece: (_ piece: ByteView, _ output: inout ByteBuffer) -> Void
  ) {
    ByteBuffer(text.utf8).read { bytes in
      let sign = UInt8(ascii: "#")
      var (start, next) = (0, 0)
      while let position = bytes.firstIndex(of: sign, from: next, to: bytes.count) {
        next = position + 1
        guard isActive(at: position, of: bytes) else { continue }
        appendPiece(bytes.slice(start..<position), &output)
        JSONText.appendUnicodeEscape(UInt16(sign), to: &output)
        start = next
      }
      appendPiece(bytes.slice(start..<bytes.count), &output)
    }
  }

  /// Whether the `#` at `position` is the second one of a mark.
  package static func isActive(at position: Int, of text: ByteView) -> Bool {
    guard text[position] == UInt8(ascii: "#"), position > 0,
      text[position - 1] == UInt8(ascii: "#")
    else { return false }
    var next = position + 1
    while next < text.count, ByteView.lowercased(text[next]) &- UInt8(ascii: "a") < 26 { next += 1 }
    return next < text.count && text[next] == UInt8(ascii: "[")
  }
}
