import CardJSON
import Testing

/// One text, and whether it is JSON by RFC 8259.
struct ConformanceRow: Sendable, CustomTestStringConvertible {
  /// The text; bytes that a string cannot hold are written in hexadecimal digits, as in `‹C0 AF›`.
  let text: String
  /// The bytes.
  let bytes: [UInt8]
  /// The error and its offset; nil if the text is JSON.
  let error: JSONSyntaxError?

  var testDescription: String { String(text.debugDescription.prefix(60)) }

  private init(_ text: String, _ reason: JSONSyntaxError.Reason?, _ offset: Int) {
    self.text = text
    let bytes = ConformanceRow.bytes(of: text)
    self.bytes = bytes
    error = reason.map {
      JSONSyntaxError($0, offset: offset, found: offset < bytes.count ? bytes[offset] : nil)
    }
  }

  /// Text that is JSON.
  static func yes(_ text: String) -> ConformanceRow { ConformanceRow(text, nil, 0) }

  /// Text with this error at this byte.
  static func no(
    _ text: String, _ reason: JSONSyntaxError.Reason, _ offset: Int
  ) -> ConformanceRow {
    ConformanceRow(text, reason, offset)
  }

  /// Text that ends too early.
  static func short(_ text: String) -> ConformanceRow {
    ConformanceRow(text, .unexpectedEnd, bytes(of: text).count)
  }

  private static func bytes(of text: String) -> [UInt8] {
    text.split(separator: "‹", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part -> [UInt8] in
      guard index > 0, let end = part.firstIndex(of: "›") else { return Array(part.utf8) }
      let digits = part[..<end].split(separator: " ")
      return digits.compactMap { UInt8($0, radix: 16) } + Array(part[end...].dropFirst().utf8)
    }
  }
}

/// The syntax error of `bytes`; nil if they are JSON.
func wholeTextError(_ bytes: [UInt8]) -> JSONSyntaxError? {
  switch scan(bytes) {
  case .invalid(let error): return error
  case .incomplete: return JSONSyntaxError(.unexpectedEnd, offset: bytes.count, found: nil)
  case .value(let end):
    let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    guard let rest = bytes[end...].firstIndex(where: { !space.contains($0) }) else { return nil }
    return JSONSyntaxError(.unexpectedText, offset: rest, found: bytes[rest])
  }
}
