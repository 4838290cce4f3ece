import CardJSON
import CardRules
import Foundation
import CardPlatform
import TestSupport
import Testing

@testable import CardCommands

@Suite struct BaselineTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write("feed.json", ReportSample.feed)
    try folder.write("other.json", "[]")
  }

  /// Writes a baseline of findings to `ci/known.json`.
  private func write(
    _ findings: [LocatedFinding], keeping old: Baseline? = nil, read: [String] = []
  ) throws -> String {
    try folder.write("ci/README", "")
    var writer = BaselineWriter(paths: try Baseline.paths(for: "ci/known.json", folder.console))
    for finding in findings { writer.add(finding) }
    if let old {
      let known = try old.knownPaths(read: read, folder.console)
      writer.keep(from: old) { known.contains($0.path) }
    }
    try writer.write(to: "ci/known.json", folder.console)
    return try folder.text("ci/known.json")
  }

  private func baseline() throws -> Baseline {
    try Baseline(reading: "ci/known.json", folder.console)
  }

  /// The messages of stale entries after looking up `findings`.
  private func stale(_ findings: [LocatedFinding], read: [String] = ["feed.json"]) throws
    -> [String]
  {
    var baseline = try baseline()
    for finding in findings { _ = baseline.accepts(finding) }
    let known = try baseline.knownPaths(read: read, folder.console)
    return baseline.staleEntries { known.contains($0.path) }.map(\.line)
  }

  @Test func theFileIsSortedAndOneEntryALine() throws {
    let findings = [
      ReportSample.finding("card-2", path: "./other.json", .error, "z"),
      ReportSample.two[1], ReportSample.two[0], ReportSample.two[0],
      ReportSample.finding("card-1", .info, "infos do not fail a run"),
    ]
    let text = try write(findings)
    let expected = """
      {
        "version": 1,
        "findings": [
          {"path": "../feed.json", "rule": "card/deprecated", "card_id": "card-2", \
      "pointer": "/*/url", "count": 1, "message": "the url is empty", "fingerprint": "…"},
          {"path": "../feed.json", "rule": "card/shape", "card_id": "card-1", \
      "pointer": "/*/url", "count": 2, "message": "'htp:/x' is no url", "fingerprint": "…"},
          {"path": "../other.json", "rule": "card/shape", "count": 1, "message": "z", \
      "fingerprint": "…"}
        ]
      }

      """
    let digits = /[0-9a-f]{32}/
    #expect(text.replacing(digits, with: "…") == expected)
    #expect(try write(findings.reversed()) == text)
  }

  @Test func anEmptyBaselineIsRead() throws {
    #expect(try write([]) == "{\n  \"version\": 1,\n  \"findings\": []\n}\n")
    #expect(try baseline().entries.isEmpty)
  }

  @Test func heldFindingsAreTakenAsOftenAsTheyWereFound() throws {
    _ = try write([ReportSample.two[0], ReportSample.two[0]])
    var baseline = try baseline()
    let taken = (0..<3).map { _ in baseline.accepts(ReportSample.two[0]) }
    #expect(taken == [true, true, false])
    let other = baseline.accepts(ReportSample.two[1])
    #expect(!other)
  }

  @Test func entriesSurviveEditsElsewhere() throws {
    let ids: [String?] = ["card-1", nil]
    for id in ids {
      func finding(_ source: String, _ pointer: String) -> LocatedFinding {
        ReportSample.finding("\"htp:/x\"", in: source, .error, "m", pointer, 1, id)
      }
      _ = try write([finding(ReportSample.feed, "/0/url")])
      var baseline = try baseline()
      let edited = "\n\n" + ReportSample.feed.replacing("[\n", with: "[\n  {\"id\": \"card-0\"},\n")
      let moved = baseline.accepts(finding(edited, "/1/url"))
      #expect(moved)
      var fresh = try self.baseline()
      let another = fresh.accepts(finding(edited.replacing("card", with: "kard"), "/1/image"))
      #expect(!another)
    }
  }

  @Test func staleEntriesAreNamed() throws {
    _ = try write(ReportSample.two + [ReportSample.two[1], ReportSample.finding("card-2")])
    let rest = [ReportSample.two[1]]
    #expect(
      try stale(rest) == [
        "ci/known.json:4:5: error[baseline/stale] 'card/deprecated' of card 'card-2' at /*/url in "
          + "'../feed.json' is found 1 of 2 times; remove the entry",
        "ci/known.json:5:5: error[baseline/stale] 'card/shape' in '../feed.json' is no "
          + "longer found; remove the entry",
        "ci/known.json:6:5: error[baseline/stale] 'card/shape' of card 'card-1' at /*/url in "
          + "'../feed.json' is no longer found; remove the entry",
      ])
  }

  @Test func filesThatWereNotReadAreNotStale() throws {
    _ = try write([
      ReportSample.two[0], ReportSample.finding("card-1", path: "other.json"),
      ReportSample.finding("card-1", path: "gone.json"), ReportSample.finding("card-1", path: "-"),
    ])
    #expect(try stale([], read: ["./feed.json"]).count == 2)
    #expect(try stale([], read: []).count == 1)
    #expect(try stale([], read: ["feed.json", "other.json", "-"]).count == 4)
    #expect(try stale([], read: []).first?.contains("'../gone.json'") == true)
  }

  @Test func aNewBaselineKeepsWhatWasNotRead() throws {
    _ = try write([
      ReportSample.two[0], ReportSample.finding("card-1", path: "other.json"),
      ReportSample.finding("card-1", path: "gone.json"),
    ])
    _ = try write([ReportSample.two[1]], keeping: try baseline(), read: ["feed.json"])
    let held = try baseline().entries.keys.map { "\($0.path) \($0.rule)" }.sorted()
    #expect(held == ["../feed.json card/deprecated", "../other.json card/shape"])
  }

  @Test func entriesThatAMergeDoubledCountTogether() throws {
    let entry = "{\"path\": \"a\", \"rule\": \"r\", \"fingerprint\": \"\(Digest().text)\"}"
    try folder.write("ci/known.json", "{\"version\": 1, \"findings\": [\(entry), \(entry)]}")
    let held = try baseline().entries
    #expect(held.values.map(\.remaining) == [2] && held.values.map(\.count) == [2])
  }

  @Test(arguments: [
    ("[]", "1:1: error: expected an object"),
    ("{\"findings\": []}", "1:1: error: expected a number in 'version'"),
    (
      "{\"version\": 2, \"findings\": []}",
      "1:13: error: expected version 1, this baseline has version 2"
    ),
    ("{\"version\": 1}", "1:1: error: expected an array of entries in 'findings'"),
    ("{\"version\": 1,\n\"findings\": [7]}", "2:14: error: expected an entry with text in 'path'"),
    (
      "{\"version\": 1, \"findings\": [{\"path\": \"a\", \"rule\": \"b\"}]}",
      "1:29: error: expected an entry with text in 'fingerprint'"
    ),
    (
      "{\"version\": 1, \"findings\": [{\"path\": \"a\", \"rule\": \"b\", \"fingerprint\": \"x\"}]}",
      "1:71: error: expected 32 hexadecimal digits in 'fingerprint'"
    ),
    (
      "{\"version\": 1, \"findings\": [{\"count\": 0, \"path\": \"a\", \"rule\": \"b\", "
        + "\"fingerprint\": \"6c62272e07bb014262b821756295c58d\"}]}",
      "1:39: error: expected a whole number from 1 in 'count'"
    ),
    ("{\"version\": 1,\n<<<<<<< HEAD", "2:1: error: a Git conflict marker"),
  ])
  func mistakesHaveTheirPlace(_ text: String, _ message: String) throws {
    try folder.write("ci/known.json", text)
    let error = #expect(throws: ConfigurationError.self) { try baseline() }
    let line = error?.message ?? ""
    #expect(line.hasPrefix("ci/known.json:" + message), "\(line)")
  }

  @Test func aMissingBaselineIsAFailureToRead() {
    let failure = #expect(throws: SystemFailure.self) { try baseline() }
    #expect(failure?.action == "cannot open \(folder.path)/ci/known.json")
  }

  @Test func hostileTextsAreReadBack() throws {
    let findings = ReportSample.hostileFindings.filter { !$0.path.contains("\0") }
    let text = try write(findings)
    #expect(!text.contains("##["))
    var baseline = try baseline()
    for finding in findings where finding.finding.severity != .info {
      let taken = baseline.accepts(finding)
      #expect(taken)
    }
    #expect(baseline.entries.values.allSatisfy { $0.remaining == 0 })
  }

  @Test func theOldFileStaysWhenTheNewOneCannotBeWritten() throws {
    let text = try write([ReportSample.two[0]])
    var writer = BaselineWriter(paths: try Baseline.paths(for: "ci/known.json", folder.console))
    var finding = ReportSample.two[0]
    for number in 0...BaselineWriter.maximumEntries {
      finding.finding.cardID = "id-\(number)"
      writer.add(finding)
    }
    let error = #expect(throws: ConfigurationError.self) {
      try writer.write(to: "ci/known.json", folder.console)
    }
    #expect(error?.message.contains("more than 50000 entries") == true)
    let empty = BaselineWriter(paths: try Baseline.paths(for: "ci/known.json", folder.console))
    #expect(throws: SystemFailure.self) { try empty.write(to: "none/known.json", folder.console) }
    #expect(try folder.text("ci/known.json") == text)
    #expect(try folder.names() == ["ci", "feed.json", "other.json"])
  }
}
