import CardCommands
import Foundation
import TestSupport
import Testing

/// Sorted rows are in the order of a plain stable sort.
///
/// The number of workers, the block boundaries, and a temporary file for the rows do not change it.
struct SortingTests {
  /// One way to read and sort.
  struct Way: Sendable {
    var jobs: Int
    var block: Int
    var sorted: Int
  }

  static let ways = [
    Way(jobs: 1, block: 1 << 18, sorted: 1 << 24), Way(jobs: 2, block: 700, sorted: 1 << 24),
    Way(jobs: 8, block: 300, sorted: 5000), Way(jobs: 2, block: 1000, sorted: 100),
    Way(jobs: 1, block: 5000, sorted: 3000),
  ]

  /// A card whose fields have few distinct values, so that many rows are equal.
  private struct Made {
    let id: String
    let created: Int?
    let title: String?
    let line: String

    init(_ number: Int, _ generator: inout SeededNumbers) {
      id = "i\(Int.random(in: 0..<400, using: &generator))"
      let time = Int.random(in: -1..<20, using: &generator)
      created = time < 0 ? nil : time * 37
      title = ["b", "a", "abcdefgh", "abcdefghi", nil].randomElement(using: &generator) ?? nil
      let rest = String(repeating: "x", count: Int.random(in: 0..<90, using: &generator))
      line =
        #"{"id":"\#(id)","tp":"short_news""# + (created.map { #","ca":\#($0)"# } ?? "")
        + (title.map { #","tt":"\#($0)""# } ?? "") + #","ds":"\#(number) \#(rest)"}"#
    }
  }

  private static let made: [Made] = {
    var generator = SeededNumbers(seed: 21)
    return (0..<600).map { Made($0, &generator) }
  }()

  /// Whether one value is before another; absent values are last.
  private static func order<Value: Comparable>(_ left: Value?, _ right: Value?, _ descending: Bool)
    -> Bool?
  {
    if left == right { return nil }
    guard let left else { return false }
    guard let right else { return true }
    return descending ? right < left : left < right
  }

  private static func sorted(_ cards: [Made], _ sort: String) -> [String] {
    let isDescending = sort.hasPrefix("created:desc")
    let isByTitle = sort.hasSuffix("title")
    return cards.enumerated().sorted { left, right in
      order(left.element.created, right.element.created, isDescending)
        ?? (isByTitle ? order(left.element.title, right.element.title, false) : nil)
        ?? (left.offset < right.offset)
    }.map(\.element.line)
  }

  @Test(arguments: ways, ["created", "created:desc", "created:desc title", "created title"])
  func rowsAreThoseOfAPlainSort(_ way: Way, _ sort: String) throws {
    let sorted = SortingTests.sorted(SortingTests.made, sort)
    for limit in [1, 3, 40, 599, 600, 10_000, nil] {
      let found = try lines(way, sort, limit)
      #expect(found == Array(sorted.prefix(limit ?? .max)), "\(way), limit \(limit ?? -1)")
    }
  }

  private func lines(_ way: Way, _ sort: String, _ limit: Int?) throws
    -> [String]
  {
    let folder = try ScratchFolder()
    let sorting = sort.split(separator: " ").flatMap { ["--sort", String($0)] }
    let limiting = limit.map { ["--limit", "\($0)"] } ?? []
    var run = CommandRun(
      arguments: ["filter", "--jobs", "\(way.jobs)"] + sorting + limiting,
      input: .file(Array(SortingTests.made.map { $0.line + "\n" }.joined().utf8)),
      environment: ["TMPDIR": folder.path])
    run.blockSizes = BlockSizes(first: way.block, usual: way.block, sorted: way.sorted)
    let result = try run.result()
    #expect(result.status == 0, "\(result.messageText)")
    #expect(try folder.names().isEmpty)
    return result.text.split(separator: "\n").map(String.init)
  }
}
