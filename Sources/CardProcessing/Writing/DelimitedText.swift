import CardJSON
import ContentCardKit

/// How a table is spelt: as CSV (RFC 4180) or TSV, with which line ends, and whether cells may be
/// formulas.
///
/// A cell of CSV is quoted only when it holds the delimiter (a comma unless another one is chosen),
/// a quote or a line break. A cell of TSV is never quoted: tab, line feed, carriage return and
/// backslash are written `\t`, `\n`, `\r`, `\\`.
///
///     let csv = DelimitedText(.csv)
///     csv.appendHeader(["id", "title"], to: &output)
///     csv.appendCell(card.value(.id), isFirst: true, to: &output)
///     csv.appendCell(card.value(.title), isFirst: false, to: &output)
///     csv.endRow(to: &output)
package struct DelimitedText: Sendable {
  /// The two ways to keep cells apart.
  package enum Format: Sendable {
    /// Commas, or another delimiter, between cells, quotes where they are needed.
    case csv
    /// Tabs between cells, escapes where they are needed.
    case tsv
  }

  /// What ends a row.
  package enum LineEnd: Sendable {
    /// A line feed.
    case lf
    /// A carriage return and a line feed, as RFC 4180 has it.
    case crlf
  }

  /// How cells are kept apart.
  package let format: Format
  /// What ends a row.
  package let lineEnd: LineEnd
  /// Whether a cell that a spreadsheet would run as a formula gets an apostrophe in front.
  package let isSafe: Bool

  private let delimiter: UInt8
  private let escapes: ByteEscapes
  /// The bytes for which a cell of CSV is quoted.
  ///
  /// They are only looked for, so that the second bytes have no meaning.
  private let quoted: ByteEscapes

  /// U+FEFF as UTF-8, which makes some spreadsheets read a file as UTF-8.
  package static let byteOrderMark: StaticString = "\u{FEFF}"

  /// A table in `format`.
  ///
  /// - Parameter delimiter: what stands between the cells of CSV; TSV always has tabs.
  package init(
    _ format: Format, delimiter: Delimiter = .comma, lineEnd: LineEnd = .lf, isSafe: Bool = false
  ) {
    self.format = format
    self.lineEnd = lineEnd
    self.isSafe = isSafe
    let byte = format == .tsv ? UInt8(ascii: "\t") : delimiter.byte
    self.delimiter = byte
    quoted = ByteEscapes(
      0, [(byte, 0), (UInt8(ascii: "\""), 0), (UInt8(ascii: "\n"), 0), (UInt8(ascii: "\r"), 0)])
    switch format {
    case .csv:
      escapes = ByteEscapes(
        UInt8(ascii: "\""), [(UInt8(ascii: "\""), UInt8(ascii: "\""))])
    case .tsv:
      escapes = ByteEscapes(
        UInt8(ascii: "\\"),
        [
          (UInt8(ascii: "\\"), UInt8(ascii: "\\")), (UInt8(ascii: "\t"), UInt8(ascii: "t")),
          (UInt8(ascii: "\n"), UInt8(ascii: "n")), (UInt8(ascii: "\r"), UInt8(ascii: "r")),
        ])
    }
  }
}

extension DelimitedText {
  /// Appends the row of column names.
  package func appendHeader(_ names: [String], to buffer: inout ByteBuffer) {
    for (index, name) in names.enumerated() {
      ByteBuffer(name.utf8).read { appendCell($0, isFirst: index == 0, to: &buffer) }
    }
    endRow(to: &buffer)
  }

  /// Appends a cell with `text`, which has no escapes of JSON.
  package func appendCell(_ text: ByteView, isFirst: Bool, to buffer: inout ByteBuffer) {
    let start = beginCell(isFirst: isFirst, in: &buffer)
    buffer.append(text)
    endCell(from: start, in: &buffer)
  }

  /// Appends a cell with the text of a JSON string, escapes resolved.
  @inline(__always)
  package func appendCell(_ text: CardText, isFirst: Bool, to buffer: inout ByteBuffer) {
    let start = beginCell(isFirst: isFirst, in: &buffer)
    switch (isSafe, format, text.isEscaped) {
    // Without escapes a string of JSON holds neither a quote nor a line break nor a tab.
    case (false, .csv, false):
      if buffer.append(text.content, seeking: delimiter) { quote(from: start, in: &buffer) }
    case (false, .tsv, false): buffer.append(text.content)
    case (false, .csv, true): appendDecoded(text.content, to: &buffer)
    case (false, .tsv, true), (true, _, _):
      text.appendText(to: &buffer)
      endCell(from: start, in: &buffer)
    }
  }

  /// Appends the text of a cell of CSV, which is the inside of a JSON string: its escapes are
  /// resolved and its quotes doubled in one pass.
  private func appendDecoded(_ content: ByteView, to buffer: inout ByteBuffer) {
    // The quote in front is taken back when nothing in the text asks for it.
    let start = buffer.count
    buffer.append(UInt8(ascii: "\""))
    var isQuoted = false
    JSONText.decode(content, into: &buffer) { scalar, buffer in
      switch scalar {
      case "\"":
        buffer.append("\"\"")
        isQuoted = true
      default:
        JSONText.append(scalar, to: &buffer)
        if scalar == "\n" || scalar == "\r" || scalar.value == delimiter { isQuoted = true }
      }
    }
    if isQuoted || content.firstIndex(of: delimiter, from: 0, to: content.count) != nil {
      buffer.append(UInt8(ascii: "\""))
    } else {
      buffer.remove(at: start)
    }
  }

