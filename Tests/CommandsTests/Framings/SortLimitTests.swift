import CardCommands
import Foundation
import Testing

/// With a limit, the first rows are those of the whole order, although most others are dropped.
@Suite struct SortLimitTests {
  private static let cards = (0..<1000).map { number in
    // Few different times and titles, so that most cards are ordered by position alone.
    let created = 1_763_600_000 + number * 7919 % 97 * 3600
    let pinned = number % 5 == 0 ? #","p":true"# : ""
    let title = number % 7 == 0 ? "" : #","tt":"T\#(number * 31 % 13)""#
    return #"{"id":"c\#(number)","tp":"short_news","ca":\#(created)\#(pinned)\#(title)}"#
  }

  @Test(arguments: ["created:desc", "created", "title,created:desc", "feed", "pinned,id:desc"])
  func keepsTheFirstRows(_ keys: String) throws {
    let bytes = Array(SortLimitTests.cards.joined(separator: "\n").utf8)
    for command in [["filter"], ["filter", "--to", "json"], ["convert", "--as", "card"]] {
      let all = try output(command + ["--sort", keys], bytes, jobs: 1)
      for limit in [1, 10, 300, 999, 1500] {
        for (jobs, block) in [(1, 1 << 18), (2, 3000), (8, 700)] {
          let some = try output(
            command + ["--sort", keys, "--limit", "\(limit)"], bytes, jobs: jobs, block: block)
          #expect(some == first(limit, of: all), "\(command) \(limit) \(jobs) \(block)")
        }
      }
    }
  }

  @Test func countsAllThatWasRead() throws {
    let bytes = Array(SortLimitTests.cards.joined(separator: "\n").utf8)
    var run = CommandRun(arguments: [
      "filter", "--sort", "created", "--limit", "3", "--summary", "--jobs", "2",
    ])
    run.input = .file(bytes)
    run.blockSizes = BlockSizes(first: 700, usual: 700)
    let found = try run.result()
    #expect(
      String(decoding: found.messages, as: UTF8.self) == "cardctl: 1000 cards read, 3 matched\n")
  }

  private func output(_ words: [String], _ bytes: [UInt8], jobs: Int, block: Int = 1 << 18) throws
    -> [Substring]
  {
    var run = CommandRun(arguments: words + ["--no-config", "--jobs", "\(jobs)"])
    if words[0] == "filter" { run.arguments.removeAll { $0 == "--no-config" } }
    run.input = .file(bytes)
    run.blockSizes = BlockSizes(first: min(block, 1 << 16), usual: block)
    let text = String(decoding: try run.result().output, as: UTF8.self)
    return text.split(separator: "\n").filter { $0 != "[" && $0 != "]" }
      .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
  }

  private func first(_ limit: Int, of rows: [Substring]) -> [Substring] {
    Array(rows.prefix(limit))
  }
}
