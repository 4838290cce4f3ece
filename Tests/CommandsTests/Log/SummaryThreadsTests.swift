import CardCommands
import Foundation
import Testing

/// However many threads count the events of a journal, the summary and what is said of other lines
/// are the same.
@Suite struct SummaryThreadsTests {
  /// A journal with lines that hold no event here and there.
  private static func journal(_ seed: UInt64, lines: Int, end: String) -> String {
    var generator = SampleCards.Generator(state: seed)
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let text = (0..<lines).map { place in
      switch number(60) {
      case 0: return "not JSON é \(place)"
      case 1: return ""
      case 2: return #"{"v":2,"id":"later"}"#
      case 3: return #"{"v":1,"id":"\#(String(repeating: "x", count: 70_000))"}"#
      default: break
      }
      let event = ["impression", "impression", "click", "dismissal"][number(4)]
      let viewer = [
        #","user_id":"u\#(number(40))""#, #","device_id":"d\#(number(40))""#, "",
      ][number(3)]
      let control = number(9) == 0 ? #","control":true"# : ""
      let type = number(3) == 0 ? "" : #","class_type":"Class_\#(number(5))""#
      return #"{"v":1,"id":"e\#(place)","time":"2026-11-2\#(number(3))T10:00:00.000Z","#
        + #""event":"\#(event)","card_id":"c\#(number(50))"\#(control)\#(type)\#(viewer)}"#
    }
    return text.joined(separator: "\n") + end
  }

  @Test(arguments: [1, 2, 3], ["\n", "\n{\"v\":1,\"id\":\"torn", ""])
  func threadsChangeNothing(_ seed: UInt64, _ end: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      "j.ndjson", SummaryThreadsTests.journal(seed, lines: 700, end: end))
    _ = try folder.write("j.ndjson.1", SummaryThreadsTests.journal(seed + 9, lines: 300, end: end))
    _ = try folder.write("j.ndjson.2", SummaryThreadsTests.journal(seed + 99, lines: 3, end: "\n"))
    for words in [
      [], ["--by", "all", "--to", "json"], ["--by", "class", "--max-messages", "3"],
      ["--to", "csv", "--since", "2026-11-21", "--max-messages", "1000"], ["--by", "campaign"],
    ] {
      func result(_ processors: Int, _ size: Int) throws -> CommandRun.Result {
        var run = CommandRun(arguments: ["log", "summary", "--journal", path] + words)
        run.processors = processors
        run.blockSizes = BlockSizes(first: size, usual: size)
        return try run.result()
      }
      let expected = try result(1, 1 << 18)
      #expect(expected.status == 1)
      #expect(!expected.output.isEmpty)
      for (processors, size) in [(2, 1000), (2, 200_000), (8, 100), (3, 40_000)] {
        let found = try result(processors, size)
        #expect(found.text == expected.text, "\(words) \(processors) \(size)")
        #expect(found.messageText == expected.messageText, "\(words) \(processors) \(size)")
        #expect(found.status == expected.status)
      }
    }
  }
}