  /// Appends a cell with a value: escapes resolved, numbers as they are spelt, times as epoch
  /// seconds, nested values as compact JSON, nothing for an absent one.
  package func appendCell(_ value: CardValue, isFirst: Bool, to buffer: inout ByteBuffer) {
    switch value {
    case .text(let text): appendCell(text, isFirst: isFirst, to: &buffer)
    case .nested:
      let start = beginCell(isFirst: isFirst, in: &buffer)
      value.appendText(to: &buffer)
      endCell(from: start, in: &buffer)
    case .absent, .number, .boolean, .time:
      beginCell(isFirst: isFirst, in: &buffer)
      value.appendText(to: &buffer)
    }
  }

  /// Begins a cell whose text is then appended to the buffer as it is; returns what `endCell` asks
  /// for.
  ///
  /// A cell with nothing, a number, a boolean, a time or a name of the source need not be ended:
  /// none of them needs quotes, and no JSON number is a formula.
  @discardableResult
  @inline(__always)
  package func beginCell(isFirst: Bool, in buffer: inout ByteBuffer) -> Int {
    if !isFirst { buffer.append(delimiter) }
    return buffer.count
  }

  /// Ends the cell whose text was appended since `start`: quotes, escapes and neutralises it.
  package func endCell(from start: Int, in buffer: inout ByteBuffer) {
    if isSafe, isFormula(buffer.view.slice(start..<buffer.count)) {
      buffer.insert(UInt8(ascii: "'"), at: start)
    }
    switch format {
    case .tsv:
      guard buffer.view.slice(start..<buffer.count).holds(anyOf: escapes) else { return }
      buffer.escape(escapes, from: start)
    case .csv:
      let text = buffer.view.slice(start..<buffer.count)
      guard text.holds(anyOf: quoted) else { return }
      buffer.escape(escapes, from: start)
      quote(from: start, in: &buffer)
    }
  }

  /// Puts quotes around what was appended since `start`.
  private func quote(from start: Int, in buffer: inout ByteBuffer) {
    buffer.insert(UInt8(ascii: "\""), at: start)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Ends the row that began at `start`: one that is a single empty cell would be an empty line,
  /// which readers pass over.
  @inline(__always)
  func endRow(from start: Int, to buffer: inout ByteBuffer) {
    if buffer.count == start, format == .csv { buffer.append("\"\"") }
    endRow(to: &buffer)
  }

  /// Appends the line end.
  @inline(__always)
  package func endRow(to buffer: inout ByteBuffer) {
    if lineEnd == .crlf { buffer.append(UInt8(ascii: "\r")) }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Whether a spreadsheet would take the text for a formula, or drop what stands first and then
  /// do so.
  ///
  /// A number is not a formula, whatever its sign. Blanks and byte order marks in front do not
  /// count, since some spreadsheets drop them; the full-width forms count where some treat them as
  /// the others.
  private func isFormula(_ text: ByteView) -> Bool {
    var start = 0
    while start < text.count {
      if text[start] == UInt8(ascii: " ") {
        start += 1
      } else if ByteView(DelimitedText.byteOrderMark).stands(at: start, of: text) {
        start += 3
      } else {
        break
      }
    }
    guard start < text.count else { return false }
    switch text[start] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0:
      return !JSONNumber.isValid(text.slice(start..<text.count))
    case 0xEF:
      return ByteView("＝").stands(at: start, of: text) || ByteView("＋").stands(at: start, of: text)
        || ByteView("－").stands(at: start, of: text) || ByteView("＠").stands(at: start, of: text)
    default:
      return false
    }
  }
}

/// What stands between the cells of a table in CSV: one byte that no number, time, flag or name of
/// a type has in it, since these are never quoted.
package struct Delimiter: Hashable, Sendable {
  /// The byte.
  package let byte: UInt8

  /// `,`.
  package static let comma = Delimiter(byte: UInt8(ascii: ","))

  private init(byte: UInt8) { self.byte = byte }

  /// The delimiter that a user means by `text`: one character, or `tab` or `\t` for that one.
  ///
  /// - Throws: `DelimiterError`.
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
      throw .standsInValues
    default: self.init(byte: byte)
    }
  }
}

/// Why a text cannot be the delimiter of a table.
package enum DelimiterError: String, Error, CustomStringConvertible {
  /// It has no byte or several.
  case notOneByte = "expected one character of ASCII, such as ';', or tab"
  /// It ends lines, or texts of C.
  case endsLines = "a character that ends lines cannot stand between cells"
  /// It is the quote, which has a meaning of its own.
  case quotes = "the quote already stands around cells"
  /// It stands in values that are never quoted.
  case standsInValues =
    "it stands in numbers, times and names too, which are not quoted; expected one such as ';'"

  /// The words for the user.
  package var description: String { rawValue }
}
