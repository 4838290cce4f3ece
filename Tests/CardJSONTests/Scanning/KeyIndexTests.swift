import CardJSON
import TestSupport
import Testing

/// The known keys of an object: looked up on the tape, and by the scanner while it reads.
struct KeyIndexTests {
  @Test("keys are found with their escapes resolved, and the last of two wins")
  func keys() throws {
    var index = KeyIndex(KeyNames(["a", "b", "c"]))
    try withDocument(#"{"x":0,"a":1,"\u0062":2,"a":3,"y":{"c":4}}"#) { document in
      let nodes = index.index(document.root)
      #expect(nodes[0]?.raw.text == "3")
      #expect(nodes[1]?.raw.text == "2")
      #expect(nodes[2] == nil)
    }
  }

  @Test("the keys of one object are forgotten for the next")
  func reuse() throws {
    var index = KeyIndex(KeyNames(["a", "b"]))
    try withDocument(#"[{"a":1},{"b":2},{},[]]"#) { document in
      var found: [[Int]] = []
      for element in document.root.elements {
        let nodes = index.index(element)
        found.append([nodes[0], nodes[1]].map { $0 == nil ? 0 : 1 })
      }
      #expect(found == [[1, 0], [0, 1], [0, 0], [0, 0]])
    }
  }

  /// Similar names, short and long ones, and names that JSON must escape.
  private static let names = [
    "id", "i", "tp", "t", "tt", "class_type", "class_typf", "Class_type", "eightby8", "eightby9",
    "thirteenbytes", "fourteen_bytes", "open_url_in_webview", "caf\u{E9}", "a\"", "a\\", "a\n", "a",
    "a\":", "\u{1F600}",
  ]

  private static func spelling(of name: String, _ numbers: inout SeededNumbers) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case "\n": text += "\\n"
      case "a" where Int.random(in: 0..<8, using: &numbers) == 0: text += "\\u0061"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Objects whose order of keys changes little from one to the next.
  private static func objects(_ count: Int, seed: UInt64) -> [String] {
    var numbers = SeededNumbers(seed: seed)
    var order = names + ["x", "unknown_name"]
    return (0..<count).map { _ in
      if Int.random(in: 0..<6, using: &numbers) == 0 {
        let (one, other) = (
          Int.random(in: 0..<order.count, using: &numbers),
          Int.random(in: 0..<order.count, using: &numbers)
        )
        order.swapAt(one, other)
      }
      func space() -> String { Int.random(in: 0..<10, using: &numbers) == 0 ? " " : "" }
      var members: [String] = []
      for (place, name) in order.enumerated() where Int.random(in: 0..<4, using: &numbers) > 0 {
        let value = place % 5 == 0 ? #"{"id":{"tp":1}}"# : "\(place)"
        let key = spelling(of: name, &numbers)
        members.append("\(space())\"\(key)\"\(space()):\(space())\(value)\(space())")
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  @Test("the scanner finds the same keys as a search of the tape, whatever came before")
  func scanned() throws {
    var scanner = JSONScanner(indexing: KeyNames(KeyIndexTests.names))
    var index = KeyIndex(KeyNames(KeyIndexTests.names))
    for text in KeyIndexTests.objects(2000, seed: 11) {
      var buffer = ByteBuffer(text.utf8)
      let bytes = buffer.sealed()
      try #require(scanner.scan(bytes) == .value(end: bytes.count), "\(text)")
      let document = scanner.document
      let nodes = index.index(document.root)
      for (number, name) in KeyIndexTests.names.enumerated() {
        let expected = document.root.member(ByteView(permanent: name))?.index
        #expect(scanner.rootKeys[number]?.index == expected, "\(name) in \(text)")
        #expect(nodes[number]?.index == expected, "\(name) in \(text)")
      }
      withKnownTape(text) { words in
        for node in 0..<words.count { #expect(document[node].word.bits == words[node]) }
      }
    }
  }

  /// Calls `body` with the tape of a scanner that expects no keys.
  private func withKnownTape(_ text: String, _ body: ([UInt64]) -> Void) {
    var buffer = ByteBuffer(text.utf8)
    var scanner = JSONScanner()
    let bytes = buffer.sealed()
    _ = scanner.scan(bytes)
    let document = scanner.document
    body((0...document[0].word.extent).map { document[$0].word.bits })
  }

  @Test("checks every byte of a predicted key")
  func changes() throws {
    let text = Array(#"{"id":1,"class_type":"a","thirteenbytes":{},"tp":[],"caf\#u{E9}":0}"#.utf8)
    var scanner = JSONScanner(indexing: KeyNames(KeyIndexTests.names))
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        // The scanner expects the keys of earlier objects.
        for (bytes, isValid) in [(text, true), (changed, ReferenceParser.accepts(changed))] {
          var buffer = ByteBuffer(bytes)
          let view = buffer.sealed()
          let outcome = scanner.scan(view)
          #expect((outcome == .value(end: view.count)) == isValid, "\(byte) at \(place)")
          guard isValid else { continue }
          let document = scanner.document
          for (number, name) in KeyIndexTests.names.enumerated() {
            let expected = document.root.member(ByteView(permanent: name))?.index
            #expect(scanner.rootKeys[number]?.index == expected, "\(byte) at \(place)")
          }
        }
      }
    }
  }

  @Test("a root that is not an object has no keys, and an object that ends early is not a value")
  func others() {
    var scanner = JSONScanner(indexing: KeyNames(["id"]))
    for text in [#"{"id":1}"#, #"[{"id":1}]"#, "7", #""id":"#, "{}"] {
      var buffer = ByteBuffer(text.utf8)
      _ = scanner.scan(buffer.sealed())
      #expect((scanner.rootKeys[0] != nil) == (text == #"{"id":1}"#), "\(text)")
    }
    for text in [#"{"id":"#, #"{"id""#, #"{"id"#] {
      var buffer = ByteBuffer(text.utf8)
      #expect(scanner.scan(buffer.sealed(), isFinal: false) == .incomplete, "\(text)")
    }
  }
}
