import Foundation
import TestSupport
import Testing

/// Merging keeps only the newest copies of cards.
///
/// All cards of one response are kept until its end, so these cards are outside responses.
struct MergeMemoryTests {
  private static let cards = SampleCards.make(1000)

  @Test func olderCopiesTakeNoMemory() throws {
    let few = try peak(.ndjson, 5000)
    let many = try peak(.ndjson, 25_000)
    #expect(many - few < 3 << 20, "\(few >> 10) KiB for few, \(many >> 10) KiB for many copies")
  }

  /// The peak memory, in bytes, of merging `copies` of the same cards.
  private func peak(_ framing: Framing, _ count: Int) throws -> Int {
    let scratch = try ScratchFolder()
    let cards = MergeMemoryTests.cards
    let input = framing.input((0..<count).map { cards[$0 % cards.count] })
    try Data(input).write(to: scratch.url.appending(path: "cards"))
    let child = try ChildProcess(["filter", "--merge", "--count", scratch.path("cards"), "-"])
    // When standard input is read, the file before it has been merged.
    try child.write(#"{"id":"last","ca":1}"# + "\n")
    try child.waitUntilRead()
    let peak = try child.peakMemory()
    let result = try child.result()
    #expect(result.text == "\(cards.count + 1)\n")
    return peak
  }
}
