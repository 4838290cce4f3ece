import CardJSON
import Testing

/// JSON that the scanner accepts.
struct AcceptTests {
  @Test(
    "every kind of token, alone and nested",
    arguments: [
      "true", "false", "null", "0", "-0", "7", "-7", "10", "1234567890", "0.5", "-0.5", "10.01",
      "1e5", "1E5", "1e+5", "1e-5", "0e0", "0.0E-0", "1.5e00", "123456789012345678901234567890",
      "\"\"", "\"a\"", "\" \"", "\"\u{7F}\"", #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\uABCD""#,
      #""\uabcd""#, #""\ud83d\ude00""#, #""\ud83d""#, #""\ude00""#, #""\ud83dx""#, "\"é\"",
      "\"日本\"", "\"😀\"", "\"\u{2028}\"", "\"//\"", "[]", "[1]", "[[]]", "[[],[]]", "[1,2,3]",
      "[null,true,false]", "{}", #"{"":0}"#, #"{"a":1}"#, #"{"a":1,"a":2}"#, #"{"a":{"b":[{}]}}"#,
      #"{"a\n":"b\u0020"}"#, "[0,-0.0,1e1]", "[\"a\",\"b\"]",
    ])
  func accepts(text: String) {
    #expect(scan(text) == .value(end: text.utf8.count))
    #expect(scan(text + "\n", isFinal: false) == .value(end: text.utf8.count))
  }

  @Test(
    "whitespace may precede every token",
    arguments: [" ", "\t", "\n", "\r", "\r\n", "  \t\n\r  "])
  func whiteSpace(space: String) {
    let tokens = [
      "[", "1", ",", "{", "\"a\"", ":", "[", "]", ",", "\"b\"", ":", "{", "}", "}", "]",
    ]
    let text = tokens.map { space + $0 }.joined()
    #expect(scan(text) == .value(end: text.utf8.count))
  }

  @Test("the end of a value does not depend on what follows")
  func followed() {
    #expect(scan("{} {}") == .value(end: 2))
    #expect(scan("truex") == .value(end: 4))
    #expect(scan("1 2") == .value(end: 1))
    #expect(scan("1,") == .value(end: 1))
    #expect(scan("\"a\"\"b\"") == .value(end: 3))
    #expect(scan("[]]") == .value(end: 2))
  }

  @Test("a scan begins at the given offset")
  func start() {
    let text = Array(#"nonsense {"a":1} [2]"#.utf8)
    #expect(scan(text, from: 8) == .value(end: 16))
    #expect(scan(text, from: 16) == .value(end: 20))
    #expect(scan(text, from: 20, isFinal: false) == .incomplete)
  }

  @Test("a number at the end of the bytes may continue, unless they are final")
  func numberAtTheEnd() {
    #expect(scan("12", isFinal: false) == .incomplete)
    #expect(scan("12", isFinal: true) == .value(end: 2))
    #expect(scan("12 ", isFinal: false) == .value(end: 2))
    #expect(scan("[12]", isFinal: false) == .value(end: 4))
    #expect(scan("true", isFinal: false) == .value(end: 4))
  }

  @Test("512 containers may be open")
  func depth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inner = open == "[" ? "" : "0"
      let text =
        String(repeating: open, count: 512) + inner + String(repeating: close, count: 512)
      #expect(scan(text) == .value(end: text.utf8.count))
    }
    let wide = "[" + Array(repeating: "[[]]", count: 2000).joined(separator: ",") + "]"
    #expect(scan(wide) == .value(end: wide.utf8.count))
  }

  @Test("a number of a million digits, a string of a million bytes")
  func long() throws {
    let digits = String(repeating: "9", count: 1_000_000)
    for text in [digits, "-" + digits + ".5", "0." + digits, "1e" + digits, "[\(digits)]"] {
      #expect(scan(text) == .value(end: text.utf8.count))
    }
    let string = "\"" + digits + "\""
    try withDocument(string) { #expect($0.root.content.count == 1_000_000) }
  }
}
