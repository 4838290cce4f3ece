import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// `filter`, `convert` and the views of `inspect` select the same cards in the same order.
struct SelectionTests {
  static let selections: [[String]] = [
    [], ["--class-type", "none"], ["--class-type", "coupon_code", "--class-type", "Home_Tile"],
    ["--type", "control"], ["--no-control", "--shown"], ["--active"], ["--expired"],
    ["--extra", "discount_percentage"], ["--extra", "discount_percentage=10"],
    ["--created-after", "2026-11-19", "--tz", "+13:00"], ["--expires-before", "30d"],
    ["--where", "title ~= OFF"], ["--where", "title ^= A", "--where", "!pinned"],
    ["-v", "--where", "extras.discount_percentage > 9"], ["--viewed"], ["--where", "title = x"],
  ]

  private static let cards = Repository.fixtures.appending(path: "cards.ndjson").path

  private func run(_ arguments: [String]) throws -> String {
    let run = CommandRun(arguments: arguments + ["--no-config", SelectionTests.cards])
    let result = try run.result()
    #expect(result.status == 0, "\(result.messageText)")
    return result.text
  }

  private func ids(_ lines: String) throws -> [String] {
    try lines.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["id"] as? String)
    }
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(
    arguments: selections, [[], ["--sort", "title:desc"], ["--sort", "feed", "--limit", "2"]])
  func commandsAgree(_ selection: [String], _ order: [String]) throws {
    // `convert --class-type` selects registered class types for objects.
    let filtered = try ids(run(["filter"] + selection + order))
    if !selection.contains("--class-type") {
      #expect(try ids(run(["convert", "--as", "card"] + selection + order)) == filtered)
    }
    let overview = try object(run(["inspect", "--to", "json"] + selection + order))
    let cards = try #require(overview["cards"] as? [[String: Any]])
    #expect(cards.map { $0["id"] as? String } == filtered)
    let count = try run(["filter", "-c"] + selection)
    let counts = try #require(overview["overview"] as? [String: Any])
    #expect("\(counts["cards"] ?? "")\n" == count)
    let groups = try object(run(["inspect", "--by", "id", "--to", "json"] + selection))
    #expect("\(groups["cards"] ?? "")\n" == count)
    let rows = try #require(groups["counts"] as? [[String: Any]])
    let names = rows.compactMap { ($0["values"] as? [String])?.first }
    #expect(Set(names) == Set(try ids(run(["filter"] + selection))))
  }

  /// The table of the overview has the cards of JSON, in the same order, whatever the blocks.
  @Test(arguments: ["created", "created:desc", "title", "feed", "extras.discount_percentage:desc"])
  func tablesAreSorted(_ sort: String) throws {
    let text = try run(["inspect", "--sort", sort, "--limit", "3"])
    let lines = text.split(separator: "\n")
    let rows = lines.drop { !$0.drop { $0 == " " }.hasPrefix("#  title") }.dropFirst().prefix(3)
    let sorted = try ids(run(["filter", "--sort", sort, "--limit", "3"]))
    #expect(rows.count == sorted.count)
    for (row, id) in zip(rows, sorted) { #expect(row.contains("  \(id)  "), "\(row)") }
  }

  @Test func manyGroupsAreListedAndSorted() throws {
    let cards = (0..<3000).map {
      #"{"id":"\#($0)","tp":"short_news","ca":1,"tt":"t\#($0 % 1999)"}"#
    }
    for sorted in [1 << 10, 1 << 14, 1 << 23] {
      func run(_ options: [String]) throws -> [String] {
        var run = CommandRun(
          arguments: ["inspect", "--by", "title", "--no-config"] + options,
          input: .file(Array(cards.joined(separator: "\n").utf8)))
        run.blockSizes = BlockSizes(first: 1 << 12, usual: 1 << 12, sorted: sorted)
        return try run.result().text.split(separator: "\n").map(String.init)
      }
      let rows = try run(["--to", "csv"])
      #expect(rows.count == 2000 && rows[1] == "t0,2" && rows[1999] == "t1998,1")
      #expect(
        try run(["--to", "csv", "--sort", "title:desc", "-n", "2"])[1...] == ["t999,2", "t998,2"])
      #expect(try run(["--to", "csv", "--sort", "count", "-n", "1"])[1...] == ["t1001,1"])
      let text = try run(["-n", "1"])
      #expect(text.count == 2 && text[0].hasPrefix("title  t0 ") && text[0].hasSuffix(" 2"))
      #expect(text.last?.hasSuffix("2998  (1998 more values)") == true, "\(text)")
      let json = try run(["--to", "json"])
      #expect(json.filter { $0.contains("\"values\"") }.count == 1999)
      #expect(json.suffix(2) == ["  \"counts_not_listed\": 0", "}"])
    }
  }
}
