import CardRules
import Foundation
import Testing

@testable import CardCommands

@Suite struct JSONReportTests {
  private let first = """
    {"path":"feed.json","line":2,"column":27,"end_line":2,"end_column":35,"offset":28,\
    "severity":"error","rule":"card/shape","message":"'htp:/x' is no url",\
    "pointer":"/0/url","record":1,"card_id":"card-1"}
    """
  private let second = """
    {"path":"feed.json","line":3,"column":27,"end_line":3,"end_column":29,"offset":65,\
    "severity":"warning","rule":"card/deprecated","message":"the url is empty",\
    "pointer":"/1/url","record":2,"card_id":"card-2"}
    """

  @Test func jsonHoldsFindingsAndSummary() {
    #expect(
      ReportSample.text(JSONReport()) == """
        {"findings":[
        \(first),
        \(second)
        ],"summary":{"cards":2,"requests":0,"errors":1,"warnings":1,"infos":0,"fixable":0,"rules_off":0,"skipped_files":0}}

        """)
  }

  @Test func jsonWithoutFindingsIsOneLine() {
    #expect(
      ReportSample.text(JSONReport(), []) == """
        {"findings":[],"summary":{"cards":2,"requests":0,"errors":0,"warnings":0,"infos":0,"fixable":0,"rules_off":0,"skipped_files":0}}

        """)
  }

  @Test func statisticsArePartOfTheSummary() {
    let text = ReportSample.text(JSONReport(), statistics: true)
    #expect(
      text.hasSuffix(
        """
        "infos":0,"fixable":0,"rules_off":0,"skipped_files":0,"statistics":[{"rule":"card/shape","severity":"error","count":1},\
        {"rule":"card/deprecated","severity":"warning","count":1}]}}

        """))
  }

  @Test func ndjsonIsFindingsAlone() {
    #expect(ReportSample.text(NDJSONReport()) == "\(first)\n\(second)\n")
    #expect(ReportSample.text(NDJSONReport(), []) == "")
  }

  @Test func absentPropertiesAreOmitted() {
    let text = ReportSample.text(NDJSONReport(), [ReportSample.finding("card-1")])
    #expect(text.hasSuffix("\"pointer\":\"\"}\n"))
  }

  @Test func hostileTextsComeBackAsTheyWere() throws {
    let findings = ReportSample.hostileFindings
    let text = ReportSample.text(JSONReport(), findings)
    for mark in ["##[", "##vso[", "##teamcity["] { #expect(!text.contains(mark)) }
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let read = try #require(object?["findings"] as? [[String: Any]])
    #expect(read.count == findings.count)
    for (read, finding) in zip(read, findings) {
      #expect(read["path"] as? String == finding.path)
      #expect(read["message"] as? String == finding.finding.message)
      #expect(read["rule"] as? String == finding.finding.rule.id)
      #expect(read["pointer"] as? String == finding.finding.pointer)
      #expect(read["card_id"] as? String == finding.finding.cardID)
    }
    #expect(text.split(separator: "\n").count == findings.count + 2)
  }
}
