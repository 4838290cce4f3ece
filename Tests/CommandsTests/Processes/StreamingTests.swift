import Foundation
import TestSupport
import Testing

/// The built tool in a pipeline: it prints cards as they arrive, and ends when its pipe is closed.
struct StreamingTests {
  private static let cards = SampleCards.make(200, seed: 11)

  @Test(arguments: ["1", "4"])
  func eachCardAppearsBeforeTheNextIsWritten(_ jobs: String) throws {
    let child = try ChildProcess(["filter", "--jobs", jobs])
    for card in StreamingTests.cards.prefix(30) {
      try child.write(card + "\n")
      #expect(try child.readLine() == card)
    }
    #expect(try child.result() == ChildProcess.Result())
  }

  @Test(arguments: ["1", "4"])
  func elementsOfAnOpenArrayAppearToo(_ jobs: String) throws {
    let child = try ChildProcess(["filter", "--jobs", jobs])
    try child.write(#"{"message":"success","cards":["#)
    for card in StreamingTests.cards.prefix(30) {
      try child.write(card + ",\n")
      #expect(try child.readLine() == card)
    }
    try child.write("]}")
    let result = try child.result()
    // The comma after the last card is an error that does not affect the cards.
    #expect(result.status == 1)
    #expect(result.messageText.contains("no trailing comma"))
  }

  @Test func recordsOfALogAppearToo() throws {
    let child = try ChildProcess(["filter"])
    for card in StreamingTests.cards.prefix(30) {
      try child.write("11-21 10:00:00.000  100  100 D Braze v30 : " + card + "\n")
      #expect(try child.readLine() == card)
    }
    #expect(try child.result() == ChildProcess.Result())
  }

  @Test func objectsAndRowsAppearAtOnce() throws {
    let card = #"{"id":"a","ca":1,"i":"https://example.com/i","e":{"class_type":"ad_banner"}}"#
    let objects = try ChildProcess(["convert"])
    let rows = try ChildProcess(["convert", "--as", "card", "--to", "csv", "--columns", "id"])
    try objects.write(card + "\n")
    #expect(try objects.readLine().contains(#""object":"Ad""#))
    #expect(try rows.readLine() == "id")
    try rows.write(card + "\n")
    #expect(try rows.readLine() == "a")
    #expect(try objects.result().status == 0)
    #expect(try rows.result().status == 0)
  }

  /// Rows of several blocks are written together, but output never waits for a writer that pauses.
  ///
  /// It may pause after a card, or inside one that is longer than a read.
  @Test(arguments: ["1", "4"], [0, 100_000])
  func rowsOfABurstAppearBeforeItGoesOn(_ jobs: String, _ begun: Int) throws {
    let child = try ChildProcess(["filter", "--ids", "--jobs", jobs])
    let numbers = 0..<3000
    let title = String(repeating: "x", count: 400)
    try child.write(
      numbers.map { #"{"id":"\#($0)","tp":"control","tt":"\#(title)"}"# + "\n" }.joined())
    try child.write(#"{"id":"last","tt":""# + String(repeating: "y", count: begun))
    for number in numbers { #expect(try child.readLine() == "\(number)") }
    try child.write(#"","tp":"control"}"# + "\n")
    #expect(try child.readLine() == "last")
    #expect(try child.result() == ChildProcess.Result())
  }

  /// Half a card is neither a card nor an error yet.
  @Test func halvesOfCardsAreWaitedFor() throws {
    let child = try ChildProcess(["filter"])
    let card = StreamingTests.cards[0]
    for _ in 0..<5 {
      try child.write(String(card.prefix(40)))
      usleep(2000)
      try child.write(String(card.dropFirst(40)) + "\n")
      #expect(try child.readLine() == card)
    }
    #expect(try child.result().status == 0)
  }

  @Test(arguments: [Framing.ndjson, .pretty, .array, .recordSeparators, .flutter, .byteOrderMark])
  func oneByteAtATime(_ framing: Framing) throws {
    let cards = Array(StreamingTests.cards.prefix(4))
    let child = try ChildProcess(["filter"])
    for byte in framing.input(cards) {
      try child.write([byte])
      try child.waitUntilRead()
    }
    let result = try child.result()
    #expect(result.text == cards.map { $0 + "\n" }.joined())
    #expect(result.status == 0)
    #expect(result.messageText == "")
  }

  /// `cardctl … | head -1`: the first write to the closed pipe ends the tool, without a message.
  @Test(arguments: [["filter"], ["filter", "--jobs", "4"], ["convert", "--as", "card"]])
  func aClosedPipeEndsTheToolQuietly(_ arguments: [String]) throws {
    let scratch = try ScratchFolder()
    let text = SampleCards.make(4000).map { $0 + "\n" }.joined()
    try scratch.write("cards.ndjson", text)
    let child = try ChildProcess(arguments + [scratch.path("cards.ndjson")])
    _ = try child.readLine()
    child.closeOutput()
    let result = try child.result()
    #expect(result.status == 128 + SIGPIPE)
    #expect(result.messageText == "")
  }

  /// The reader closes the pipe while the tool waits for input: the tool ends.
  @Test func aClosedPipeIsNoticedWhileWaiting() throws {
    let child = try ChildProcess(["filter"])
    try child.write(StreamingTests.cards[0] + "\n")
    _ = try child.readLine()
    child.closeOutput()
    let result = try child.result(closingInput: false)
    #expect(result.status == 128 + SIGPIPE)
    #expect(result.messageText == "")
  }

  /// Another process may have made a shared pipe or terminal nonblocking: then cardctl waits.
  @Test(arguments: [
    ["filter"], ["filter", "--jobs", "4"], ["convert", "--as", "card", "--to", "csv"],
  ])
  func streamsThatDoNotBlock(_ arguments: [String]) throws {
    let scratch = try ScratchFolder()
    let cards = SampleCards.make(700, seed: 3).map { $0 + "\n{bad}\n" }.joined()
    let arguments = arguments + ["--max-messages", "2000", try scratch.write("cards", cards)]
    let blocking = try ChildProcess.run(arguments)
    #expect(blocking.status == 1)
    #expect(min(blocking.output.count, blocking.messages.count) > 1 << 16)
    let child = try ChildProcess(
      arguments, output: .nonBlockingPipe, messages: .nonBlockingPipe)
    // The pipes are full before they are read for the first time.
    usleep(200_000)
    #expect(try child.result() == blocking)
  }

  @Test(arguments: ["filter", "log click -"])
  func inputThatDoesNotBlock(_ line: String) throws {
    let scratch = try ScratchFolder()
    let child = try ChildProcess(
      line.split(separator: " ").map(String.init), input: .nonBlockingPipe,
      environment: ["CARDCTL_JOURNAL": scratch.path("events")])
    for id in ["a", "b", "c"] {
      usleep(20_000)
      try child.write(line == "filter" ? #"{"id":"\#(id)","ca":1}"# + "\n" : id + "\n")
    }
    let result = try child.result()
    #expect(result.status == 0)
    #expect(result.messageText == "")
    if line == "filter" { #expect(result.output.filter { $0 == 0x0A }.count == 3) }
  }

  /// With `--limit` the tool ends although its input continues.
  @Test(arguments: [["filter"], ["convert", "--as", "card"]])
  func aLimitEndsTheTool(_ arguments: [String]) throws {
    let child = try ChildProcess(arguments + ["--limit", "2"])
    try child.write(StreamingTests.cards.prefix(3).map { $0 + "\n" }.joined())
    let result = try child.result(closingInput: false)
    #expect(result.status == 0)
    #expect(result.output.filter { $0 == 0x0A }.count == 2)
  }
}
