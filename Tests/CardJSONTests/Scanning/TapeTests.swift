import CardJSON
import Testing

/// The tape that a scan writes, and its traversal.
struct TapeTests {
  /// One row of the table in the comment of `Tape`.
  struct Row: Equatable, CustomStringConvertible {
    let kind: JSONKind
    let offset: Int
    let extent: Int
    var isEscaped = false

    var description: String { "\(kind) \(offset) \(extent)\(isEscaped ? " escaped" : "")" }
  }

  static let example = #"{"id":"a\n","e":{"n":10},"l":[]}"#

  @Test("the worked example in the comment of Tape")
  func workedExample() throws {
    let expected = [
      Row(kind: .object, offset: 0, extent: 11), Row(kind: .string, offset: 2, extent: 2),
      Row(kind: .string, offset: 7, extent: 3, isEscaped: true),
      Row(kind: .string, offset: 13, extent: 1), Row(kind: .object, offset: 16, extent: 3),
      Row(kind: .string, offset: 18, extent: 1), Row(kind: .number, offset: 21, extent: 2),
      Row(kind: .end, offset: 23, extent: 0), Row(kind: .string, offset: 26, extent: 1),
      Row(kind: .array, offset: 29, extent: 1), Row(kind: .end, offset: 30, extent: 0),
      Row(kind: .end, offset: 31, extent: 0),
    ]
    try withDocument(TapeTests.example) { document in
      let rows = expected.indices.map { node in
        let word = document[node].word
        return Row(
          kind: word.kind, offset: word.offset, extent: word.extent, isEscaped: word.isEscaped)
      }
      #expect(rows == expected)
    }
  }

  @Test("next skips a value and its content")
  func next() throws {
    try withDocument(TapeTests.example) { document in
      #expect(document[0].next.index == 12)
      #expect(document[2].next.index == 3)
      #expect(document[4].next.index == 8)
      #expect(document[6].next.index == 7)
      #expect(document[9].next.index == 11)
    }
  }

  @Test("range and raw include the quotes, content does not")
  func ranges() throws {
    try withDocument(TapeTests.example) { document in
      #expect(document[0].raw.text == TapeTests.example)
      #expect(document[1].raw.text == "\"id\"")
      #expect(document[1].content.text == "id")
      #expect(document[2].raw.text == #""a\n""#)
      #expect(document[2].content.text == #"a\n"#)
      #expect(document[2].string == "a\n")
      #expect(document[4].raw.text == #"{"n":10}"#)
      #expect(document[6].raw.text == "10")
      #expect(document[6].content.text == "10")
      #expect(document[6].string == "10")
      #expect(document[9].raw.text == "[]")
      #expect(document[9].range == 29..<31)
    }
  }

  @Test("every kind of scalar")
  func scalars() throws {
    try withDocument(#"[true,false,null,-1.5e3,"x"]"#) { document in
      var kinds: [JSONKind] = []
      var texts: [String] = []
      for element in document.root.elements {
        kinds.append(element.kind)
        texts.append(element.raw.text)
      }
      #expect(kinds == [.true, .false, .null, .number, .string])
      #expect(texts == ["true", "false", "null", "-1.5e3", "\"x\""])
    }
  }

  @Test("visits members and elements in order, but not nested ones")
  func visits() throws {
    try withDocument(#"{"a":[1,[2]],"b":{"c":3},"d":4}"#) { document in
      var members: [String] = []
      for (key, value) in document.root.members {
        members.append(key.string + "=" + value.raw.text)
      }
      #expect(members == ["a=[1,[2]]", #"b={"c":3}"#, "d=4"])
      var elements: [String] = []
      for element in document[2].elements { elements.append(element.raw.text) }
      #expect(elements == ["1", "[2]"])
      #expect(!document.root.elements.contains { _ in true })
      #expect(!document[2].members.contains { _ in true })
    }
  }

  @Test("finds the last member whose key has the text")
  func member() throws {
    try withDocument(#"{"a":1,"\u0062":2,"a":3,"n":{"a":4},"":5}"#) { document in
      func found(_ name: StaticString) -> String? {
        document.root.member(ByteView(name))?.raw.text
      }
      #expect(found("a") == "3")
      #expect(found("b") == "2")
      #expect(found("") == "5")
      #expect(found("c") == nil)
      #expect(found("A") == nil)
      #expect(document[2].member(ByteView("a")) == nil)
    }
  }

  @Test("compares keys with escapes resolved")
  func keyText() throws {
    try withDocument(#"["caf\u00e9","café","a\/b","\ud83d\ude00"]"#) { document in
      #expect(document[1].text(equals: ByteView("café")))
      #expect(document[2].text(equals: ByteView("café")))
      #expect(document[3].text(equals: ByteView("a/b")))
      #expect(document[4].text(equals: ByteView("😀")))
      #expect(!document[1].text(equals: ByteView("cafe")))
      #expect(!document[3].text(equals: ByteView(#"a\/b"#)))
    }
  }

  @Test("reuses a scanner for larger and smaller inputs")
  func reuse() {
    var scanner = JSONScanner()
    for count in [1, 1000, 3, 5000, 0, 10] {
      let text = "[" + Array(repeating: "{\"a\":[1]}", count: count).joined(separator: ",") + "]"
      var buffer = ByteBuffer(text.utf8)
      let bytes = buffer.sealed()
      #expect(scanner.scan(bytes) == .value(end: text.utf8.count))
      let document = scanner.document
      #expect(document.root.elements.count { _ in true } == count)
      #expect(document[0].next.index == 2 + count * 6)
    }
  }

  @Test("offsets count from the start of the bytes, wherever the scan began")
  func offsets() throws {
    var buffer = ByteBuffer(#"[0] {"a":true}"#.utf8)
    let bytes = buffer.sealed()
    var scanner = JSONScanner()
    #expect(scanner.scan(bytes, from: 3) == .value(end: 14))
    let document = scanner.document
    #expect(document[0].range == 4..<14)
    #expect(document[1].range == 5..<8)
    #expect(document[2].range == 9..<13)
  }
}
