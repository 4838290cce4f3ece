import Foundation
import TestSupport
import Testing

/// Memory does not grow with the input.
@Suite(.enabled(if: Gate.opens("MemoryTests"), "CARDCTL_GATE is not 1"))
struct MemoryTests {
  private static let cards = SampleCards.make(1000)

  @Test(arguments: [Framing.ndjson, .pretty, .array, .prettyEnvelope, .flutter])
  func manyCardsNeedNoMoreThanFew(_ framing: Framing) throws {
    let few = try peak(framing, 3000)
    let many = try peak(framing, 9000)
    #expect(many - few < 3 << 20, "\(few >> 10) KiB for few, \(many >> 10) KiB for many cards")
  }

  /// The peak memory, in bytes, of filtering `count` cards.
  private func peak(_ framing: Framing, _ count: Int) throws -> Int {
    let scratch = try ScratchFolder()
    let input = framing.input((0..<count).map { MemoryTests.cards[$0 % MemoryTests.cards.count] })
    try Data(input).write(to: scratch.url.appending(path: "cards"))
    // When the first line of standard input is printed, the preceding file has been read.
    let child = try ChildProcess(
      ["filter", "--where", "id = last", "--jobs", "4", scratch.path("cards"), "-"])
    try child.write(#"{"id":"last","ca":1}"# + "\n")
    #expect(try child.readLine() == #"{"id":"last","ca":1}"#)
    let peak = try child.peakMemory()
    #expect(try child.result().status == 0)
    return peak
  }
}
