import ContentCardKit
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The overview counts what `filter --count` counts.
@Suite(.enabled(if: Gate.opens("InspectCountTests"), "CARDCTL_GATE is not 1"))
struct InspectCountTests {
  /// Every fixture that may contain cards.
  static let fixtures: [String] = {
    let walk = FileManager.default.enumerator(atPath: Repository.fixtures.path)
    let names = (walk?.allObjects as? [String]) ?? []
    return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".ndjson") }
      .filter { !isTranslation($0) || $0.hasSuffix("/web.json") || $0.hasSuffix("/abk.ndjson") }
      .sorted()
  }()

  /// Whether a fixture has the cards of another one in another shape.
  private static func isTranslation(_ name: String) -> Bool { name.hasPrefix("validate/") }

  private struct Reading {
    let path: String
    let overview: [String: Any]

    let options: [String]

    init(_ name: String, _ options: [String] = []) throws {
      self.options = options
      path = Repository.fixtures.appending(path: name).path
      let run = try CommandRun(
        arguments: ["inspect", "--to", "json", "--no-config"] + options + [path]
      ).result()
      let object = try JSONSerialization.jsonObject(with: Data(run.output))
      let parts = try #require(object as? [String: Any])
      overview = try #require(parts["overview"] as? [String: Any])
      let cards = try #require(parts["cards"] as? [Any])
      #expect(cards.count == overview["cards"] as? Int)
    }

    /// The counts of a list of rows by the value of their key.
    func counts(_ list: String, by key: String) throws -> [String: Int] {
      let rows = try #require(overview[list] as? [[String: Any]])
      var counts: [String: Int] = [:]
      for row in rows { counts[try #require(row[key] as? String)] = row["count"] as? Int }
      return counts
    }

    /// The number of cards that `filter` counts with these selectors.
    func filtered(_ selectors: [String]) throws -> Int {
      let run = try CommandRun(arguments: ["filter", "--count"] + options + selectors + [path])
        .result()
      let text = run.text.trimmingCharacters(in: .whitespacesAndNewlines)
      return try #require(Int(text))
    }
  }

  @Test(arguments: fixtures) func heldCountsAgreeWithFilter(_ name: String) throws {
    let reading = try Reading(name, ["--merge", "--at", "2026-11-20T12:00:00Z"])
    #expect(try reading.filtered([]) == reading.overview["cards"] as? Int)
  }

  @Test(arguments: fixtures) func countsAgreeWithFilter(_ name: String) throws {
    let reading = try Reading(name)
    #expect(try reading.filtered([]) == reading.overview["cards"] as? Int)
    let types = try reading.counts("types", by: "type")
    for type in CardType.allCases.map(\.name.description) {
      #expect(try reading.filtered(["--type", type]) == types[type] ?? 0, "\(type)")
    }
    let shapes = try reading.counts("shapes", by: "shape")
    for shape in Shape.allCases.map(\.name.description) {
      let count = try reading.filtered(["--where", "shape = \(shape)"])
      #expect(count == shapes[shape] ?? 0, "\(shape)")
    }
    let flags = try #require(reading.overview["flags"] as? [String: Int])
    #expect(flags.count == CardFlag.allCases.count)
    for flag in CardFlag.allCases {
      let selectors = flag == .removed ? ["--where", "removed"] : ["--\(flag)"]
      #expect(try reading.filtered(selectors) == flags["\(flag)"], "\(flag)")
    }
    try classesAgree(reading)
  }

  private func classesAgree(_ reading: Reading) throws {
    var unknown = try #require(reading.overview["without_class_type"] as? Int)
    for (name, count) in try reading.counts("class_types", by: "class_type") {
      #expect(try reading.filtered(["--class-type", name]) == count, "\(name)")
      if Registry.builtIn.index(of: name) == nil { unknown += count }
    }
    #expect(try reading.filtered(["--class-type", "none"]) == unknown)
  }

  @Test func thereAreFixtures() {
    #expect(InspectCountTests.fixtures.count >= 30)
  }

  /// The findings are those of `validate`, wherever the input is cards.
  @Test(arguments: fixtures.filter { !$0.hasPrefix("requests/") && !$0.contains("registry") })
  func findingsAgreeWithValidate(_ name: String) throws {
    let reading = try Reading(name)
    let run = try CommandRun(
      arguments: ["validate", "--to", "json", "--kind", "cards", "--no-config", reading.path]
    ).result()
    let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let summary = try #require(object?["summary"] as? [String: Int])
    let findings = try #require(reading.overview["findings"] as? [String: Any])
    for key in ["errors", "warnings", "infos"] {
      #expect(findings[key] as? Int == summary[key], "\(key)")
    }
    let rules = try #require(findings["rules"] as? [[String: Any]])
    let counts = rules.compactMap { $0["count"] as? Int }
    #expect(
      counts.reduce(0, +) == summary["errors", default: 0] + summary["warnings", default: 0]
        + summary["infos", default: 0])
  }
}
