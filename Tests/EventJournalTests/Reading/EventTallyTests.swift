import CardJSON
import EventJournal
import Testing

/// Counting events by row, compared with a count by dictionaries.
struct EventTallyTests {
  private struct Event {
    let kind: EventKind
    let card: String
    let user: String?
    let device: String?
    let isControl: Bool?

    var json: String {
      var text = #"{"v":1,"id":"i","time":"2026-11-21","event":"\#(kind.rawValue)","#
      text += #""card_id":"\#(card)""#
      if let user { text += #","user_id":"\#(user)""# }
      if let device { text += #","device_id":"\#(device)""# }
      if let isControl { text += #","control":\#(isControl)"# }
      return text + "}"
    }

    var viewer: [String] {
      user.map { ["user", $0] } ?? device.map { ["device", $0] } ?? ["card", card]
    }
  }

  /// Pseudorandom events, the same in each run, by the generator of Knuth's MMIX.
  private func events(_ count: Int) -> [Event] {
    var state: UInt64 = 7
    func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    func maybe(_ name: String) -> String? {
      number(below: 2) == 0 ? "\(name)-\(number(below: 200))" : nil
    }
    return (0..<count).map { _ in
      Event(
        kind: EventKind.allCases[number(below: EventKind.allCases.count)],
        card: "c-\(number(below: 300))", user: maybe("p"), device: maybe("p"),
        isControl: [true, false, nil][number(below: 3)])
    }
  }

  @Test("counts and unique impressions agree with a simple count")
  func agrees() throws {
    let events = events(20_000)
    var reader = JournalLineReader()
    var tally = EventTally()
    var expected: [String: EventCounts] = [:]
    var viewers: [String: Set<[String]>] = [:]
    var total = EventCounts()
    var all: Set<[String]> = []
    for event in events {
      let bytes = ByteBuffer(event.json.utf8)
      let line = try reader.read(bytes.view)
      let name = ByteBuffer(event.card.utf8)
      tally.add(line, to: name.view)
      func count(_ counts: inout EventCounts, _ seen: inout Set<[String]>) {
        switch event.kind {
        case .click: counts[.click] += 1
        case .dismissal: counts[.dismissal] += 1
        case .send: counts[.send] += 1
        case .abort: counts[.abort] += 1
        case .impression:
          guard event.isControl != true else { return counts[.controlImpression] += 1 }
          counts[.impression] += 1
          seen.insert(event.viewer)
          counts.uniqueImpressions = seen.count
        }
      }
      count(&expected[event.card, default: EventCounts()], &viewers[event.card, default: []])
      count(&total, &all)
    }
    let table = tally.finish()
    let counted = table.total
    #expect(counted == total)
    #expect(table.rows.count == expected.count)
    for (counts, name) in table.rows { #expect(counts == expected[name.text]) }
  }

  @Test("a tally that is not finished ends", .timeLimit(.minutes(1)))
  func unfinished() throws {
    let bytes = ByteBuffer(try #require(events(1).first).json.utf8)
    var reader = JournalLineReader()
    var tally = EventTally()
    for _ in 0..<20_000 { tally.add(try reader.read(bytes.view), to: ByteView("a")) }
  }

  @Test("the click rate is rounded half up, once")
  func clickRate() {
    func rate(_ clicks: Int, _ impressions: Int, in parts: Int = 10_000) -> Int? {
      var counts = EventCounts()
      (counts[.click], counts[.impression]) = (clicks, impressions)
      return counts.clickRate(in: parts)
    }
    #expect(rate(6669, 20_000) == 3335)
    #expect(rate(6669, 20_000, in: 1000) == 333)
    #expect(rate(667, 2000, in: 1000) == 334)
    #expect(rate(1, 0) == nil)
    #expect(rate(0, 3) == 0)
    #expect(rate(1, 3) == 3333)
    #expect(rate(2, 3) == 6667)
    #expect(rate(1, 20_000) == 1)
    #expect(rate(1, 20_001) == 0)
    #expect(rate(7, 2) == 35_000)
  }
}
