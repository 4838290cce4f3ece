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
        let word = document.word(node)
        return Row(
          kind: word.kind, offset: word.offset, extent: word.extent, isEscaped: word.isEscaped)
      }
      #expect(rows == expected)
    }
  }

  @Test("next steps over a value and all it contains")
  func next() throws {
    try withDocument(TapeTests.example) { document in
      #expect(document.next(0) == 12)
      #expect(document.next(2) == 3)
      #expect(document.next(4) == 8)
      #expect(document.next(6) == 7)
      #expect(document.next(9) == 11)
    }
  }

  @Test("range and raw are the value as written, content what is inside the quotes")
  func ranges() throws {
    try withDocument(TapeTests.example) { document in
      #expect(document.raw(0).text == TapeTests.example)
      #expect(document.raw(1).text == "\"id\"")
      #expect(document.content(1).text == "id")
      #expect(document.raw(2).text == #""a\n""#)
      #expect(document.content(2).text == #"a\n"#)
      #expect(document.string(2) == "a\n")
      #expect(document.raw(4).text == #"{"n":10}"#)
      #expect(document.raw(6).text == "10")
      #expect(document.content(6).text == "10")
      #expect(document.string(6) == "10")
      #expect(document.raw(9).text == "[]")
      #expect(document.range(9) == 29..<31)
    }
  }

  @Test("every kind of scalar")
  func scalars() throws {
    try withDocument(#"[true,false,null,-1.5e3,"x"]"#) { document in
      var kinds: [JSONKind] = []
      var texts: [String] = []
      document.forEachElement(of: 0) { element in
        kinds.append(document.kind(element))
        texts.append(document.raw(element).text)
      }
      #expect(kinds == [.true, .false, .null, .number, .string])
      #expect(texts == ["true", "false", "null", "-1.5e3", "\"x\""])
    }
  }

  @Test("members and elements are visited in order, nested ones not")
  func visits() throws {
    try withDocument(#"{"a":[1,[2]],"b":{"c":3},"d":4}"#) { document in
      var members: [String] = []
      document.forEachMember(of: 0) { key, value in
        members.append(document.string(key) + "=" + document.raw(value).text)
      }
      #expect(members == ["a=[1,[2]]", #"b={"c":3}"#, "d=4"])
      var elements: [String] = []
      document.forEachElement(of: 2) { elements.append(document.raw($0).text) }
      #expect(elements == ["1", "[2]"])
      document.forEachElement(of: 0) { _ in Issue.record("an object has no elements") }
      document.forEachMember(of: 2) { _, _ in Issue.record("an array has no members") }
    }
  }

  @Test("a member is found by the text of its key, and of two the last")
  func member() throws {
    try withDocument(#"{"a":1,"\u0062":2,"a":3,"n":{"a":4},"":5}"#) { document in
      func found(_ name: StaticString) -> String? {
        document.member(ByteView(name), of: 0).map { document.raw($0).text }
      }
      #expect(found("a") == "3")
      #expect(found("b") == "2")
      #expect(found("") == "5")
      #expect(found("c") == nil)
      #expect(found("A") == nil)
      #expect(document.member(ByteView("a"), of: 2) == nil)
    }
  }

  @Test("a key equals a text whatever its escapes")
  func keyText() throws {
    try withDocument(#"["caf\u00e9","café","a\/b","\ud83d\ude00"]"#) { document in
      #expect(document.text(1, equals: ByteView("café")))
      #expect(document.text(2, equals: ByteView("café")))
      #expect(document.text(3, equals: ByteView("a/b")))
      #expect(document.text(4, equals: ByteView("😀")))
      #expect(!document.text(1, equals: ByteView("cafe")))
      #expect(!document.text(3, equals: ByteView(#"a\/b"#)))
    }
  }

  @Test("one scanner serves many inputs, larger and smaller ones")
  func reuse() {
    var scanner = JSONScanner()
    for count in [1, 1000, 3, 5000, 0, 10] {
      let text = "[" + Array(repeating: "{\"a\":[1]}", count: count).joined(separator: ",") + "]"
      var buffer = ByteBuffer(text.utf8)
      let bytes = buffer.sealed()
      #expect(scanner.scan(bytes) == .value(end: text.utf8.count))
      let document = scanner.document
      var elements = 0
      document.forEachElement(of: 0) { _ in elements += 1 }
      #expect(elements == count)
      #expect(document.next(0) == 2 + count * 6)
    }
  }

  @Test("offsets count from the start of the bytes, wherever the scan began")
  func offsets() throws {
    var buffer = ByteBuffer(#"[0] {"a":true}"#.utf8)
    let bytes = buffer.sealed()
    var scanner = JSONScanner()
    #expect(scanner.scan(bytes, from: 3) == .value(end: 14))
    let document = scanner.document
    #expect(document.range(0) == 4..<14)
    #expect(document.range(1) == 5..<8)
    #expect(document.range(2) == 9..<13)
  }
}
