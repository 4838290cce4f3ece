import CardJSON
import TestSupport
import Testing

@testable import CardCommands

@Suite struct ExcerptTests {
  /// The excerpt of the range between `⟦` and `⟧` in `marked`, as two lines.
  private func shown(_ marked: String, width: Int = 60) -> [String] {
    let example = MarkedText(marked)
    let range = example.range ?? 0..<0
    let source = ByteBuffer(example.text.utf8)
    let excerpt = LocatedFinding.Excerpt(
      of: source.view, from: range.lowerBound, to: range.upperBound)
    let view = ExcerptView(excerpt, width: width)
    return [view.source, String(repeating: " ", count: view.indent) + view.mark]
  }

  @Test(arguments: [
    ("a\n  {\"k\": ⟦12⟧}\nb", ["  {\"k\": 12}", "        ^~"]),
    ("⟦⟧", ["", "^"]),
    ("{⟦⟧", ["{", " ^"]),
    ("{\"a\":⟦⟧\n}", ["{\"a\":", "     ^"]),
    ("{⟦\"a\": [\n1]⟧}", ["{\"a\": [", " ^~~~~~"]),
    ("{\"a\": ⟦1⟧}\r\n", ["{\"a\": 1}", "      ^"]),
    ("\t\t⟦x⟧", ["        x", "        ^"]),
    ("\"日本⟦語⟧\"", ["\"日本語\"", "     ^~"]),
    ("\"e\u{301}⟦x⟧\"", ["\"e\u{301}x\"", "  ^"]),
    ("\"🎁⟦x⟧\"", ["\"🎁x\"", "   ^"]),
    ("\"\u{1B}[1m⟦x⟧\"", ["\"\\u001b[1mx\"", "          ^"]),
    ("\"⟦\u{202E}⟧x\"", ["\"\\u202ex\"", " ^~~~~~"]),
  ])
  func marksStandBelowThePlace(_ marked: String, _ lines: [String]) {
    #expect(shown(marked) == lines)
  }

  @Test(arguments: [1022, 1023, 1024, 1025]) func aLineThatBeginsAtTheEdgeIsWhole(_ before: Int) {
    for start in ["", "\n", "l"] {
      let line = start + String(repeating: "l", count: before)
      let source = ByteBuffer((line + "x").utf8)
      let excerpt = LocatedFinding.Excerpt(
        of: source.view, from: line.utf8.count, to: line.utf8.count + 1)
      let own = line.drop { $0 == "\n" }.count
      #expect(excerpt.offset == min(own, LocatedFinding.Excerpt.reach))
      #expect(excerpt.isTruncatedBefore == (own > LocatedFinding.Excerpt.reach))
    }
  }

  @Test func longLinesAreCutRoundThePlace() {
    let left = String(repeating: "l", count: 5000)
    let right = String(repeating: "r", count: 5000)
    #expect(
      shown(left + "⟦PLACE⟧" + right, width: 29) == [
        "…lllllllllllPLACErrrrrrrrrrr…", "            ^~~~~",
      ])
    #expect(
      shown("⟦PLACE⟧" + right, width: 20) == ["PLACErrrrrrrrrrrrr…", "^~~~~"])
    #expect(
      shown(left + "⟦PLACE⟧", width: 20) == ["…lllllllllllllPLACE", "              ^~~~~"])
  }

  @Test func aLongPlaceShowsItsBeginning() {
    let place = String(repeating: "p", count: 300)
    let lines = shown("{\"key\": ⟦\(place)⟧}", width: 30)
    #expect(lines == ["…\"key\": ppppppppppppppppppppp…", "        ^~~~~~~~~~~~~~~~~~~~~"])
  }

  @Test func truncationNeverSplitsACharacter() {
    let wide = String(repeating: "é日🎁", count: 500)
    for offset in 0..<9 {
      let source = ByteBuffer((String(repeating: "x", count: offset) + wide + "!" + wide).utf8)
      let start = offset + wide.utf8.count
      let excerpt = LocatedFinding.Excerpt(of: source.view, from: start, to: start + 1)
      #expect(!excerpt.text.unicodeScalars.contains("\u{FFFD}"))
      #expect(excerpt.isTruncatedBefore && excerpt.isTruncatedAfter)
      let view = ExcerptView(excerpt, width: 40)
      let before = view.source.unicodeScalars.prefix { $0 != "!" }
      #expect(before.reduce(0) { $0 + DisplayWidth.of($1) } == view.indent)
      #expect(view.source.unicodeScalars.reduce(0) { $0 + DisplayWidth.of($1) } <= 40)
    }
  }

  @Test func aLineThatBeginsElsewhereIsCut() {
    let source = ByteBuffer("tail of a line".utf8)
    let excerpt = LocatedFinding.Excerpt(of: source.view, from: 5, to: 7, beginsLine: false)
    #expect(excerpt.isTruncatedBefore)
    #expect(ExcerptView(excerpt, width: 60).source == "…tail of a line")
  }

  @Test func offsetsAfterTheEndAreClamped() {
    let source = ByteBuffer("ab".utf8)
    let excerpt = LocatedFinding.Excerpt(of: source.view, from: 9, to: 12)
    #expect(excerpt.text == "ab" && excerpt.offset == 2 && excerpt.length == 1)
  }
}
