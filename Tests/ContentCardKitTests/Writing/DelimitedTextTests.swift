import CardJSON
import TestSupport
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// Cells and rows as CSV and TSV write them.
struct DelimitedTextTests {
  /// The row of `cells`.
  private func row(_ cells: [String], _ table: DelimitedText) -> String {
    var output = ByteBuffer()
    for (index, cell) in cells.enumerated() {
      let text = ByteBuffer(cell.utf8)
      table.appendCell(text.view, isFirst: index == 0, to: &output)
    }
    table.endRow(to: &output)
    return output.view.text
  }

  @Test(
    "a cell of CSV is quoted only when it has to be",
    arguments: [
      ("", ""), ("plain", "plain"), (" two words ", " two words "), ("a,b", "\"a,b\""),
      (",", "\",\""), ("\"", "\"\"\"\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
      ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\tb", "a\tb"), ("a\\b", "a\\b"),
      ("größer", "größer"), ("=1+1", "=1+1"), ("a;b", "a;b"), ("it's", "it's"),
      ("0123456789,", "\"0123456789,\""), ("0123456,", "\"0123456,\""),
      ("01234567\"89", "\"01234567\"\"89\""),
    ])
  func csvCell(text: String, expected: String) {
    #expect(row([text], DelimitedText(.csv)) == expected + "\n")
  }

  @Test(
    "a cell of TSV is escaped, never quoted",
    arguments: [
      ("", ""), ("a,b", "a,b"), ("\"", "\""), ("a\tb", "a\\tb"), ("a\nb", "a\\nb"),
      ("a\rb", "a\\rb"), ("a\\tb", "a\\\\tb"), ("\t\n\r\\", "\\t\\n\\r\\\\"),
      ("0123456789\t", "0123456789\\t"),
    ])
  func tsvCell(text: String, expected: String) {
    #expect(row([text], DelimitedText(.tsv)) == expected + "\n")
  }

  @Test(
    "a cell is quoted when it holds the delimiter that was chosen",
    arguments: [
      (";", "a;b", "\"a;b\""), (";", "a,b", "a,b"), ("|", "|", "\"|\""),
      ("tab", "a\tb", "\"a\tb\""),
      ("\\t", "a,b", "a,b"), ("\t", "\t", "\"\t\""), (" ", "a b", "\"a b\""),
      (",", "a,b", "\"a,b\""),
      (";", "0123456789012345;", "\"0123456789012345;\""), (";", "a\"b", "\"a\"\"b\""),
    ])
  func delimiters(delimiter: String, text: String, expected: String) throws {
    let table = DelimitedText(.csv, delimiter: try Delimiter(delimiter))
    let byte = try Delimiter(delimiter).byte
    #expect(row([text], table) == expected + "\n")
    #expect(row(["x", text], table) == "x" + String(UnicodeScalar(byte)) + expected + "\n")
    let json = text.replacing("\"", with: "\\\"").replacing("\t", with: "\\t")
    var output = ByteBuffer()
    table.appendCell(
      .text(JSONString(ByteView(permanent: json), isEscaped: json != text)), isFirst: true,
      to: &output)
    #expect(output.view.text == expected)
  }

  @Test(
    "a delimiter is one byte that no plain cell has in it",
    arguments: [
      ("", .notOneByte), (";;", .notOneByte), ("\u{E9}", .notOneByte), ("\\n", .notOneByte),
      ("TAB", .notOneByte), ("\n", .endsLines), ("\r", .endsLines), ("\"", .quotes),
      ("a", .occursInValues), ("Z", .occursInValues), ("0", .occursInValues),
      ("-", .occursInValues), (".", .occursInValues), (":", .occursInValues),
      ("_", .occursInValues), ("+", .occursInValues),
    ] as [(String, DelimiterError)])
  func refusedDelimiters(text: String, error: DelimiterError) {
    #expect(throws: error) { try Delimiter(text) }
  }

  @Test("separators are between cells, and line ends after them")
  func rows() {
    #expect(row(["a", "", "b"], DelimitedText(.csv)) == "a,,b\n")
    #expect(row(["a", "", "b"], DelimitedText(.csv, hasCRLF: true)) == "a,,b\r\n")
    #expect(row(["a", "", "b"], DelimitedText(.tsv)) == "a\t\tb\n")
    #expect(row(["", ""], DelimitedText(.csv)) == ",\n")
  }

  @Test("finds a special byte at every position of cells of every length")
  func everyPlace() {
    for length in 1...40 {
      for place in 0..<length {
        for special in [",", "\"", "\n", "\r"] {
          var text = Array(repeating: "x", count: length)
          text[place] = special
          let doubled = text.map { $0 == "\"" ? "\"\"" : $0 }.joined()
          #expect(row([text.joined()], DelimitedText(.csv)) == "\"\(doubled)\"\n")
        }
      }
    }
  }

  @Test(
    "a safe table neutralises what a spreadsheet would run",
    arguments: [
      ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-cmd", "'-cmd"), ("@x", "'@x"), ("\tx", "'\tx"),
      ("\rx", "\"'\rx\""), ("\nx", "\"'\nx\""), ("=a,b", "\"'=a,b\""), ("-5", "-5"),
      ("-5.25e3", "-5.25e3"), ("+5", "'+5"), ("-05", "'-05"), ("-", "'-"), ("a=1", "a=1"),
      ("", ""), ("'x", "'x"), ("- 5", "'- 5"), ("=\"\"", "\"'=\"\"\"\"\""),
      (" =1", "' =1"), ("   @x", "'   @x"), (" -5", " -5"), (" ", " "), (" a=1", " a=1"),
      ("\0=1", "'\0=1"), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"), (" ＠x", "' ＠x"), ("＃1", "＃1"),
      ("\u{FEFF}=1", "'\u{FEFF}=1"), (" \u{FEFF}\u{FEFF} @x", "' \u{FEFF}\u{FEFF} @x"),
      ("\u{FEFF}-5", "\u{FEFF}-5"), ("\u{FEFF}a", "\u{FEFF}a"),
    ] as [(String, String)])
  func safeCell(text: String, expected: String) {
    #expect(row([text], DelimitedText(.csv, isSafe: true)) == expected + "\n")
  }

  @Test("a safe table of TSV puts the apostrophe before the escape")
  func safeTSV() {
    #expect(row(["\tx"], DelimitedText(.tsv, isSafe: true)) == "'\\tx\n")
    #expect(row(["=x", "y"], DelimitedText(.tsv, isSafe: true)) == "'=x\ty\n")
  }

  /// The cell of the JSON value `json`, which is a string.
  private func cell(json: String, _ table: DelimitedText) throws -> String {
    var scanner = JSONScanner()
    var source = ByteBuffer(json.utf8)
    let bytes = source.sealed()
    guard case .value = scanner.scan(bytes) else {
      Issue.record("not JSON: \(json)")
      return ""
    }
    let document = scanner.document
    let text = JSONString(document[0].content, isEscaped: document[0].word.isEscaped)
    var output = ByteBuffer()
    table.appendCell(.text(text), isFirst: true, to: &output)
    return output.view.text
  }

  @Test(
    "text with the escapes of JSON is resolved before it is spelled",
    arguments: [
      (#""plain""#, "plain"), (#""a\/b""#, "a/b"), (#""a\u002cb""#, "\"a,b\""),
      (#""a\nb""#, "\"a\nb\""), (#""\"""#, "\"\"\"\""), (#""\ud83d\ude00""#, "😀"),
      (#""\ud83d""#, "\u{FFFD}"), (#""\\""#, "\\"), (#""a,\u0062""#, "\"a,b\""),
    ])
  func escapedCell(json: String, expected: String) throws {
    #expect(try cell(json: json, DelimitedText(.csv)) == expected)
  }

  /// The content of a JSON string, and its value.
  private static let pieces = [
    ("a", "a"), (",", ","), (#"\""#, "\""), (#"\n"#, "\n"), (#"\r"#, "\r"), (#"\t"#, "\t"),
    (#"\u002c"#, ","), (#"\u0022"#, "\""), (#"\u000a"#, "\n"), (#"\/"#, "/"), (#"\\"#, "\\"),
    ("é", "é"), (#"\u00e9"#, "é"), (#"\ud83d\ude00"#, "😀"),
    ("just sixteen byt", "just sixteen byt"),
  ]

  @Test("a cell does not depend on the escapes in JSON")
  func spellings() throws {
    var numbers = SeededNumbers(seed: 23)
    let tables = [
      DelimitedText(.csv), DelimitedText(.csv, isSafe: true), DelimitedText(.tsv),
    ]
    for _ in 0..<3000 {
      let parts = (0..<Int.random(in: 0..<6, using: &numbers)).map { _ in
        DelimitedTextTests.pieces.randomElement(using: &numbers) ?? ("", "")
      }
      let json = "\"" + parts.map(\.0).joined() + "\""
      let text = parts.map(\.1).joined()
      for table in tables {
        #expect(try cell(json: json, table) + "\n" == row([text], table), "\(json)")
      }
    }
  }

  @Test("detects a formula with escapes")
  func escapedFormula() throws {
    let safe = DelimitedText(.csv, isSafe: true)
    #expect(try cell(json: #""\u003d1+1""#, safe) == "'=1+1")
    #expect(try cell(json: #""\t1""#, safe) == "'\t1")
    #expect(try cell(json: #""=1""#, safe) == "'=1")
    #expect(try cell(json: #""-1""#, safe) == "-1")
  }

  @Test("writes other values as they are")
  func otherValues() {
    var output = ByteBuffer()
    let csv = DelimitedText(.csv, isSafe: true)
    csv.appendCell(.absent, isFirst: true, to: &output)
    csv.appendCell(.number(ByteView("-1.50E2")), isFirst: false, to: &output)
    csv.appendCell(.boolean(true), isFirst: false, to: &output)
    csv.appendCell(
      .time(CardTime(milliseconds: 1_701_861_950_120)), isFirst: false, to: &output)
    csv.appendCell(.nested(ByteView("{ \"a\" : [1, 2] }")), isFirst: false, to: &output)
    #expect(output.view.text == ",-1.50E2,true,1701861950.12,\"{\"\"a\"\":[1,2]}\"")
  }

  @Test("the header is a row of names, and the byte order mark is U+FEFF")
  func header() {
    var output = ByteBuffer()
    output.append(DelimitedText.byteOrderMark)
    DelimitedText(.csv).appendRow(["id", "extras.a,b"], to: &output)
    #expect(output.view.array.prefix(3) == [0xEF, 0xBB, 0xBF])
    #expect(output.view.array.dropFirst(3) == Array("id,\"extras.a,b\"\n".utf8)[...])
  }
}
