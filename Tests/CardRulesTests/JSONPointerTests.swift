import CardProcessing
import CardJSON
import Testing

@testable import CardRules

/// The JSON Pointer of a value, requested in any order.
@Suite struct JSONPointerTests {
  /// The pointers of the values of a document, by walking through it.
  private func expected(
    _ document: JSONDocument, _ node: Int = 0, _ pointer: String = ""
  ) -> [Int: String] {
    var found = [node: pointer]
    for (key, value) in document[node].members {
      let token = JSONPointer.escaped(key.string)
      found.merge(expected(document, value.index, "\(pointer)/\(token)")) { first, _ in first }
    }
    var index = 0
    for element in document[node].elements {
      found.merge(expected(document, element.index, "\(pointer)/\(index)")) { first, _ in first }
      index += 1
    }
    return found
  }

  private func withDocument(_ json: String, _ body: (JSONDocument) -> Void) {
    var buffer = ByteBuffer(json.utf8)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(buffer.sealed()) else {
      Issue.record("no JSON: \(json)")
      return
    }
    body(scanner.document)
  }

  @Test func anyOrderGivesTheSamePointers() {
    let json = #"""
      {"a":[1,{"b":[],"c/d":[[2],[3,4]]},{}],"e":{"~":5,"\u0061":[6]},"a":{"f":[7,8,[9]]},"":10}
      """#
    withDocument(json) { document in
      let expected = expected(document)
      var pointer = JSONPointer()
      for first in expected.keys {
        for second in expected.keys {
          #expect(pointer.text(of: first, in: document) == expected[first])
          #expect(pointer.text(of: second, in: document) == expected[second])
        }
      }
      pointer.removeAll()
      #expect(pointer.text(of: 0, in: document) == "")
    }
  }

  /// A pointer for each finding in such a container would be as long as the card.
  @Test func aLongPointerStopsAtTheContainerBeforeIt() {
    let long = String(repeating: "k", count: JSONPointer.limit)
    withDocument("{\"e\":{\"\(long)\":[[1],2]},\"f\":3}") { document in
      var pointer = JSONPointer()
      for (node, text) in expected(document) {
        let shown = text.utf8.count > JSONPointer.limit ? "/e" : text
        #expect(pointer.text(of: node, in: document) == shown)
      }
    }
  }
}
