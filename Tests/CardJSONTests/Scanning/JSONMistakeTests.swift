import CardJSON
import Testing

/// The common mistakes in JSON: their messages, and the text with the fix.
@Suite struct JSONMistakeTests {
  static let mistakes: [(text: String, message: String, fixed: String?)] = [
    ("{\"a\": 1,}", "a comma before \"}\": JSON allows no trailing comma", "{\"a\": 1}"),
    ("[1 ,\n]", "a comma before \"]\": JSON allows no trailing comma", "[1 \n]"),
    ("{\"a\": 1,, \"b\": 2}", "a comma too many: remove it", "{\"a\": 1, \"b\": 2}"),
    ("[1, ,2]", "a comma too many: remove it", "[1, 2]"),
    ("{,\"a\": 1}", "a comma too many: remove it", "{\"a\": 1}"),
    ("{\"a\": ${ID}}", "found ${ID} without quotes, which text needs", nil),
    ("{\"a\": {ID}}", "found {ID} without quotes, which text needs", nil),
    ("{\"a\": {your id}, \"b\": 1}", "found {your id} without quotes, which text needs", nil),
    (": 1", "a key outside of an object: the braces around it are missing", nil),
    ("{\"a\": True}", "found True: write true", "{\"a\": true}"),
    ("[FALSE]", "found FALSE: write false", "[false]"),
    ("{\"a\": None}", "found None: write null", "{\"a\": null}"),
    ("[nil]", "found nil: write null", "[null]"),
    ("[undefined]", "JSON has no undefined: write null, or omit the key", nil),
    ("[NaN]", "JSON has no NaN: write null, or omit the key", nil),
    ("{\"a\": “b”}", "found the curly quote “: write straight double quotes", "{\"a\": \"b\"}"),
    ("{“a”: 1}", "found the curly quote “: write straight double quotes", "{\"a\": 1}"),
    ("{\"a\": «b»\n}", "found the curly quote «: write straight double quotes", "{\"a\": \"b\"\n}"),
    ("{\"a\": “b\"}", "found the curly quote “: write straight double quotes", nil),
    ("{'a': 1}", "found a single quote: write double quotes", "{\"a\": 1}"),
    ("{\"a\": 'it is'}", "found a single quote: write double quotes", "{\"a\": \"it is\"}"),
    ("{\"a\": 'say \"b\"'}", "found a single quote: write double quotes", nil),
    ("{\"a\": 'it's'}", "found a single quote: write double quotes", nil),
    ("{a: 1}", "the key a has no quotes: write \"a\"", "{\"a\": 1}"),
    ("{\"a\": YOUR_ID}", "found YOUR_ID without quotes, which text needs", nil),
    ("{\"a\": <ID>}", "found <ID> without quotes, which text needs", nil),
    ("{\"a\": été}", "found été without quotes, which text needs", nil),
    ("[...]", "found an ellipsis: write what it stands for, or remove it", nil),
    ("{\"a\": 1, …}", "found an ellipsis: write what it stands for, or remove it", nil),
    (
      "{\"a: \"b\"}", "a double quote is missing before the \":\" of the string that ends here", nil
    ),
    (
      "{\"a\": \"b, \"c\": 1}",
      "a double quote is missing before the \",\" of the string that ends here", nil
    ),
    ("{\"a\": b\"}", "a double quote is missing before b", nil),
    (
      "{\"a\": \"say \"b\" now\"}",
      "the string ends before this: write a double quote inside a string as \\\"", nil
    ),
    ("{\"a\" => 1}", "found => after the key: write :", "{\"a\" : 1}"),
    ("{\"a\"= 1}", "found = after the key: write :", "{\"a\": 1}"),
    ("{\u{A0}\"a\": 1}", "a no-break space is not whitespace in JSON: remove it", "{\"a\": 1}"),
    ("[1,\u{200B}2]", "a zero-width space is not whitespace in JSON: remove it", "[1,2]"),
    ("{\n<<<<<<< HEAD\n\"a\": 1}", "a Git conflict marker: resolve the conflict first", nil),
    ("{\"a\": 1\n=======\n}", "a Git conflict marker: resolve the conflict first", nil),
  ]

  @Test(arguments: mistakes)
  func isNamed(_ text: String, _ message: String, _ fixed: String?) throws {
    guard case .invalid(let error) = scan(text) else {
      Issue.record("\(text) is JSON")
      return
    }
    #expect(error.description == message)
    var bytes = Array(text.utf8)
    for edit in (error.mistake?.fix ?? []).reversed() {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    #expect(String(decoding: bytes, as: UTF8.self) == fixed ?? text)
    #expect(fixed == nil || isValidJSON(bytes))
  }

  @Test func theEndInsideAStringIsNamed() {
    for text in ["{\"a\": \"b}", "[\"", "{\"a"] {
      guard case .invalid(let error) = scan(text) else {
        Issue.record("\(text) is JSON")
        continue
      }
      #expect(error.reason == .unexpectedEnd)
      #expect(error.description.hasPrefix("the input ends inside a string"), "\(text)")
    }
  }

  /// The same mistake is found however many bytes follow.
  @Test(arguments: mistakes)
  func moreBytesDoNotChangeIt(_ text: String, _ message: String, _ fixed: String?) {
    let whole = Array((text + "\n" + String(repeating: " ", count: 1000)).utf8)
    for count in 1...whole.count {
      var bytes = ByteBuffer(whole[..<count])
      guard case .invalid(let error) = scan(Array(whole[..<count]), isFinal: false),
        !JSONMistake.isOpen(at: error.offset, in: bytes.sealed())
      else { continue }
      #expect(error.description == message, "\(count) bytes of \(text)")
      #expect((error.mistake?.fix == []) == (fixed == nil))
    }
  }

  /// Other errors have no advice.
  @Test(arguments: [
    "[1 2]", "{\"a\" 1}", "{\"a\": }", "[01]", "{\"a\": 1 \"b\": 2}", "[1}", "nul", "?",
  ])
  func othersAreNotGuessed(_ text: String) {
    guard case .invalid(let error) = scan(text) else {
      Issue.record("\(text) is JSON")
      return
    }
    #expect(error.mistake == nil)
  }
}
