import CardJSON
import ContentCardKit

/// The format of a table: CSV (RFC 4180) or TSV, the line ends, and the treatment of formulas.
///
/// A CSV cell is quoted only if it contains the delimiter (a comma by default), a quote or a line
/// break. A TSV cell is never quoted: tab, line feed, carriage return and backslash are written as
/// `\t`, `\n`, `\r` and `\\`.
package struct DelimitedText: Sendable {
  /// The ways to separate cells.
  package enum Format: Sendable {
    /// Commas or another delimiter between cells, and quotes where required.
    case csv
    /// Tabs between cells, and escapes where required.
    case tsv
  }

  private let format: Format
  /// Whether rows end with CR LF, as in RFC 4180, and not with LF.
  private let hasCRLF: Bool
  /// Whether to write an apostrophe before cells that a spreadsheet would evaluate as formulas.
  private let isSafe: Bool
  private let delimiter: UInt8
  /// The bytes that require quotes around a CSV cell, or an escape in a TSV cell.
  private let special: ByteClass

  /// U+FEFF in UTF-8, which makes some spreadsheets read a file as UTF-8.
  package static let byteOrderMark: StaticString = "\u{FEFF}"

  /// Creates a table in `format`; `delimiter` separates CSV cells.
  package init(
    _ format: Format, delimiter: Delimiter = .comma, hasCRLF: Bool = false, isSafe: Bool = false
  ) {
    (self.format, self.hasCRLF, self.isSafe) = (format, hasCRLF, isSafe)
    self.delimiter = format == .tsv ? UInt8(ascii: "\t") : delimiter.byte
    special = ByteClass(
      .byte(self.delimiter), or: .byte(UInt8(ascii: "\n")), or: .byte(UInt8(ascii: "\r")),
      or: .byte(format == .csv ? UInt8(ascii: "\"") : UInt8(ascii: "\\")))
  }

  /// Appends a row of strings, such as the column names.
  package func appendRow(_ texts: [String], to buffer: inout ByteBuffer) {
    for (index, text) in texts.enumerated() {
      ByteBuffer(text.utf8).read { appendCell($0, isFirst: index == 0, to: &buffer) }
    }
    endRow(to: &buffer)
  }

  /// Appends a cell with `text`, which must not contain JSON escapes.
  package func appendCell(_ text: ByteView, isFirst: Bool, to buffer: inout ByteBuffer) {
    let start = beginCell(isFirst: isFirst, in: &buffer)
    buffer.append(text)
    endCell(from: start, in: &buffer)
  }

  /// Appends a cell with a value.
  package func appendCell(_ value: CardValue, isFirst: Bool, to buffer: inout ByteBuffer) {
    beginCell(isFirst: isFirst, in: &buffer)
    append(value, to: &buffer)
  }

  /// Appends the content of a cell: decoded text, numbers as written, times as epoch seconds, nested
  /// values as compact JSON, and nothing for an absent value.
  func append(_ value: CardValue, to buffer: inout ByteBuffer) {
    let start = buffer.count
    switch value {
    case .text(let text) where !isSafe && !text.isEscaped:
      // A JSON string without escapes contains no quote, backslash, line break or tab.
      guard buffer.append(text.content, seeking: delimiter) else { return }
      buffer.insert(UInt8(ascii: "\""), at: start)
      buffer.append(UInt8(ascii: "\""))
    case .text, .nested:
      value.appendText(to: &buffer)
      endCell(from: start, in: &buffer)
    case .absent, .number, .boolean, .time: value.appendText(to: &buffer)
    }
  }

  /// Starts a cell, and returns the position to pass to `endCell` after appending the text; empty
  /// cells, numbers, booleans and times do not need it.
  @discardableResult
  package func beginCell(isFirst: Bool, in buffer: inout ByteBuffer) -> Int {
    if !isFirst { buffer.append(delimiter) }
    return buffer.count
  }

  /// Ends the cell whose text starts at `start`: quotes or escapes it, and neutralizes formulas.
  package func endCell(from start: Int, in buffer: inout ByteBuffer) {
    if isSafe, isFormula(buffer.view.slice(start..<buffer.count)) {
      buffer.insert(UInt8(ascii: "'"), at: start)
    }
    guard buffer.view.slice(start..<buffer.count).containsAny(of: special) else { return }
    let text = buffer.take(from: start)
    let quote = UInt8(ascii: "\"")
    switch format {
    case .csv:
      buffer.append(quote)
      buffer.append(text.view, escaping: ByteClass(.byte(quote)), with: quote) { $0 }
      buffer.append(quote)
    case .tsv:
      buffer.append(text.view, escaping: special, with: UInt8(ascii: "\\")) { byte in
        switch byte {
        case UInt8(ascii: "\t"): UInt8(ascii: "t")
        case UInt8(ascii: "\n"): UInt8(ascii: "n")
        case UInt8(ascii: "\r"): UInt8(ascii: "r")
        default: byte
        }
      }
    }
  }

  /// Ends the row that started at `start`; one empty cell is quoted, because readers skip empty
  /// lines.
  func endRow(from start: Int, to buffer: inout ByteBuffer) {
    if buffer.count == start, format == .csv { buffer.append("\"\"") }
    endRow(to: &buffer)
  }

  /// Appends the line end.
  package func endRow(to buffer: inout ByteBuffer) {
    if hasCRLF { buffer.append(UInt8(ascii: "\r")) }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Whether a spreadsheet would treat the text as a formula; a signed number is not one.
  ///
  /// Some spreadsheets drop leading spaces and byte order marks, and treat full-width signs like
  /// the ASCII ones.
  private func isFormula(_ text: ByteView) -> Bool {
    func begins(_ mark: StaticString, at start: Int) -> Bool {
      ByteView(mark).occurs(at: start, in: text)
    }
    var start = 0
    while begins(" ", at: start) || begins(DelimitedText.byteOrderMark, at: start) {
      start += begins(" ", at: start) ? 1 : 3
    }
    guard start < text.count else { return false }
    switch text[start] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0:
      return !JSONNumber.isValid(text.slice(start..<text.count))
    default:
      let fullWidth: [StaticString] = ["＝", "＋", "－", "＠"]
      return text[start] == 0xEF && fullWidth.contains { begins($0, at: start) }
    }
  }
}

/// The separator between CSV cells: a byte that does not occur in numbers, times, flags or type
/// names, which are never quoted.
package struct Delimiter: Hashable, Sendable {
  /// The byte.
  package let byte: UInt8

  /// A comma.
  package static let comma = Delimiter(byte: UInt8(ascii: ","))

  private init(byte: UInt8) { self.byte = byte }

  /// Parses a delimiter: one character, or `tab` or `\t` for a tab.
  package init(_ text: String) throws(DelimiterError) {
    if text == "tab" || text == "\\t" {
      self.init(byte: UInt8(ascii: "\t"))
      return
    }
    guard let byte = text.utf8.first, text.utf8.count == 1 else { throw .notOneByte }
    switch byte {
    case 0, UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw .endsLines
    case UInt8(ascii: "\""): throw .quotes
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "_"):
      throw .occursInValues
    default: self.init(byte: byte)
    }
  }
}

/// The reason why text is not a valid delimiter.
package enum DelimiterError: String, Error, CustomStringConvertible {
  case notOneByte = "expected one ASCII character, such as ';', or tab"
  case endsLines = "a line break cannot separate cells"
  case quotes = "the quote already surrounds cells"
  case occursInValues =
    "it also occurs in numbers, times and names, which are not quoted; expected one such as ';'"

  /// The message for the user.
  package var description: String { rawValue }
}
