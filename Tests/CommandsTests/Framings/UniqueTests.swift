import CardCommands
import Foundation
import TestSupport
import Testing

/// The first of the cards with one id is printed, for any number of workers and block size.
@Suite struct UniqueTests {
  /// The number of threads, and the block size of each.
  struct Way: Sendable {
    var jobs: Int
    var block: Int
  }

  static let ways = [
    Way(jobs: 1, block: 1 << 18), Way(jobs: 1, block: 500), Way(jobs: 2, block: 700),
    Way(jobs: 8, block: 300),
  ]

  private struct Made {
    /// Nil for a card without an id, which never equals another one.
    let id: String?
    let created: Int?
    let line: String

    init(_ number: Int, _ generator: inout SeededNumbers) {
      let letter = ["a", "é", "\u{1F600}"].randomElement(using: &generator) ?? "a"
      let name = "\(letter)\(Int.random(in: 0..<150, using: &generator))"
      id = number % 11 == 0 ? nil : name
      // One id is written in two ways.
      let spelled = Bool.random(using: &generator) && letter == "a" ? #"\u0061"# : letter
      let key = id.map { _ in #""id":"\#(spelled)\#(name.dropFirst())","# } ?? ""
      let time = Int.random(in: -1..<20, using: &generator)
      created = time < 0 ? nil : time * 37
      let rest = String(repeating: "x", count: Int.random(in: 0..<90, using: &generator))
      line =
        #"{\#(key)"tp":"short_news","cl":false"# + (created.map { #","ca":\#($0)"# } ?? "")
        + #","ds":"\#(number) \#(rest)"}"#
    }
  }

  private static let made: [Made] = {
    var generator = SeededNumbers(seed: 21)
    return (0..<900).map { Made($0, &generator) }
  }()

  private static let first: [Made] = {
    var known: Set<String> = []
    return made.filter { card in card.id.map { known.insert($0).inserted } ?? true }
  }()

  private static let newest = first.enumerated().sorted { left, right in
    let (one, other) = (left.element.created ?? .min, right.element.created ?? .min)
    return one == other ? left.offset < right.offset : one > other
  }.map(\.element)

  @Test(arguments: ways)
  func theFirstCardOfAnIDCounts(_ way: Way) throws {
    let first = UniqueTests.first
    #expect(first.count < 500)
    #expect(try rows(way, []) == first.map(\.line))
    #expect(try rows(way, ["--to", "json"]) == first.map(\.line))
    #expect(try rows(way, ["--ids"]) == first.compactMap(\.id))
    #expect(try rows(way, ["--count"]) == ["\(first.count)"])
    #expect(try rows(way, ["--limit", "30"]) == first.prefix(30).map(\.line))
    let ids = Array(first.compactMap(\.id).prefix(30))
    #expect(try rows(way, ["--ids", "--limit", "30"]) == ids)
  }

  /// The first one is used even if its row is not among the first of the order.
  @Test(arguments: ways)
  func repeatsAreLeftOutBeforeRowsAreSorted(_ way: Way) throws {
    for limit in [1, 40, 450, 10_000] {
      let found = try rows(way, ["--sort", "created:desc", "--limit", "\(limit)"])
      #expect(found == UniqueTests.newest.prefix(limit).map(\.line), "\(way) \(limit)")
    }
    #expect(try rows(way, ["--sort", "created:desc"]) == UniqueTests.newest.map(\.line))
    let ids = try rows(way, ["--sort", "created:desc", "--ids"])
    #expect(ids == UniqueTests.newest.compactMap(\.id))
  }

  /// An id that cannot be printed is reported each time, wherever blocks end.
  @Test(arguments: ways)
  func idsThatCannotBePrinted(_ way: Way) throws {
    let lines = (0..<60).map { #"{"id":"\#($0 % 3 == 0 ? #"a\nb"# : "c")","tp":"short_news"}"# }
    for words in [[], ["--limit", "9"]] {
      let result = try run(way, ["--unique", "--ids", "--max-messages", "99"] + words, lines)
      #expect(result.text == "c\n")
      #expect(result.status == 1)
      #expect(result.messageText.split(separator: "\n").count == 20, "\(way) \(words)")
    }
  }

  /// The cards of a device have no more ids than that, so nothing changes.
  @Test(arguments: ways)
  func theFeedOfADevice(_ way: Way) throws {
    let lines = UniqueTests.made.filter { $0.id != nil }.map { #"{"cards":[\#($0.line)]}"# }
    let plain = try run(way, ["--merge"], lines)
    #expect(try run(way, ["--merge", "--unique"], lines).text == plain.text)
    #expect(!plain.text.isEmpty)
  }

  private func rows(_ way: Way, _ words: [String]) throws -> [String] {
    let result = try run(way, ["--unique"] + words, UniqueTests.made.map(\.line))
    #expect(result.status == 0, "\(result.messageText)")
    return result.text.split(separator: "\n").filter { $0 != "[" && $0 != "]" }
      .map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }
  }

  private func run(_ way: Way, _ words: [String], _ lines: [String]) throws
    -> CommandRun.Result
  {
    var run = CommandRun(arguments: ["filter", "--jobs", "\(way.jobs)"] + words)
    run.input = .file(Array((lines.joined(separator: "\n") + "\n").utf8))
    run.blockSizes = BlockSizes(first: way.block, usual: way.block)
    return try run.result()
  }
}
