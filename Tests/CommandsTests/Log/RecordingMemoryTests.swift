import Foundation
import TestSupport
import Testing

/// Memory does not grow with the ids of standard input, nor with their events.
struct RecordingMemoryTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// The peak memory, in bytes, of recording these ids.
  private func peak(_ ids: [UInt8], _ arguments: String...) throws -> Int {
    let child = try ChildProcess(
      ["log", "impression", "-", "--no-sync", "--journal", scratch.path("j")] + arguments)
    try child.write(String(decoding: ids, as: UTF8.self))
    try child.waitUntilRead()
    let peak = try child.peakMemory()
    _ = try child.result()
    return peak
  }

  @Test func aLineWithoutEnd() throws {
    let few = try peak(Array("a\n".utf8))
    let many = try peak([UInt8](repeating: UInt8(ascii: "x"), count: 40 << 20))
    #expect(many - few < 12 << 20, "\(few >> 10) KiB for one id, \(many >> 10) KiB for a long one")
  }

  @Test func longLinesOfShortIds() throws {
    let property = "text=" + String(repeating: "x", count: 30_000)
    let few = try peak(Array("a\n".utf8), "--property", property)
    let many = try peak(
      Array(String(repeating: "a\n", count: 3000).utf8), "--property", property)
    #expect(many - few < 24 << 20, "\(few >> 10) KiB for one id, \(many >> 10) KiB for many")
  }
}
