import Foundation
import Testing

/// Inputs designed to consume time or memory, or to crash the tool.
struct HostileInputTests {
  /// Large enough to reveal quadratic work.
  private static let many = 30_000

  private static let good = #"{"id":"z","ca":1}"#

  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let output: String
    let message: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, prints output: String = "", says message: String) {
      (self.name, self.text, self.output, self.message) = (name, text, output, message)
    }
  }

  private static func times(_ text: String, _ count: Int = many) -> String {
    String(repeating: text, count: count)
  }

  static let inputs = [
    Input("open arrays", times("["), says: "<stdin>:1:514: error: nested deeper"),
    Input(
      "deep array", times("[") + times("]") + "\n" + good + "\n", prints: good + "\n",
      says: "<stdin>:1:514: error: nested deeper"),
    Input(
      "deep array inside a card",
      #"{"id":"a","ca":1,"x":"# + times("[") + times("]") + "}\n" + good,
      prints: good + "\n", says: "<stdin>:1:533: error: nested deeper than 512 levels"),
    Input("open objects", times(#"{"a":"#), says: "<stdin>:1:2561: error: nested deeper"),
    Input("open elements", "[" + times("{"), says: "<stdin>:1:3: error: found Liquid"),
    Input(
      "open lists", "[" + times(#"{"a":[tru,"# + good + ",", many / 20),
      says: "<stdin>:1:8: error: expected true"),
    Input(
      "lists open in each other", "[" + times(#"{"a":[tru,"#, many / 20) + good,
      says: "<stdin>:1:8: error: expected true"),
    Input("open keys", "[" + times("{\""), says: "<stdin>:1:6: error: expected \":\""),
    Input("open envelopes", times(#"{"cards":["#), says: "<stdin>:1:"),
    Input("quotes", "[" + times("\"", 2 * many + 1), says: "<stdin>:1:"),
    Input("backslashes", "[\"" + times("\\"), says: "<stdin>:1:30003: error: the input ends"),
    Input("commas", "[" + times(","), says: "<stdin>:1:2: error:"),
    Input("separators", times("\u{1E}") + good, prints: good + "\n", says: ""),
    Input("line breaks", times("\n") + good, prints: good + "\n", says: ""),
    Input("bad lines", times("{\n"), says: "error: expected a key in double quotes"),
    Input("closing brackets", times("]"), says: "<stdin>:1:1: error:"),
    Input(
      "million digits", #"{"id":"a","ca":1,"n":"# + times("7", 1_000_000) + "}",
      prints: #"{"id":"a","ca":1,"n":"# + times("7", 1_000_000) + "}\n", says: ""),
    Input(
      "many keys", "{" + (0..<many).map { #""k\#($0)":0,"# }.joined() + #""tp":"control","ca":1}"#,
      prints: "{" + (0..<many).map { #""k\#($0)":0,"# }.joined() + #""tp":"control","ca":1}"#
        + "\n",
      says: ""),
    Input(
      "one key many times", "{" + times(#""tp":1,"#) + #""y":1}"#,
      prints: "{" + times(#""tp":1,"#) + #""y":1}"# + "\n", says: ""),
    Input("zeros", times("\0"), says: "<stdin>:1:1: error:"),
    Input("replacement characters", times("\u{FFFD}"), says: "<stdin>:1:1: error:"),
  ]

  /// Half a second each; with quadratic work, the suite would take hours.
  @Test(arguments: inputs, ["1", "4"])
  func isAnsweredPromptly(_ input: Input, _ jobs: String) throws {
    let result = try CommandRun.result("filter --jobs \(jobs)", .file(Array(input.text.utf8)))
    #expect(result.output == Array(input.output.utf8))
    #expect(result.status == (input.message.isEmpty ? 0 : 1))
    let firstMessage = result.messageText.split(separator: "\n").first.map(String.init) ?? ""
    #expect(firstMessage.contains(input.message) || input.message.isEmpty)
    #expect(input.message.isEmpty == firstMessage.isEmpty, "\(firstMessage)")
    #expect(result.messages.count < 100_000)
  }

  /// Replacing any byte of a card with any other never crashes the tool, and the adjacent cards
  /// survive.
  @Test func anyByteMayBeWrong() throws {
    let card = Array(SampleCards.make(3, seed: 5)[2].utf8)
    let marks: [UInt8] = [
      0, 0x0A, 0x1E, 0x22, 0x2C, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xC3, 0xFF,
    ]
    var input = Array((HostileInputTests.good + "\n").utf8)
    for position in card.indices {
      var bad = card
      bad[position] = marks[position % marks.count]
      input += bad + [0x0A] + Array((HostileInputTests.good + "\n").utf8)
    }
    for jobs in ["1", "4"] {
      let result = try CommandRun.result("filter --ids --jobs \(jobs)", .file(input))
      let survivors = result.text.split(separator: "\n").filter { $0 == "z" }.count
      #expect(survivors == card.count + 1)
      #expect(result.status == 1)
    }
  }
}
