import CardJSON
import TestSupport
import Testing

/// Locations as people count them.
struct TextPositionTests {
  private func position(behind text: String) -> [Int] {
    let buffer = ByteBuffer(text.utf8)
    var position = TextPosition()
    position.advance(over: buffer.view)
    return [position.line, position.column]
  }

  @Test(
    "lines end with a line feed, columns are scalars",
    arguments: [
      ("", [1, 1]), ("a", [1, 2]), ("\n", [2, 1]), ("a\nbc", [2, 3]), ("\r\n", [2, 1]),
      ("a\rb", [1, 4]), ("\t", [1, 2]), ("é日😀", [1, 4]), ("e\u{301}", [1, 3]), ("\n\n\n", [4, 1]),
      ("0123456789\n0123456789", [2, 11]),
    ])
  func table(text: String, expected: [Int]) { #expect(position(behind: text) == expected) }

  @Test("pieces add up, and counting by words agrees with counting by bytes")
  func pieces() {
    var numbers = SeededNumbers(seed: 13)
    for _ in 0..<100 {
      let count = Int.random(in: 0...3000, using: &numbers)
      let text = String((0..<count).map { _ in "ab\né😀 ".randomElement(using: &numbers) ?? "a" })
      let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      let column = (lines.last?.count ?? 0) + 1
      #expect(position(behind: text) == [lines.count, column])
      let bytes = ByteBuffer(text.utf8)
      let middle = Int.random(in: 0...bytes.count, using: &numbers)
      var whole = TextPosition()
      whole.advance(over: bytes.view)
      var pieces = TextPosition()
      pieces.advance(by: TextExtent(of: bytes.view.slice(0..<middle)))
      pieces.advance(by: TextExtent(of: bytes.view.slice(middle..<bytes.count)))
      #expect(pieces == whole)
    }
  }

  @Test("finds positions in any order", arguments: ["ab é😀", "ab\né😀 "])
  func anyOrder(letters: String) {
    var numbers = SeededNumbers(seed: 17)
    let text = String((0..<20_000).map { _ in letters.randomElement(using: &numbers) ?? "a" })
    let bytes = ByteBuffer(text.utf8)
    let start = TextPosition(line: 7, column: 3)
    var positions = TextPositions(in: bytes.view, from: start)
    for _ in 0..<150 {
      let place = Int.random(in: -5...bytes.count + 5, using: &numbers)
      let end = min(place + Int.random(in: 0...3000, using: &numbers), bytes.count + 9)
      for offset in [place, max(place, end), place] {
        var expected = start
        expected.advance(over: bytes.view.slice(0..<min(max(offset, 0), bytes.count)))
        let found = positions.position(of: offset)
        #expect(found == expected, "\(offset)")
        let range = min(place, end)..<max(place, end)
        if offset == place {
          var behind = positions
          #expect(behind.end(of: range, from: found) == behind.position(of: range.upperBound))
        }
      }
    }
  }
}
