import CardJSON
import Testing

/// Commas, keys and escapes of the one writer of JSON.
@Suite struct JSONWriterTests {
  @Test func commasStandBetweenValuesOnly() {
    var json = JSONWriter()
    json.object { object in
      object.add("a", 1)
      object.array("b") { array in
        array.object { _ in }
        array.array { $0.add(nil, true) }
        array.add(nil, "x,")
        array.add(nil, "[")
      }
      object.key("c\"")
      object.add(nil, ["d", "e"])
      object.add("f", json: "1e5")
    }
    #expect(json.text.view.text == #"{"a":1,"b":[{},[true],"x,","["],"c\"":["d","e"],"f":1e5}"#)
  }

  @Test func itemsMayHaveLinesOfTheirOwn() {
    var output = ByteBuffer()
    for count in 0...2 {
      output.json(.spacedLog) { json in
        json.begin("[", nil)
        for item in 0..<count {
          json.newLine(indent: 2)
          json.object { $0.add("i", item) }
        }
        json.endLines()
      }
      output.append("\n")
    }
    #expect(
      output.view.text == """
        []
        [
          {"i": 0}
        ]
        [
          {"i": 0},
          {"i": 1}
        ]

        """)
  }

  @Test func earlierOutputIsKept() {
    var output = ByteBuffer("x\n".utf8)
    output.json { $0.object { $0.add("a", "\u{1}\\") } }
    #expect(output.view.text == "x\n" + #"{"a":"\u0001\\"}"#)
  }

  @Test(arguments: [
    ("#[x]", "#[x]"), ("##[error]", "#\\u0023[error]"), ("###", "###"), ("# #", "# #"),
    ("\"##vso[x", "\\\"#\\u0023vso[x"),
  ])
  func marksOfALogAreBroken(text: String, expected: String) {
    var json = JSONWriter(.log)
    json.add(nil, text)
    #expect(json.text.view.text == "\"" + expected + "\"")
  }
}

/// Readable JSON, as written and as reformatted from existing JSON.
@Suite struct IndentedJSONTests {
  /// Writes the value `node` with the calls of the writer.
  private static func write(
    _ node: Int, of document: JSONDocument, to json: inout JSONWriter
  ) {
    switch document[node].kind {
    case .object:
      json.object { object in
        for (key, value) in document[node].members {
          object.key(key.string)
          write(value.index, of: document, to: &object)
        }
      }
    case .array:
      json.array { array in
        for element in document[node].elements {
          write(element.index, of: document, to: &array)
        }
      }
    case .string: json.add(nil, document[node].string)
    default: json.add(nil, json: document[node].raw)
    }
  }

  @Test(arguments: [
    "{}", "[]", "1", #""a""#, "[[]]", "[{}]", #"{"a":[]}"#, #"{"a":[1,"b",null]}"#,
    #"{"a":[1,{"b":2},[3]],"c":[[1,2],[3]],"d":{"e":{"f":[]}}}"#,
    #"[1,[2,[3,{"a":[4]}]],5]"#, "[\"" + String(repeating: "x", count: 92) + "\"]",
    "[\"" + String(repeating: "x", count: 93) + "\"]",
    #"{"a":["# + String(repeating: "1234567,", count: 12) + "8]}",
    #"{"a":[{"b":["# + String(repeating: "1234567,", count: 12) + "8],\"c\":[9]}]}",
  ])
  func callsWriteWhatIndentingGives(_ value: String) {
    var bytes = ByteBuffer(value.utf8)
    var expected = ByteBuffer()
    expected.json(.indented) { $0.add(nil, json: bytes.view) }
    var scanner = JSONScanner()
    let sealed = bytes.sealed()
    guard case .value = scanner.scan(sealed) else {
      Issue.record("no JSON")
      return
    }
    var json = JSONWriter(.indented)
    IndentedJSONTests.write(0, of: scanner.document, to: &json)
    #expect(json.text.view.text == expected.view.text)
    var copied = JSONWriter(.indented)
    copied.add(nil, json: bytes.view)
    #expect(copied.text.view.text == expected.view.text)
  }

  @Test func drainedPiecesEqualTheWhole() {
    var whole = ByteBuffer()
    whole.json(.indented) { IndentedJSONTests.writeRows(to: &$0) { _ in } }
    var pieces = ByteBuffer()
    var json = JSONWriter(.indented)
    IndentedJSONTests.writeRows(to: &json) { $0.drain { pieces.append($0) } }
    #expect(pieces.view.text == whole.view.text)
  }

  private static func writeRows(
    to json: inout JSONWriter, _ between: (inout JSONWriter) -> Void
  ) {
    between(&json)
    json.object { object in
      between(&object)
      object.array("a") { array in
        for number in 0..<3 {
          array.object { $0.add("b", number) }
          between(&array)
        }
      }
      between(&object)
      object.add("c", ["d"])
      between(&object)
    }
    between(&json)
  }
}
