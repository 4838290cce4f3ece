import CardProcessing
import CardJSON
import CardRules
import Testing

@testable import CardCommands

@Suite struct GitHubReportTests {
  private let report = GitHubReport(paths: ReportSample.paths)

  @Test func annotationsNameThePlace() {
    #expect(
      ReportSample.text(report, ReportSample.two.reversed()) == """
        ::error title=cardctl (card/shape),file=cards/feed.json,line=2,col=27,endLine=2,\
        endColumn=35::cards/feed.json:2:27: card/shape 'htp:/x' is no url
        ::warning title=cardctl (card/deprecated),file=cards/feed.json,line=3,col=27,endLine=3,\
        endColumn=29::cards/feed.json:3:27: card/deprecated the url is empty

        """)
    #expect(ReportSample.text(report, []) == "")
  }

  @Test func columnsAreLeftOutOverSeveralLines() {
    let finding = ReportSample.finding("{\"id\": \"card-1\", \"url\": \"htp:/x\"},\n  {", .info)
    #expect(
      ReportSample.text(report, [finding]) == """
        ::notice title=cardctl (card/shape),file=cards/feed.json,line=2,endLine=3\
        ::cards/feed.json:2:3: card/shape bad

        """)
  }

  @Test func standardInputHasNoFile() {
    let finding = ReportSample.finding("card-1", path: "-")
    #expect(
      ReportSample.text(report, [finding]) == """
        ::error title=cardctl (card/shape),line=2,col=11,endLine=2,endColumn=17\
        ::-:2:11: card/shape bad

        """)
  }

  @Test func propertiesAndDataAreEscaped() {
    let finding = ReportSample.finding(
      "card-1", path: "a,b:c%.json", .error, "100%\r\n::error::no")
    #expect(
      ReportSample.text(report, [finding]) == """
        ::error title=cardctl (card/shape),file=cards/a%2Cb%3Ac%25.json,line=2,col=11,endLine=2,\
        endColumn=17::cards/a,b:c%25.json:2:11: card/shape 100%25\\u000d\\u000a::error::no

        """)
  }

  @Test func tenOfAKindAndANoticeOfTheRest() {
    func many(_ severity: Severity, _ count: Int) -> [LocatedFinding] {
      Array(repeating: ReportSample.finding("card-1", severity), count: count)
    }
    func kinds(_ findings: [LocatedFinding]) -> [String] {
      ReportSample.text(report, findings).split(separator: "\n").map {
        String($0.prefix { $0 != " " })
      }
    }
    let errors = Array(repeating: "::error", count: 10)
    let warnings = Array(repeating: "::warning", count: 10)
    let notices = Array(repeating: "::notice", count: 10)
    #expect(
      kinds(many(.info, 10) + many(.warning, 10) + many(.error, 10)) == errors + warnings + notices)
    let text = ReportSample.text(report, many(.info, 11) + many(.warning, 12) + many(.error, 11))
    #expect(
      kinds(many(.info, 11) + many(.warning, 12) + many(.error, 11)) == errors + warnings + notices)
    #expect(
      text.hasSuffix(
        "::notice title=cardctl::not shown as annotations: 1 error, 2 warnings, 2 infos\n"))
  }

  @Test func aHostileCardMakesNoAnnotation() {
    for finding in ReportSample.hostileFindings {
      let text = ReportSample.text(report, [finding])
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 2 && lines[1].isEmpty)
      let kind = ["error": "::error ", "warning": "::warning ", "info": "::notice "]
      #expect(lines[0].hasPrefix(kind[finding.finding.severity.rawValue] ?? "?"))
      #expect(!lines[0].unicodeScalars.contains { ControlEscapes.isActive($0) })
      // The properties end at the first `::`, so they must not contain it.
      let properties = lines[0].dropFirst(2).prefix(while: { $0 != ":" })
      let names = properties.split(separator: " ", maxSplits: 1)[1].split(separator: ",").map {
        $0.prefix { $0 != "=" }
      }
      let isOneLine = finding.start.line == finding.end.line
      let place = isOneLine ? ["line", "col", "endLine", "endColumn"] : ["line", "endLine"]
      #expect(names == (["title", "file"] + place).map { $0[...] }, "\(properties)")
    }
  }

  @Test func pathsAreThoseOfTheWorkspace() throws {
    let console = Console(
      input: -1, output: -1, error: -1, environment: ["GITHUB_WORKSPACE": "/builds/app"],
      directory: "/builds/app/cards", now: 0, processors: 1)
    let made = GitHubReport(paths: try ReportPaths(console))
    #expect(ReportSample.text(made) == ReportSample.text(report))
  }
}
