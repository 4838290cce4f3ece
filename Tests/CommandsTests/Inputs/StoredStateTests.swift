import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// Stored state applies from any position in an input.
@Suite struct StoredStateTests {
  private static let carriers = Repository.fixtures.appending(path: "carriers").path

  private func run(_ line: String) throws -> CommandRun.Result {
    var run = CommandRun(arguments: line.split(separator: " ").map(String.init))
    run.arguments += ["--no-config"]
    run.directory = StoredStateTests.carriers
    return try run.result()
  }

  @Test(
    arguments: [
      ("--shown storage.json", ["web-a", "web-c"]),
      ("--clicked storage.json", ["web-a"]),
      ("--viewed storage.json", ["web-c"]),
      // Another key of 4,200 bytes comes first.
      ("--shown storage-late.json", ["web-a", "web-c"]),
      // The state counts from its object on, up to the next one.
      ("--shown storage-between.ndjson", ["web-b", "web-a", "web-c", "title"]),
      (
        "--shown storage-between.ndjson storage.json",
        ["web-b", "web-a", "web-c", "title", "web-a", "web-c"]
      ),
      ("--shown --from text storage.txt", ["web-a", "web-c"]),
      // Android keeps the sets in another file than the cards.
      ("--shown cards.xml", ["log-a", "log-b", "log-c"]),
      ("--shown cards.xml metadata.xml", ["log-a", "log-c"]),
      ("--shown metadata.xml cards.xml", ["log-a", "log-c"]),
      ("--shown metadata.xml logcat.log", ["log-a", "log-c"]),
      ("--shown --merge storage.json", ["web-a", "web-c"]),
      ("--shown --merge logcat.log metadata.xml", ["log-a", "log-c"]),
    ])
  func stateCounts(_ line: String, _ ids: [String]) throws {
    #expect(try run("filter --ids " + line).text.split(separator: "\n").map(String.init) == ids)
  }

  /// The state may be in a later input than the card.
  @Test(arguments: ["web-b storage.json", "log-b logcat.log metadata.xml"])
  func theVerdictKnowsIt(_ words: String) throws {
    let result = try run("inspect --why " + words)
    #expect(result.text.contains("not shown: dismissed"))
    #expect(result.status == 1)
  }

  /// A title that contains a key of local storage delays nothing.
  @Test func onlyObjectsWithStateAreHeldBack() throws {
    let cards = (0..<20).map { #"{"id":"\#($0)","tp":"short_news","ca":1,"tt":"ab.storage.cc.k"}"# }
    let child = try ChildProcess(["filter", "--no-config"])
    for card in cards {
      try child.write(card + "\n")
      #expect(try child.readLine() == card)
    }
    #expect(try child.result() == ChildProcess.Result())
  }

  /// An object without cards is state, not a bad record.
  @Test func stateWithoutCardsIsNotAnError() throws {
    let dismissal = #"{"ab.storage.ccDismissals.k":{"v":{"a":1}}}"#
    let card = #"{"id":"a","tp":"short_news","ca":1,"tt":"A"}"#
    var run = CommandRun(arguments: ["filter", "--dismissed", "--no-config"])
    run.input = .file(Array("\(card)\n\(dismissal)\n\(card)\n".utf8))
    let result = try run.result()
    #expect(result.text == card + "\n")
    #expect(result.messageText == "")
    #expect(result.status == 0)
  }
}
