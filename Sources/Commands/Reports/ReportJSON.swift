import CardJSON

/// Appends JSON to a report.
enum ReportJSON {
  /// Appends `text` as a JSON string, in which no mark of a build system is left (`CommandMark`).
  static func append(_ text: String, to output: inout ByteBuffer) {
    output.append(UInt8(ascii: "\""))
    let start = output.count
    output.append(text)
    if isPlain(output.view.slice(start..<output.count)) {
      return output.append(UInt8(ascii: "\""))
    }
    output.truncate(to: start)
    ByteBuffer(text.utf8).read { bytes in
      var start = 0
      for position in 0..<bytes.count where CommandMark.isActive(at: position, of: bytes) {
        JSONText.appendEscaped(bytes.slice(start..<position), to: &output)
        JSONText.appendUnicodeEscape(UInt16(UInt8(ascii: "#")), to: &output)
        start = position + 1
      }
      JSONText.appendEscaped(bytes.slice(start..<bytes.count), to: &output)
      output.append(UInt8(ascii: "\""))
    }
  }

  /// Whether nothing in `text` has to be written in another way, as in most texts.
  private static func isPlain(_ text: ByteView) -> Bool {
    for position in stride(from: 0, to: text.count, by: 8) {
      if EightBytes(text, at: position).hasEscapeOrHash { return false }
    }
    return true
  }

  /// Appends a member whose value is text; `key` is it with its quotes and colon.
  static func append(_ key: StaticString, _ text: String, to output: inout ByteBuffer) {
    output.append(key)
    append(text, to: &output)
  }

  /// Appends a member whose value is a number; `key` is it with its quotes and colon.
  static func append(_ key: StaticString, _ number: Int, to output: inout ByteBuffer) {
    output.append(key)
    output.append(signed: Int64(number))
  }
}
