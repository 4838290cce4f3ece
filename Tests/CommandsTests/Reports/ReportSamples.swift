import CardJSON
import CardRules

@testable import CardCommands

/// Findings in invented inputs, for tests of reports.
enum ReportSample {
  /// A feed of three lines.
  static let feed = """
    [
      {"id": "card-1", "url": "htp:/x"},
      {"id": "card-2", "url": ""}
    ]
    """

  /// Paths of a repository in which cardctl runs.
  static let paths = ReportPaths(directory: "/builds/app/cards", root: "/builds/app")

  /// An error and a warning of the feed.
  static var two: [LocatedFinding] {
    [
      finding(
        "\"htp:/x\"", rule: "card/shape", .error, "'htp:/x' is no url", "/0/url", 1, "card-1"),
      finding("\"\"", rule: "card/deprecated", .warning, "the url is empty", "/1/url", 2, "card-2"),
    ]
  }

  /// A finding about the first occurrence of `text` in `source`.
  static func finding(
    _ text: String, in source: String = feed, path: String = "feed.json",
    rule: Rule = "card/shape", _ severity: Severity = .error, _ message: String = "bad",
    _ pointer: String = "", _ record: Int? = nil, _ cardID: String? = nil
  ) -> LocatedFinding {
    let bytes = ByteBuffer(source.utf8)
    let needle = ByteBuffer(text.utf8)
    let start = bytes.view.firstIndex(of: needle.view) ?? 0
    let end = start + needle.count
    return LocatedFinding(
      path: path,
      finding: Finding(
        rule: rule, severity: severity, message: message, offset: start, endOffset: end,
        pointer: pointer, record: record, cardID: cardID),
      start: position(bytes.view, start), end: position(bytes.view, end),
      subject: Digest(of: needle.view),
      excerpt: LocatedFinding.Excerpt(of: bytes.view, from: start, to: end))
  }

  private static func position(_ bytes: ByteView, _ offset: Int) -> TextPosition {
    var position = TextPosition()
    position.advance(over: bytes.slice(0..<offset))
    return position
  }

  /// The output of `report`.
  static func text(
    _ report: any Report, _ findings: [LocatedFinding] = two, cards: Int = 2,
    statistics: Bool = false
  ) -> String {
    var report = report
    var output = ByteBuffer()
    var summary = ReportSummary(cards: cards)
    if statistics { summary.statistics = RuleStatistics() }
    report.begin(&output)
    for finding in findings {
      summary.add(finding.finding.severity)
      summary.statistics?.add(rule: finding.finding.rule, finding.finding.severity)
      report.add(finding, &output)
    }
    report.end(summary, &output)
    return output.view.text
  }

  /// Strings that try to inject commands, for each position where a card's text can occur.
  static let hostile = [
    "::error file=x::injected", "a\n::error::injected", "a\r\n::warning::injected",
    "##[error]injected", "##vso[task.complete]", "##teamcity[x]", "]]>",
    "<script>alert(1)</script>",
    "\u{1B}[31mred", "\u{1B}]0;title\u{07}", "a\u{2028}::error::b", "a\u{2029}b", "a\u{85}b",
    "\u{202E}gnp.exe", "\u{FFFD}", "&amp;\"'", "%0A::error::x", "\u{0}\u{1}\u{8}",
    "\u{FFFE}\u{FFFF}",
    "[click](https://example.com)", "\\u001b", "a,b:c=d", "  ::error::x", "\u{3000}::error::x",
    "e\u{301}\u{1F468}\u{200D}\u{1F469}", "{0}",
  ]

  /// Findings with hostile text as message, path, pointer and card id.
  static var hostileFindings: [LocatedFinding] {
    hostile.flatMap { text in
      [
        finding("card-1", .error, text, "/0/" + text, 1, text),
        finding("card-1", path: text, .warning, "in a path", "", 1, "card-1"),
        finding("card-2", .info, "in a pointer", text, 2, nil),
        finding(text, in: "{\"a\": \"\(text)\"}", .error, "in the source"),
      ]
    }
  }
}

/// In tests, rules are named by their ids, as users do.
extension Rule: ExpressibleByStringLiteral {
  /// Finds the rule with this id, which must exist.
  public init(stringLiteral id: String) {
    guard let rule = Rule(id) else { preconditionFailure("there is no rule \(id)") }
    self = rule
  }
}
