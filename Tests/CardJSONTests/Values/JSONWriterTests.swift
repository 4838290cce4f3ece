@_spi(CardTool) import CardJSON
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

  @Test func whatWasWrittenBeforeStays() {
    var output = ByteBuffer("x\n".utf8)
    output.json { $0.object { $0.add("a", "\u{1}\\") } }
    #expect(output.view.text == "x\n" + #"{"a":"\u0001\\"}"#)
  }

  @Test(arguments: [
    ("#[x]", "#[x]"), ("##[error]", "#\\u0023[error]"), ("###", "#\\u0023\\u0023"), ("# #", "# #"),
    ("\"##", "\\\"#\\u0023"),
  ])
  func marksOfALogAreBroken(text: String, expected: String) {
    var json = JSONWriter(.log)
    json.add(nil, text)
    #expect(json.text.view.text == "\"" + expected + "\"")
  }
}
