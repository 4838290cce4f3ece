import CardRules
import Foundation
import Testing

@testable import CardCommands

@Suite struct GitLabReportTests {
  private let report = GitLabReport(paths: ReportSample.paths)

  private func issues(_ findings: [LocatedFinding], _ report: GitLabReport? = nil) throws
    -> [[String: Any]]
  {
    let text = ReportSample.text(report ?? self.report, findings)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  @Test func issuesAreOneALine() {
    #expect(
      ReportSample.text(report) == """
        [
        {"check_name":"card/shape","description":"card/shape: 'htp:/x' is no url",\
        "severity":"major","fingerprint":"ef103bd1f5f918a367b3795eb9aedb23",\
        "location":{"path":"cards/feed.json","positions":{"begin":{"line":2,"column":27},\
        "end":{"line":2,"column":35}}}},
        {"check_name":"card/deprecated","description":"card/deprecated: the url is empty",\
        "severity":"minor","fingerprint":"b2f51fbbaedab99b9cd23dd5e5e1a290",\
        "location":{"path":"cards/feed.json","positions":{"begin":{"line":3,"column":27},\
        "end":{"line":3,"column":29}}}}
        ]

        """)
    #expect(ReportSample.text(report, []) == "[]\n")
  }

  @Test func issuesHaveTheKeysThatGitLabDemands() throws {
    for issue in try issues(ReportSample.hostileFindings) {
      #expect(issue["description"] is String)
      #expect(issue["check_name"] is String)
      #expect((issue["fingerprint"] as? String)?.count == 32)
      #expect(["info", "minor", "major"].contains(issue["severity"] as? String))
      let location = try #require(issue["location"] as? [String: Any])
      let path = try #require(location["path"] as? String)
      #expect(!path.hasPrefix("./"))
      let positions = try #require(location["positions"] as? [String: [String: Int]])
      #expect(positions["begin"]?["line"] ?? 0 >= 1)
    }
  }

  @Test func fingerprintsAreUnique() throws {
    let twice = ReportSample.two + ReportSample.two + ReportSample.two
    let fingerprints = try issues(twice).compactMap { $0["fingerprint"] as? String }
    #expect(fingerprints.count == 6)
    #expect(Set(fingerprints).count == 6)
    let hostile = try issues(ReportSample.hostileFindings + ReportSample.hostileFindings)
    #expect(Set(hostile.compactMap { $0["fingerprint"] as? String }).count == hostile.count)
  }

  @Test func beyondTheLimitTheLastIssueSaysHowMany() throws {
    let many = Array(repeating: ReportSample.two[0], count: 12)
    let read = try issues(
      many, GitLabReport(paths: ReportSample.paths, limit: ResultLimit(maximum: 10)))
    #expect(read.count == 11)
    #expect(read.last?["description"] as? String == "report/limit: not shown: 2 errors")
  }
}
