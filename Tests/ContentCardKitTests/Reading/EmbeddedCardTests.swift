import Testing

@testable import ContentCardKit

/// Cards in strings, as Flutter stores them: locations are those of the bytes in the file.
@Suite struct EmbeddedCardTests {
  /// `^` marks the byte that the message must name.
  @Test(arguments: [
    (#"["{\"id\":\"1\",\"ca\":^tru}"]"#, "expected true, false or null"),
    (#"["{\"id\"^ 1}"]"#, #"expected ":" after the key, found "1""#),
    (#"["{\"\u0069d\":^\\}"]"#, #"expected a value, found "\""#),
    (
      #"["{\"ä\":\"\u00e4\ud83d\ude00é\",\"b\":0^1}"]"#,
      "a number must not have leading zeros"
    ),
    (#"["{\"a\":\"^\u0001\"}"]"#, #"the byte 0x01 inside a string: write it as \u0001"#),
    (
      #"["{\"a\":\"^\n\"}"]"#,
      #"a line break inside a string: close the string, or write the line break as \n"#
    ),
    (#"["{\"a\":\"\\^x\"}"]"#, #""x" after a backslash is not a JSON escape"#),
    (
      #"["{\"a\":\"\\u12^\u0067\"}"]"#,
      #"expected four hexadecimal digits after "\u", found "g""#
    ),
    (#"["{\"a\":1} ^x"]"#, #"expected the end of the text, found "x""#),
    (#"["{\"a\":1}^{}"]"#, #"expected the end of the text, found "{""#),
    (#"["{\"a\":1^"]"#, "the input ends inside a value"),
    (#"["  \t{\"a\":1^"]"#, "the input ends inside a value"),
    (#"[1,   "{^a}"]"#, #"the key a has no quotes: write "a""#),
  ])
  func mistakes(marked: String, message: String) {
    let text = Array(marked.utf8)
    let mark = text.firstIndex(of: UInt8(ascii: "^")) ?? 0
    // The second reading of `^ 1`: whitespace before the byte is skipped.
    let spaces = text[(mark + 1)...].prefix { $0 == 0x20 }.count
    let outcome = ReadingDriver(text.filter { $0 != UInt8(ascii: "^") }).readWhole()
    #expect(outcome.problems.last == "json/syntax@\(mark + spaces)")
    #expect(outcome.messages.last == message)
  }

  @Test(arguments: [
    #"["1"]"#, #"[""]"#, #"["   "]"#, #"["[]"]"#, #"["\"\""]"#, #"["{}"]"#, #"["{\"x\":1}"]"#,
    #"["{\"cards\":{\"id\":\"1\",\"ca\":1}}"]"#,
  ])
  func noCards(text: String) {
    #expect(ReadingDriver(text).readWhole().problems == ["card/shape@1"])
  }

  @Test(arguments: [
    #"["{\"id\":\"1\",\"ca\":1}"]"#, #"["\u007b\"id\":\"1\",\"ca\":1\u007d"]"#,
    #"[" {\"id\":\"1\",\"ca\":1}\n\t "]"#, #"{"contentCards":["{\"id\":\"1\",\"ca\":1}"]}"#,
  ])
  func cards(text: String) {
    let outcome = ReadingDriver(text).readWhole()
    #expect(outcome.cards == [#"{"id":"1","ca":1}"#])
    #expect(outcome.problems == [])
  }

  /// A string at the top level is not a card: only items of arrays may be strings.
  @Test func topLevel() {
    #expect(ReadingDriver(#""{\"id\":\"1\",\"ca\":1}""#).readWhole().problems == ["card/shape@0"])
  }
}
