import CardJSON
import Foundation
import Testing

@testable import CardCommands
@testable import CardRules

@Suite struct RDJSONReportTests {
  private let report = RDJSONReport(paths: ReportSample.paths)

  private func diagnostics(_ findings: [LocatedFinding]) throws -> [[String: Any]] {
    let data = Data(ReportSample.text(report, findings).utf8)
    let result = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect((result["source"] as? [String: String]) == ["name": "cardctl"])
    return try #require(result["diagnostics"] as? [[String: Any]])
  }

  @Test func columnsCountBytes() throws {
    let source = #"{"é☕":"é"}"#
    var finding = ReportSample.finding("\"é\"", in: source, rule: "card/deprecated")
    let place = finding.finding.offset..<finding.finding.endOffset
    finding.edits = [
      LocatedEdit(start: finding.start, end: finding.end, edit: TextEdit(place, "\"e\""))
    ]
    let diagnostic = try #require(try diagnostics([finding]).first)
    let location = try #require(diagnostic["location"] as? [String: Any])
    #expect(location["path"] as? String == "cards/feed.json")
    let range = ["start": ["line": 1, "column": 10], "end": ["line": 1, "column": 14]]
    #expect(location["range"] as? [String: [String: Int]] == range)
    let suggestion = try #require((diagnostic["suggestions"] as? [[String: Any]])?.first)
    #expect(suggestion["range"] as? [String: [String: Int]] == range)
    #expect(suggestion["text"] as? String == "\"e\"")
    #expect(
      diagnostic["code"] as? [String: String]
        == ["value": "card/deprecated", "url": Rule.deprecated.source])
  }

  @Test func hostileTextIsText() throws {
    for diagnostic in try diagnostics(ReportSample.hostileFindings) {
      #expect(diagnostic["message"] is String)
      #expect(["ERROR", "WARNING", "INFO"].contains(diagnostic["severity"] as? String))
    }
    #expect(try diagnostics([]).isEmpty)
    #expect(!ReportSample.text(report, ReportSample.hostileFindings).contains("##"))
  }
}
