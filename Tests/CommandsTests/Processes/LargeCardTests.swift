import Foundation
import TestSupport
import Testing

/// A card of many small extras requires at most twelve times its size, whatever the command.
@Suite(.enabled(if: Gate.opens("LargeCardTests"), "CARDCTL_GATE is not 1"))
struct LargeCardTests {
  private func card(_ count: Int) -> String {
    let extras = (0..<count).map { #""k\#(100_000 + $0)":"v""# }.joined(separator: ",")
    return #"{"id":"large","tp":"short_news","ca":1,"tt":"A title","e":{\#(extras)}}"#
  }

  /// The output does not fit into a pipe, so the tool runs until it is read.
  @Test(arguments: [
    "filter", "convert --as card", "inspect --id large", "inspect --id large --to json",
  ])
  func writingManyExtrasCostsLittle(_ line: String) throws {
    let large = card(200_000)
    let cost = try peak(line, large) { try $0.waitForOutput() } - leastPeak()
    #expect(cost <= 12 * large.utf8.count, "\(cost) bytes for \(large.utf8.count)")
  }

  /// Standard input is read after the card.
  @Test(arguments: [
    "validate --exit-zero", "inspect", "inspect --to html", "inspect --by title",
    "inspect --by title --to json",
  ])
  func checkingManyExtrasCostsLittle(_ line: String) throws {
    let large = card(200_000)
    let cost = try peak(line + " $card -", large, LargeCardTests.sendSmallCard) - leastPeak()
    #expect(cost <= 12 * large.utf8.count, "\(cost) bytes for \(large.utf8.count)")
  }

  private func leastPeak() throws -> Int {
    try peak("filter $card -", card(1), LargeCardTests.sendSmallCard)
  }

  private static func sendSmallCard(to child: ChildProcess) throws {
    try child.write(#"{"id":"small","ca":1}"# + "\n")
    try child.waitUntilRead()
  }

  /// The peak memory of the line, in bytes, when `wait` returns.
  private func peak(
    _ line: String, _ card: String, _ wait: (ChildProcess) throws -> Void
  ) throws -> Int {
    let scratch = try ScratchFolder()
    let path = try scratch.write("card", card)
    let words = (line.contains("$card") ? line : line + " $card").split(separator: " ")
    let child = try ChildProcess(words.map { $0 == "$card" ? path : String($0) })
    try wait(child)
    let peak = try child.peakMemory()
    #expect(try child.result().status == 0)
    return peak
  }
}
