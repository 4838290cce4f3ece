import Foundation
import TestSupport
import Testing

/// Operands that are pipes, which can be read only once.
struct PipedInputTests {
  private func run(_ script: String, _ arguments: [String]) throws -> ChildProcess.Result {
    try ChildProcess(["-c", script, Repository.tool] + arguments, of: "/bin/bash").result()
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no bash"))
  func aSeriesReadsTheOlderFeedOnce() throws {
    let files = ["1-monday.json", "2-tuesday.json"].map {
      Repository.fixtures.appending(path: "syncs/\($0)").path
    }
    let line = "inspect --no-config --merge --at 2026-11-22T20:00:00Z --against"
    let piped = try run("exec \"$0\" \(line) <(cat \"$1\") \"$2\"", files)
    let named = try run("exec \"$0\" \(line) \"$1\" \"$2\"", files)
    #expect(piped.status == 0)
    #expect(piped.text == named.text)
    #expect(named.text.contains("unchanged"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no bash"))
  func theJournalOfACardIsReadOnce() throws {
    let folder = try ScratchFolder()
    let card = try folder.write(
      "card.json", #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A"}"#)
    let event = #"{"v":1,"id":"i","time":"2026-11-21T10:00:00Z","event":"click","card_id":"a"}"#
    let journal = try folder.write("j", event + "\n")
    let line = "exec \"$0\" inspect --no-config --id a \"$1\" --journal"
    let piped = try run("\(line) <(cat \"$2\")", [card, journal])
    let named = try run("\(line) \"$2\"", [card, journal])
    #expect(piped.text == named.text)
    #expect(named.text.contains("clicks       1"))
  }
}
