/// The markers of commands that build systems recognize anywhere in a log line: `##[error]` of
/// GitHub Actions, `##vso[task.logissue]` of Azure, `##teamcity[…]`.
///
/// Card text must not trigger one, so the second `#` is escaped. Commands such as `::error::` are
/// recognized only at the start of a line, where no report writes card text.
package enum CommandMark {
  /// Appends `text` with the second `#` of each marker as a JSON escape; `appendPiece` appends the
  /// text between.
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
        output.append(unicodeEscape: UInt16(sign))
        start = next
      }
      appendPiece(bytes.slice(start..<bytes.count), &output)
    }
  }

  /// Whether the byte at `position` is the second `#` of a marker.
  package static func isActive(at position: Int, of text: ByteView) -> Bool {
    guard text[position] == UInt8(ascii: "#"), position > 0,
      text[position - 1] == UInt8(ascii: "#")
    else { return false }
    var next = position + 1
    while next < text.count, ByteView.lowercased(text[next]) &- UInt8(ascii: "a") < 26 { next += 1 }
    return next < text.count && text[next] == UInt8(ascii: "[")
  }
}
