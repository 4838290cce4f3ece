import Foundation
import TestSupport
import Testing

@testable import CardCommands

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The progress line of long work: its text, and when it is shown.
struct ProgressTests {
  @Test(arguments: [
    (
      412_000_000, 1_000_000_000, 612_000, 500,
      "412 MB of 1.0 GB, 612,000 cards, 824 MB/s"
    ),
    (999, nil, 1, 0, "999 B, 1 card"),
    (0, 5000, 0, 1000, "0 B of 5.0 kB"),
    (1000, nil, 999, 1000, "1.0 kB, 999 cards, 1.0 kB/s"),
    (999_999, nil, 1000, 2000, "999 kB, 1,000 cards, 499 kB/s"),
    (9_999_999, 9_999_999, 1_234_567, 1000, "9.9 MB of 9.9 MB, 1,234,567 cards, 9.9 MB/s"),
    (2000, 1000, 0, 1000, "2.0 kB, 2.0 kB/s"),
    (1_000_000, 126_000_000, 0, 1000, "1.0 MB of 126 MB, 1.0 MB/s"),
    (1_000_000, 3_781_000_000, 0, 1000, "1.0 MB of 3.7 GB, 1.0 MB/s"),
    (1, 9_000_000_000_000_000_000, 0, 1_000_000, "1 B of 9000000 TB, 0 B/s"),
  ])
  func showsTheProgress(_ bytes: Int, _ total: Int?, _ cards: Int, _ elapsed: Int, _ line: String) {
    let text = ProgressText(bytes: bytes, total: total, cards: cards, elapsed: Int64(elapsed))
    #expect(text.line == line)
  }

  // MARK: On a terminal

  private static let eraser = "\r\u{1B}[K"

  /// The standard error of a run over a file of several blocks.
  private func shown(
    _ arguments: [String], environment: [String: String] = [:], firstAfter: Int64 = 0,
    outputIsTerminal: Bool = false
  ) throws -> String {
    let folder = try ScratchFolder()
    let cards = SampleCards.make(2000).map { $0 + "\n" }.joined()
    try folder.write("cards.ndjson", cards + "oops\n")
    let terminal = try Terminal()
    let end = try terminal.openEnd()
    defer { close(end) }
    let (input, output) = (try ScratchFile(), try ScratchFile())
    var console = Console(
      input: input.descriptor, output: outputIsTerminal ? end : output.descriptor, error: end,
      environment: environment, now: CommandRun.now, processors: 2)
    console.pace = ProgressPace(firstAfter: firstAfter, every: 0)
    #expect(Tool.run(arguments + [folder.path("cards.ndjson")], console) == 1)
    return try terminal.shown()
  }

  @Test(arguments: [["filter", "--count"], ["filter", "--jobs", "1"], ["validate"]])
  func appearsAndIsErased(_ arguments: [String]) throws {
    let shown = try shown(arguments)
    #expect(shown.hasPrefix("\r"))
    #expect(shown.contains(" cards"))
    #expect(shown.contains("B of "))
    #expect(shown.hasSuffix(ProgressTests.eraser))
  }

  /// A message starts at the beginning of an empty line.
  @Test func givesWayToMessages() throws {
    let shown = try shown(["filter", "--count"], environment: ["NO_COLOR": "1"])
    let message = try #require(shown.split(separator: "\n").first { $0.contains("error:") })
    let beginning = try #require(message.range(of: ProgressTests.eraser, options: .backwards))
    #expect(message[beginning.upperBound...].hasPrefix("/"))
  }

  @Test func isOmittedWhereItWouldDisturb() throws {
    let silent = [
      try shown(["filter", "--count", "-q"]),
      try shown(["filter", "--count"], environment: ["TERM": "dumb"]),
      try shown(["filter", "--count"], firstAfter: 1_000_000),
      try shown(["filter", "--count"], outputIsTerminal: true),
    ]
    for shown in silent {
      #expect(shown.contains("error:"))
      #expect(!shown.contains("\r"))
    }
  }
}
