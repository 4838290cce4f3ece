import CardJSON
import Testing

@testable import CardRules

/// Rounds of edits, and the one list of edits that they amount to.
@Suite struct EditedTextTests {
  private static func apply(_ edits: [TextEdit], to text: [UInt8]) -> [UInt8] {
    let source = ByteBuffer(text)
    var result = ByteBuffer()
    result.append(0..<text.count, of: source.view, with: edits)
    return result.view.array
  }

  @Test func roundsBecomeOneList() {
    var edited = EditedText(count: 10)
    edited.apply([TextEdit(2..<4, "abc"), TextEdit(6..<6, "d")])
    // 01abc45d6789
    edited.apply([TextEdit(3..<8, ""), TextEdit(12..<12, "e")])
    #expect(edited.edits == [TextEdit(2..<6, "a"), TextEdit(10..<10, "e")])
  }

  @Test func offsetsLeadBackToTheOriginal() {
    var edited = EditedText(count: 10)
    edited.apply([TextEdit(2..<4, "abc"), TextEdit(6..<6, "d"), TextEdit(8..<9, "")])
    // 01abc45d679
    #expect((0...12).map(edited.origin) == [0, 1, 2, 4, 4, 4, 5, 6, 6, 7, 9, 10, 10])
    edited.apply([TextEdit(0..<1, "xy"), TextEdit(4..<6, "z")])
    // xy1abz5d679
    #expect((0...7).map(edited.origin) == [0, 1, 1, 2, 5, 5, 5, 6])
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>) func theResultIsTheSame(_ seed: UInt64) {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let original = (0..<30).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    var text = original
    var edited = EditedText(count: original.count)
    for _ in 0..<random(6) {
      var edits: [TextEdit] = []
      var position = 0
      while position < text.count, edits.count < 4 {
        let start = position + random(8)
        let end = start + random(4)
        guard end <= text.count else { break }
        edits.append(TextEdit(start..<end, String(repeating: "#", count: random(3))))
        position = end + 1
      }
      text = Self.apply(edits, to: text)
      edited.apply(edits)
    }
    let edits = edited.edits
    #expect(Self.apply(edits, to: original) == text)
    for (left, right) in zip(edits, edits.dropFirst()) {
      #expect(left.range.upperBound < right.range.lowerBound)
    }
  }
}
