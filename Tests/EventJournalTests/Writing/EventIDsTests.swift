import CardJSON
import EventJournal
import Foundation
import Testing

/// The ids of events.
struct EventIDsTests {
  private struct Constant: RandomNumberGenerator {
    let value: UInt64
    mutating func next() -> UInt64 { value }
  }

  private func text(_ ids: inout EventIDs, _ now: Int64) -> String {
    var buffer = ByteBuffer()
    ids.append(now: now, to: &buffer)
    return buffer.view.text
  }

  @Test func reportHasTheStandardForm() {
    var ids = EventIDs(Constant(value: 0))
    #expect(text(&ids, 0x0123_4567_89AB) == "01234567-89ab-7000-8000-000000000000")
    #expect(text(&ids, 0x0123_4567_89AB) == "01234567-89ab-7000-8000-000000000001")
    var others = EventIDs(Constant(value: .max))
    #expect(text(&others, 1) == "00000000-0001-77ff-bfff-ffffffffffff")
    // The count continues beyond the 62 lowest bits.
    #expect(text(&others, 1) == "00000000-0001-7800-8000-0000ffffffff")
    let id = text(&others, TestJournal.now)
    #expect(UUID(uuidString: id) != nil)
  }

  @Test func idsAscendThoughTheClockDoesNot() {
    var ids = EventIDs()
    var last = ""
    for step in 0..<20_000 {
      let now = TestJournal.now + [0, 1, -5, 0, 2][step % 5] - Int64(step / 100)
      let id = text(&ids, now)
      #expect(id > last)
      last = id
    }
  }

  /// When a millisecond has no more ids, those of the next one are used.
  @Test func aMillisecondRunsOut() {
    var ids = EventIDs(Constant(value: (1 << 62) - 1))
    var last = ""
    for _ in 0..<4 {
      let id = text(&ids, 7)
      #expect(id > last)
      last = id
    }
  }

  @Test func makersDiffer() {
    var seen: Set<String> = []
    for _ in 0..<500 {
      var ids = EventIDs()
      for _ in 0..<20 { #expect(seen.insert(text(&ids, TestJournal.now)).inserted) }
    }
  }
}
