import Testing

@testable import CardCommands

struct DisplayWidthTests {
  @Test(
    arguments: [
      ("", 0), ("a", 1), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2),
      ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("☕️", 2), ("☕", 2), ("❤", 1), ("❤️", 2),
      ("❤\u{FE0E}", 1), ("👍🏽", 2), ("👩‍💻", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2),
      ("1️⃣", 2), ("a\u{200B}b", 2), ("\u{AD}", 1), ("क्षि", 3), ("ไทย", 3), ("กำ", 2),
      ("“x”", 3), ("…", 1), ("\u{1F4A9}", 2), ("㍿", 2), ("〈x〉", 5), ("\u{301}", 0), ("𠀋", 2),
      ("ﷺ", 1), ("—", 1), ("→", 1), ("█", 1),
    ] as [(String, Int)])
  func aTextTakesSoManyColumns(_ text: String, _ columns: Int) {
    #expect(DisplayWidth.of(text) == columns, "\(text)")
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("日本語", 2, "…"), ("a👩‍💻b", 4, "a👩‍💻b"), ("a👩‍💻bc", 4, "a👩‍💻…"),
    ("a👩‍💻bc", 3, "a…"), ("e\u{301}e\u{301}e", 2, "e\u{301}…"), ("", 0, ""), ("a", 0, ""),
    ("ab", 1, "…"),
  ])
  func aTextIsCutBetweenCharacters(_ text: String, _ width: Int, _ expected: String) {
    let cut = DisplayWidth.cut(text, to: width)
    #expect(Array(cut.utf8) == Array(expected.utf8), "\(cut)")
    #expect(DisplayWidth.of(cut) <= max(width, 0))
  }

  @Test func blanksFillUpToAWidth() {
    #expect(DisplayWidth.padded("日", to: 4) == "日  ")
    #expect(DisplayWidth.padded("7", to: 3, alignsRight: true) == "  7")
    #expect(DisplayWidth.padded("abcd", to: 3) == "abcd")
  }

  @Test(
    arguments: [
      (0, "now"), (999, "now"), (-1000, "1 s ago"), (-59_999, "59 s ago"), (-60_000, "1 min ago"),
      (3_599_000, "in 59 min"), (-10_800_000, "3 h ago"), (172_799_000, "in 47 h"),
      (172_800_000, "in 2 d"), (1_036_800_000, "in 12 d"), (-63_071_999_000, "729 d ago"),
      (-63_072_000_000, "730 d ago"), (-63_113_904_000, "2 y ago"),
      (-63_902_827_800_000, "2025 y ago"),
    ] as [(Int64, String)])
  func timesAreSaidInWords(_ distance: Int64, _ words: String) {
    let now: Int64 = 1_795_165_200_000
    #expect(TimeWords.relative(now + distance, now: now) == words)
  }

  @Test func extremeTimesHaveWordsToo() {
    #expect(TimeWords.relative(.min, now: 1) == "long ago")
    #expect(TimeWords.relative(.max, now: -1) == "far in the future")
  }
}
