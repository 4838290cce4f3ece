import CardJSON
import Testing

/// JSON that is cut off.
struct TruncationTests {
  static let texts = [
    #"{"id":"a\n\u0041\ud83d\ude00é日本😀","n":[-0.5e+10,1,{}],"t":true,"f":false,"z":null,"e":{}}"#,
    #"  [ "x" , { "k" : [ ] } , -12.75E-3 , null ]"#,
    "\"" + String(repeating: "plain text ", count: 20) + "\"",
    "[[[[[[[[[[[[]]]]]]]]]]]]", "true", "false", "null", #""\\\"\/""#, "{\"é\":\"é\"}",
  ]

  @Test("text truncated at any byte is incomplete or ends unexpectedly", arguments: texts)
  func everyByte(text: String) {
    let bytes = Array(text.utf8)
    #expect(scan(bytes) == .value(end: bytes.count))
    for count in 0..<bytes.count {
      let cut = Array(bytes[..<count])
      #expect(scan(cut, isFinal: false) == .incomplete, "cut at \(count)")
      let error = JSONSyntaxError(.unexpectedEnd, offset: count, found: nil)
      #expect(scan(cut, isFinal: true) == .invalid(error), "cut at \(count)")
    }
  }

  @Test("never reads past the end of the bytes")
  func remains() {
    // The buffer still contains the rest of the cut text, as in a reader.
    let bytes = Array(#"{"a":[1,true,"xyz"]}"#.utf8)
    for count in 0..<bytes.count {
      var buffer = ByteBuffer(bytes)
      buffer.truncate(to: count)
      var scanner = JSONScanner()
      #expect(scanner.scan(buffer.sealed(), isFinal: false) == .incomplete, "cut at \(count)")
    }
  }

  @Test("reads text in two halves once both are available")
  func halves() {
    let bytes = Array(TruncationTests.texts[0].utf8)
    for middle in 0...bytes.count {
      var buffer = ByteBuffer(bytes[..<middle])
      var scanner = JSONScanner()
      if middle < bytes.count {
        #expect(scanner.scan(buffer.sealed(), isFinal: false) == .incomplete)
      }
      buffer.append(Array(bytes[middle...]))
      #expect(scanner.scan(buffer.sealed(), isFinal: false) == .value(end: bytes.count))
    }
  }
}
