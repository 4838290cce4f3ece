import CardJSON
import TestSupport
import Testing

/// The text of JSON strings, read and written.
struct JSONTextTests {
  private func decoded(_ content: String) -> String {
    let source = ByteBuffer(content.utf8)
    return appendedText { JSONText.decode(source.view, into: &$0) }
  }

  @Test(
    "escapes are resolved",
    arguments: [
      ("", ""), ("plain", "plain"), (#"\"\\\/"#, "\"\\/"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"),
      (#"\u0041"#, "A"), (#"\u00e9\u00E9"#, "éé"), (#"\u20ac"#, "€"), (#"\ud83d\ude00"#, "😀"),
      (#"\uD83D\uDE00"#, "😀"), (#"\udbff\udfff"#, "\u{10FFFF}"), (#"\ud800\udc00"#, "\u{10000}"),
      (#"a\nb\nc"#, "a\nb\nc"), (#"\\n"#, "\\n"), (#"\\\\"#, "\\\\"), (#"é\té"#, "é\té"),
      (#"\u0000"#, "\0"), (#"\uffff"#, "\u{FFFF}"),
    ])
  func decode(content: String, expected: String) { #expect(decoded(content) == expected) }

  @Test(
    "half a surrogate pair becomes U+FFFD",
    arguments: [
      (#"\ud83d"#, "\u{FFFD}"), (#"\ude00"#, "\u{FFFD}"), (#"\ud83dx"#, "\u{FFFD}x"),
      (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"),
      (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"), (#"\ud83d\n"#, "\u{FFFD}\n"),
      (#"\ud83d\\u"#, "\u{FFFD}\\u"), (#"\udfff\udbff"#, "\u{FFFD}\u{FFFD}"),
    ])
  func loneSurrogates(content: String, expected: String) { #expect(decoded(content) == expected) }

  @Test(
    "only what JSON demands is escaped",
    arguments: [
      ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
      ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), ("\0", #""\u0000""#), ("\u{1F}", #""\u001f""#),
      ("\u{7F}é€😀\u{2028}", "\"\u{7F}é€😀\u{2028}\""), ("a\nb", #""a\nb""#),
    ])
  func quote(text: String, expected: String) {
    #expect(appendedText { JSONText.appendQuoted(text, to: &$0) } == expected)
  }

  @Test("a code unit is written with four small digits")
  func unicodeEscape() {
    #expect(appendedText { $0.append(unicodeEscape: 0) } == #"\u0000"#)
    #expect(appendedText { $0.append(unicodeEscape: 0xABCD) } == #"\uabcd"#)
  }

  @Test("text that is quoted, scanned and decoded is the same text")
  func roundTrip() throws {
    var numbers = SeededNumbers(seed: 6)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...20, using: &numbers) {
        let limit: UInt32 = Bool.random(using: &numbers) ? 0x80 : 0x11_0000
        let scalar = UnicodeScalar(UInt32.random(in: 0..<limit, using: &numbers))
        text.unicodeScalars.append(scalar ?? "\\")
      }
      let json = appended { JSONText.appendQuoted(text, to: &$0) }
      try withDocument(json) { document in
        #expect(Array(document[0].string.utf8) == Array(text.utf8))
        #expect(document[0].range == 0..<json.count)
      }
    }
  }

  @Test("every code unit decodes as in UTF-16")
  func everyUnit() {
    for unit in UInt16.min...UInt16.max where unit % 7 == 0 || unit > 0xD000 {
      let content = appendedText { $0.append(unicodeEscape: unit) }
      #expect(decoded(content) == String(decoding: [unit], as: UTF16.self))
    }
  }

  @Test("maps an offset in the text to the encoded string")
  func decodedOffset() {
    let content = ByteBuffer(#"a\nb\u00e9c\ud83d\ude00d"#.utf8)
    let expected = [(0, 0), (1, 1), (2, 3), (3, 4), (4, 4), (5, 10), (6, 11), (9, 11), (10, 23)]
    for (offset, place) in expected {
      #expect(JSONText.offset(ofDecoded: offset, in: content.view) == place, "\(offset)")
    }
  }

  @Test("maps offsets in long text in any order")
  func decodedOffsetsInAnyOrder() {
    var numbers = SeededNumbers(seed: 19)
    let pieces = ["a", "é", #"\n"#, #"\u00e9"#, #"\ud83d\ude00"#]
    let content = ByteBuffer(
      (0..<30_000).map { _ in pieces.randomElement(using: &numbers) ?? "a" }.joined().utf8)
    let count = JSONText.decodedCount(content.view)
    var offsets = DecodedOffsets(in: content.view)
    for _ in 0..<200 {
      let offset = Int.random(in: 0...count, using: &numbers)
      let expected = JSONText.offset(ofDecoded: offset, in: content.view)
      #expect(offsets.written(offset) == expected, "\(offset)")
    }
  }
}

/// JSON without the whitespace between its tokens.
struct CompactTests {
  private func compact(_ json: String) -> String {
    let source = ByteBuffer(json.utf8)
    return appendedText { JSONText.appendCompact(source.view, to: &$0) }
  }

  @Test(
    "whitespace between tokens goes, everything else stays",
    arguments: [
      ("{ }", "{}"), (" [ 1 , 2 ] ", "[1,2]"), (#"{ "a b" : "c  d" }"#, #"{"a b":"c  d"}"#),
      ("{\r\n\t\"a\":\t1\r\n}", #"{"a":1}"#), (#"{"a":1,"a": 2}"#, #"{"a":1,"a":2}"#),
      (#"[ "\" \\" , 1.50E+2 ]"#, #"["\" \\",1.50E+2]"#), (#"["\\"  ,  "x"]"#, #"["\\","x"]"#),
      (#"{"é": "é  é"}"#, #"{"é":"é  é"}"#), ("true", "true"), (#""  ""#, #""  ""#),
      (#"{"":""}"#, #"{"":""}"#), ("[[ ],{ }]", "[[],{}]"),
    ])
  func table(json: String, expected: String) { #expect(compact(json) == expected) }

  @Test("the content of a string ends at a quote, a control character or a last backslash")
  func endOfContent() {
    var numbers = SeededNumbers(seed: 63)
    let unusual = Array("\"\\\\\\\n\u{1}é".utf8)
    for count in 0..<2000 {
      let bytes = (0..<count % 70).map { _ -> UInt8 in
        let isUsual = Int.random(in: 0..<12, using: &numbers) > 0
        return isUsual ? 0x61 : unusual[Int.random(in: 0..<unusual.count, using: &numbers)]
      }
      var end = 0
      while end < bytes.count, bytes[end] != 0x22, bytes[end] >= 0x20 {
        if bytes[end] == 0x5C {
          guard end + 1 < bytes.count, bytes[end + 1] >= 0x20 else { break }
          end += 1
        }
        end += 1
      }
      var buffer = ByteBuffer(bytes)
      #expect(JSONText.endOfContent(buffer.sealed(), from: 0) == end, "\(bytes)")
    }
  }

  @Test("compact JSON is equivalent, has no whitespace outside strings, and is stable")
  func property() throws {
    var random = RandomJSON(seed: 7)
    for _ in 0..<2000 {
      let text = random.text()
      let once = compact(String(decoding: text, as: UTF8.self))
      #expect(try ReferenceParser.parse(Array(once.utf8)) == ReferenceParser.parse(text))
      #expect(compact(once) == once)
      var isInside = false
      var isEscaped = false
      var spaces = 0
      for byte in once.utf8 {
        if isInside {
          if !isEscaped, byte == UInt8(ascii: "\"") { isInside = false }
          isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        } else if byte == UInt8(ascii: "\"") {
          isInside = true
        } else if byte <= 0x20 {
          spaces += 1
        }
      }
      #expect(spaces == 0)
    }
  }
}
