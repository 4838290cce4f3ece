import CardJSON
import Testing

/// Input that the scanner rejects, with the location and the reason.
struct RejectTests {
  private func expectError(
    _ text: [UInt8], _ reason: JSONSyntaxError.Reason, at offset: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = offset < text.count ? text[offset] : nil
    let expected = JSONScanner.Outcome.invalid(
      JSONSyntaxError(reason, offset: offset, found: found))
    #expect(scan(text) == expected, sourceLocation: sourceLocation)
    if reason != .unexpectedEnd {
      #expect(scan(text, isFinal: false) == expected, sourceLocation: sourceLocation)
    }
  }

  @Test(
    "where a value has to stand",
    arguments: [
      ("x", 0), ("'a'", 0), ("+1", 0), (".5", 0), ("NaN", 0), ("Infinity", 0), ("-Infinity", -1),
      ("]", 0), ("}", 0), (",", 0), (":", 0), ("[,1]", 1), ("[1,,2]", 3), (#"{"a":}"#, 5),
      (#"{"a":,"b":1}"#, 5), ("//c\n1", 0), ("/*c*/1", 0), ("True", 0), ("[x]", 1),
      ("\u{FEFF}1", 0),
      ("\u{A0}1", 0), ("\u{0B}1", 0), ("\u{0C}1", 0), ("undefined", 0), ("#", 0), ("[\\]", 1),
    ] as [(String, Int)])
  func expectedValue(text: String, offset: Int) {
    // A value that starts like a number is reported for its digits.
    if offset < 0 { return expectError(Array(text.utf8), .expectedDigit, at: 1) }
    expectError(Array(text.utf8), .expectedValue, at: offset)
  }

  @Test(
    "objects",
    arguments: [
      ("{1:2}", .expectedKey, 1), ("{a:1}", .expectedKey, 1), ("{'a':1}", .expectedKey, 1),
      ("{,}", .expectedKey, 1), ("{null:1}", .expectedKey, 1), (#"{"a":1,b:2}"#, .expectedKey, 7),
      (#"{"a":1,,"b":2}"#, .expectedKey, 7), (#"{"a":1,}"#, .trailingComma, 7),
      (#"{"a":1, }"#, .trailingComma, 8), (#"{"a":1,]"#, .expectedKey, 7), ("{]", .expectedKey, 1),
      (#"{"a"}"#, .expectedColon, 4), (#"{"a" 1}"#, .expectedColon, 5),
      (#"{"a",1}"#, .expectedColon, 4), (#"{"a"="b"}"#, .expectedColon, 4),
      (#"{"a":1 "b":2}"#, .expectedCommaOrBrace, 7), (#"{"a":1]"#, .expectedCommaOrBrace, 6),
      (#"{"a":1:2}"#, .expectedCommaOrBrace, 6), (#"{"a":tru}"#, .invalidLiteral, 5),
      (#"{"a":truex}"#, .expectedCommaOrBrace, 9), (#"{"a":{"b":1,}}"#, .trailingComma, 12),
    ] as [(String, JSONSyntaxError.Reason, Int)])
  func objects(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
    expectError(Array(text.utf8), reason, at: offset)
  }

  @Test(
    "arrays",
    arguments: [
      ("[1,]", .trailingComma, 3), ("[1, \n]", .trailingComma, 5),
      ("[1 2]", .expectedCommaOrBracket, 3),
      ("[1}", .expectedCommaOrBracket, 2), ("[\"a\":1]", .expectedCommaOrBracket, 4),
      ("[true false]", .expectedCommaOrBracket, 6), ("[truefalse]", .expectedCommaOrBracket, 5),
      ("[[1]", .unexpectedEnd, 4), ("[}", .expectedValue, 1), ("[1,}", .trailingComma, 3),
      ("[1;2]", .expectedCommaOrBracket, 2), ("[1,[2,]]", .trailingComma, 6),
    ] as [(String, JSONSyntaxError.Reason, Int)])
  func arrays(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
    expectError(Array(text.utf8), reason, at: offset)
  }

  @Test(
    "numbers and literals",
    arguments: [
      ("[01]", .leadingZero, 2), ("[-01]", .leadingZero, 3), ("[00]", .leadingZero, 2),
      ("[-]", .expectedDigit, 2), ("[-a]", .expectedDigit, 2), ("[--1]", .expectedDigit, 2),
      ("[1.]", .expectedDigit, 3), ("[1.e5]", .expectedDigit, 3), ("[1.a]", .expectedDigit, 3),
      ("[1e]", .expectedDigit, 3), ("[1e+]", .expectedDigit, 4), ("[1E-x]", .expectedDigit, 4),
      ("[-.5]", .expectedDigit, 2), ("[0x10]", .expectedCommaOrBracket, 2),
      ("[1_000]", .expectedCommaOrBracket, 2), ("[1.5.5]", .expectedCommaOrBracket, 4),
      ("[1e5.5]", .expectedCommaOrBracket, 4), ("[0.1.]", .expectedCommaOrBracket, 4),
      ("[tru]", .invalidLiteral, 1), ("[tRUE]", .invalidLiteral, 1), ("[fals]", .invalidLiteral, 1),
      ("[falsy]", .invalidLiteral, 1), ("[nul]", .invalidLiteral, 1), ("[nil]", .invalidLiteral, 1),
      ("[t]", .invalidLiteral, 1), ("[nullx]", .expectedCommaOrBracket, 5),
    ] as [(String, JSONSyntaxError.Reason, Int)])
  func numbers(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
    expectError(Array(text.utf8), reason, at: offset)
  }

  @Test(
    "strings",
    arguments: [
      (#""\x""#, .invalidEscape, 2), (#""\'""#, .invalidEscape, 2),
      (#""\U0041""#, .invalidEscape, 2),
      (#""ab\ c""#, .invalidEscape, 4), (#""\u""#, .invalidUnicodeEscape, 3),
      (#""\u12""#, .invalidUnicodeEscape, 5), (#""\u123""#, .invalidUnicodeEscape, 6),
      (#""\u12G4""#, .invalidUnicodeEscape, 5), (#""\u+123""#, .invalidUnicodeEscape, 3),
      (#""\u{41}""#, .invalidUnicodeEscape, 3), (#""\ud83d\ude0""#, .invalidUnicodeEscape, 12),
      ("\"a\nb\"", .controlCharacter, 2), ("\"\t\"", .controlCharacter, 1),
      ("\"\u{1F}\"", .controlCharacter, 1), ("\"é\u{1}\"", .controlCharacter, 3),
      ("{\"a\n\":1}", .controlCharacter, 3), ("\"\\n\n\"", .controlCharacter, 3),
    ] as [(String, JSONSyntaxError.Reason, Int)])
  func strings(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
    expectError(Array(text.utf8), reason, at: offset)
  }

  @Test("a NUL byte is never the end of the input")
  func nul() {
    expectError([0, 0x31], .expectedValue, at: 0)
    expectError(Array("[1,\0]".utf8), .expectedValue, at: 3)
    expectError(Array("[1\0]".utf8), .expectedCommaOrBracket, at: 2)
    expectError(Array("{\"a\0\":1}".utf8), .controlCharacter, at: 3)
    expectError(Array("{\0".utf8), .expectedKey, at: 1)
    expectError(Array("{\"a\"\0".utf8), .expectedColon, at: 4)
    expectError(Array("[tru\0]".utf8), .invalidLiteral, at: 1)
    expectError(Array("[1.\0]".utf8), .expectedDigit, at: 3)
    expectError(Array("\"\\\0\"".utf8), .invalidEscape, at: 2)
    expectError(Array("\"\\u00\0\0\"".utf8), .invalidUnicodeEscape, at: 5)
    expectError(Array(repeating: 0, count: 100), .expectedValue, at: 0)
  }

  @Test("the 513th container is one too many, even if it is never closed")
  func depth() {
    for (open, offset) in [("[", 512), ("{\"a\":", 512 * 5)] {
      expectError(Array(String(repeating: open, count: 513).utf8), .tooDeep, at: offset)
      expectError(Array(String(repeating: open, count: 100_000).utf8), .tooDeep, at: offset)
    }
    let mixed = String(repeating: "[{\"a\":", count: 257)
    expectError(Array(mixed.utf8), .tooDeep, at: 256 * 6)
  }

  @Test("whitespace alone is an unexpected end", arguments: ["", " ", "\n\n", "\t \r\n"])
  func empty(text: String) {
    expectError(Array(text.utf8), .unexpectedEnd, at: text.utf8.count)
    #expect(scan(text, isFinal: false) == .incomplete)
  }
}

/// The messages of syntax errors.
struct SyntaxErrorTests {
  @Test(
    "an error says what was expected and what was found",
    arguments: [
      ("[1 x]", #"expected "," or "]", found "x""#),
      ("{\"a\":1\n\"b\"}", #"expected "," or "}", found a double quote"#),
      ("{1\u{1}:1}", #"the key 1 has no quotes: write "1""#),
      ("{\"a\" 1}", #"expected ":" after the key, found "1""#),
      ("[1,]", #"a comma before "]": JSON allows no trailing comma"#),
      ("\"a\tb\"", "a tab inside a string: write it as \\t"),
      (
        "\"a\nb\"", "a line break inside a string: close the string, or write the line break as \\n"
      ),
      ("\"\u{1}\"", "the byte 0x01 inside a string: write it as \\u0001"),
      (#""\q""#, #""q" after a backslash is not a JSON escape"#),
      ("[01]", "a number must not have leading zeros"),
      (#""\u12""#, #"expected four hexadecimal digits after "\u", found a double quote"#),
      ("[-]", #"expected a digit in a number, found "]""#),
      ("[nul]", "expected true, false or null"),
      ("[", "the input ends inside a value"), ("\u{E9}", "expected a value, found the byte 0xC3"),
      ("\r\r?", #"expected a value, found "?""#),
    ])
  func words(text: String, expected: String) throws {
    let outcome = scan(text)
    guard case .invalid(let error) = outcome else {
      Issue.record("\(text) gives \(outcome)")
      return
    }
    #expect(error.description == expected)
  }

  @Test("messages state the limits")
  func limits() {
    let deep = JSONSyntaxError(.tooDeep, offset: 512, found: 0x5B)
    #expect(deep.description == "nested deeper than 512 levels")
    let long = JSONSyntaxError(.tooLong, offset: 0, found: nil)
    #expect(long.description == "longer than 268435455 bytes")
    let cut = JSONSyntaxError(.expectedValue, offset: 3, found: nil)
    #expect(cut.description == "expected a value, found the end of the input")
    let foreign = JSONSyntaxError(.invalidUTF8, offset: 0, found: 0xFF)
    #expect(foreign.description == "the byte 0xFF is not valid UTF-8 here")
  }
}
