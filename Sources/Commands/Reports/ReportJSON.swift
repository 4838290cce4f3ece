import CardJSON

/// Appends JSON to a report.
enum ReportJSON {
  /// Appends `text` as a JSON string, in which no mark of a build system is left (`CommandMark`).
  static func append(_ text: String, to output: inout ByteBuffer) {
    output.append(UInt8(ascii: "\""))
    let start = output.count
    output.append(text)
    // Most texts stand as they are.
    if !output.view.slice(start..<output.count).holdsEscape(or: UInt8(ascii: "#")) {
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
