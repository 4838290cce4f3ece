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
    let escaped = ByteClass(
      .bytes(0, 0x1F), .byte(UInt8(ascii: "\"")), .byte(UInt8(ascii: "\\")),
      .byte(UInt8(ascii: "#")))
    if bytes.holds(escaped) {
      if bytes.holds(.unusualInLine) {
        output.truncate(to: start)
        CommandMark.append(text, to: &output) { JSONText.appendEscaped($0, to: &$1) }
      } else {
        output.escape(ReportJSON.escapes, from: start)
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
