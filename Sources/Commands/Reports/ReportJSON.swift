import CardJSON

/// Appends JSON to a report.
enum ReportJSON {
  /// Appends `text` as a JSON string, in which no mark of a build system is left (`CommandMark`).
  static func append(_ text: String, to output: inout ByteBuffer) {
    output.append(UInt8(ascii: "\""))
    let start = output.count
    output.append(text)
    let bytes = output.view.slice(start..<output.count)
    // Most texts stand as they are, and of most others only quotes are escaped.
    if bytes.holdsEscape(or: UInt8(ascii: "#")) {
      if bytes.isVisibleASCII(without: UInt8(ascii: "#")) {
        output.escape(ReportJSON.escapes, from: start)
      } else {
        output.truncate(to: start)
        appendUnusual(text, to: &output)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// What is escaped of visible ASCII.
  private static let escapes = ByteEscapes(
    UInt8(ascii: "\\"),
    [
      (UInt8(ascii: "\""), UInt8(ascii: "\"")), (UInt8(ascii: "\\"), UInt8(ascii: "\\")),
    ])

  private static func appendUnusual(_ text: String, to output: inout ByteBuffer) {
    ByteBuffer(text.utf8).read { bytes in
      var start = 0
      for position in 0..<bytes.count where CommandMark.isActive(at: position, of: bytes) {
        JSONText.appendEscaped(bytes.slice(start..<position), to: &output)
        JSONText.appendUnicodeEscape(UInt16(UInt8(ascii: "#")), to: &output)
        start = position + 1
      }
      JSONText.appendEscaped(bytes.slice(start..<bytes.count), to: &output)
    }
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
