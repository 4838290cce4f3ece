import CardProcessing
import CardJSON
import CardRules
import Testing

@testable import CardCommands

@Suite struct TextReportTests {
  @Test func aLineForEachFinding() {
    let text = ReportSample.text(TextReport())
    #expect(
      text == """
        feed.json:2:27: error[card/shape] 'htp:/x' is no url
        feed.json:3:27: warning[card/deprecated] the url is empty
        2 cards, 1 error, 1 warning, 0 infos

        """)
  }

  @Test func excerptsHaveAMarkBelowThePlace() {
    let text = ReportSample.text(TextReport(showsExcerpts: true))
    #expect(
      text == """
        feed.json:2:27: error[card/shape] 'htp:/x' is no url
         2 |   {"id": "card-1", "url": "htp:/x"},
           |                           ^~~~~~~~
        feed.json:3:27: warning[card/deprecated] the url is empty
         3 |   {"id": "card-2", "url": ""}
           |                           ^~
        2 cards, 1 error, 1 warning, 0 infos

        """)
  }

  @Test func colourMarksPlaceSeverityAndMark() {
    var report = TextReport(showsExcerpts: true, showsSummary: false)
    report.style.isColored = true
    let text = ReportSample.text(report, [ReportSample.two[0]])
    #expect(
      text == """
        \u{1B}[1mfeed.json:2:27:\u{1B}[0m \u{1B}[1;31merror\u{1B}[0m[card/shape] \
        'htp:/x' is no url
         2 |   {"id": "card-1", "url": "htp:/x"},
           |                           \u{1B}[1;32m^~~~~~~~\u{1B}[0m

        """)
  }

  @Test func statisticsStandBeforeTheSummary() {
    var findings = Array(repeating: ReportSample.two[1], count: 10)
    findings.append(ReportSample.two[0])
    let text = ReportSample.text(TextReport(), findings, cards: 12, statistics: true)
    #expect(
      text.hasSuffix(
        """
        10  warning  card/deprecated
         1  error    card/shape
        12 cards, 1 error, 10 warnings, 0 infos

        """))
  }

  @Test(arguments: [
    (
      ReportSummary(cards: 1, errors: 0, warnings: 0, infos: 1),
      "1 card, 0 errors, 0 warnings, 1 info"
    ),
    (ReportSummary(cards: 0), "0 cards, 0 errors, 0 warnings, 0 infos"),
    (
      ReportSummary(cards: 3, errors: 1, warnings: 1, infos: 2, known: 4),
      "3 cards, 1 error, 1 warning, 2 infos, 4 in the baseline"
    ),
  ])
  func theSummaryCounts(_ summary: ReportSummary, _ line: String) {
    #expect(summary.line == line)
  }

  @Test func controlCharactersOfCardsAreEscaped() {
    for report in [TextReport(), TextReport(showsExcerpts: true)] {
      let text = ReportSample.text(report, ReportSample.hostileFindings)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let perFinding = report.showsExcerpts ? 3 : 1
      #expect(lines.count == ReportSample.hostileFindings.count * perFinding + 2)
      for line in lines {
        let start = line.unicodeScalars.drop { $0.properties.isWhitespace }
        #expect(!start.starts(with: "::".unicodeScalars))
        #expect(!line.unicodeScalars.contains { ControlEscapes.isActive($0) })
        for mark in ["##[", "##vso[", "##teamcity["] { #expect(!line.contains(mark)) }
      }
    }
  }

  @Test(arguments: [
    ("a\tb", "a\\u0009b"), ("##[error]", "#\\u0023[error]"), ("### title", "### title"),
    ("##vso[x]", "#\\u0023vso[x]"), ("# [", "# ["), ("##", "##"), ("é🎁", "é🎁"),
    ("###[", "##\\u0023["), ("\u{9B}31m", "\\u009b31m"),
  ])
  func linesStayHarmless(_ text: String, _ expected: String) {
    #expect(LineText.escaped(text) == expected)
  }
}
