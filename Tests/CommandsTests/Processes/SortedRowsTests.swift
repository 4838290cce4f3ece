import Foundation
import TestSupport
import Testing

/// Rows that are sorted without a limit, more than fit in memory.
@Suite struct SortedRowsTests {
  private static let count = 18_000

  /// Cards in the order of `created`, and of the input if it is equal.
  private static let cards: [(created: Int, line: String)] = {
    let words = String(repeating: "free coffee for you ", count: 24)
    return (0..<count).map { number in
      let created = 1_763_600_000 + number * 7919 % 5003
      return (
        created, #"{"id":"c\#(number)","tp":"short_news","ca":\#(created),"ds":"\#(words)"}"#
      )
    }
  }()

  private func sort(
    _ input: String, temporary: String, before: String = "", words: String = "--jobs 2"
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(
      ["-c", "\(before)exec \"$0\" filter --sort created \(words) \"$1\"", Repository.tool, input],
      of: "/bin/sh", environment: ["TMPDIR": temporary])
  }

  @Test func rowsInAFileComeBackInOrder() throws {
    let folder = try ScratchFolder()
    let cards = SortedRowsTests.cards
    let lines = cards.map(\.line)
    let input = try folder.write("cards.ndjson", lines.joined(separator: "\n"))
    let temporary = folder.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    let sorted = cards.enumerated().sorted {
      ($0.element.created, $0.offset) < ($1.element.created, $1.offset)
    }
    let expected = sorted.map(\.element.line)
    let all = try sort(input, temporary: temporary)
    #expect(all.status == 0, "\(all.messageText)")
    #expect(all.text == expected.joined(separator: "\n") + "\n")
    // Half of them also do not fit in memory.
    let half = try sort(input, temporary: temporary, words: "--limit 16000")
    #expect(half.text == expected.prefix(16_000).joined(separator: "\n") + "\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  @Test func aFileThatCannotBeMadeOrWrittenIsAFailure() throws {
    let folder = try ScratchFolder()
    let lines = SortedRowsTests.cards.map(\.line)
    let input = try folder.write("cards.ndjson", lines.joined(separator: "\n"))
    let missing = try sort(input, temporary: folder.path("missing"))
    #expect(missing.status == 3)
    #expect(missing.output.isEmpty)
    #expect(
      missing.messageText.contains(
        "cannot create the temporary file in \(folder.path("missing")): "))
    let full = try sort(input, temporary: folder.path, before: "ulimit -f 4096; ")
    #expect(full.status == 3)
    #expect(full.messageText.contains("cannot write the temporary file in \(folder.path): "))
    #expect(try folder.names() == ["cards.ndjson"])
  }
}
