import CardJSON
import EventJournal
import Testing

@testable import CardCommands

/// The table of `log summary` on terminals of different widths.
struct SummaryTextTests {
  /// The summary of events: impressions by card, and clicks of a card without a name.
  private func summary(_ rows: [(String?, Int)], clicks: Int = 0) throws -> EventSummary {
    var tally = EventTally()
    var reader = JournalLineReader()
    // A row without impressions needs another event.
    let events: [(kind: EventKind, name: String?, count: Int)] =
      rows.map { ($0.1 > 0 ? .impression : .dismissal, $0.0, max($0.1, 1)) }
      + [(.click, nil, clicks)]
    for (kind, name, count) in events {
      let json = #"{"v":1,"id":"i","time":"2026-11-21","event":"\#(kind.rawValue)","card_id":"c"}"#
      let line = ByteBuffer(json.utf8)
      let key = ByteBuffer((name ?? "").utf8)
      for _ in 0..<count { tally.add(try reader.read(line.view), to: key.view) }
    }
    return EventSummary([.card], tally.finish(), sort: [], limit: nil)
  }

  private func lines(_ rows: [(String?, Int)], width: Int?) throws -> [String] {
    var text = ByteBuffer()
    SummaryText(style: SummaryTextTests.style(width)).append(try summary(rows), to: &text)
    return text.view.text.split(separator: "\n").map(String.init)
  }

  /// The style of a terminal with this width; nil without a terminal.
  private static func style(_ width: Int?) -> TextStyle {
    var style = TextStyle()
    style.width = width ?? style.width
    return style
  }

  private func width(_ line: String) -> Int {
    line.unicodeScalars.reduce(0) { $0 + DisplayWidth.of($1) }
  }

  private static let numbers = "  impressions  unique  control  clicks  rate  dismissed"

  @Test(
    "no name begins a command of a build's log", arguments: ["::error::x", "  ::stop-commands"])
  func commands(_ name: String) throws {
    let line = try lines([(name, 1)], width: nil)[1]
    #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
    #expect(line.contains(name.replacing("::", with: #"\u003a:"#, maxReplacements: 1)))
  }

  @Test("bars are as long as impressions are many, in eighths of a column")
  func bars() throws {
    let found = try lines([("a", 160), ("b", 80), ("c", 1), ("d", 0)], width: 90)
    #expect(found[0] == "card " + SummaryTextTests.numbers)
    #expect(found[1].hasSuffix("  " + String(repeating: "█", count: TextTable.barWidth)))
    #expect(found[2].hasSuffix("  " + String(repeating: "█", count: TextTable.barWidth / 2)))
    #expect(found[3].hasSuffix("0  ▏") || found[3].hasSuffix("0  ▎"))
    #expect(found[4].hasSuffix("1"))
    #expect(found[5].hasPrefix("total"))
    #expect(!found[5].contains("█"))
  }

  @Test("no line is wider than the terminal, whatever the names", arguments: [80, 100, 200])
  func widths(_ columns: Int) throws {
    let names = [
      String(repeating: "x", count: 150) + "1", String(repeating: "x", count: 150) + "2",
      String(repeating: "界", count: 80),
      "e\u{301}" + String(repeating: "\u{301}", count: 90), "\u{1B}[2J\u{202E}", nil,
    ]
    let found = try lines(names.map { ($0, 10) }, width: columns)
    for line in found { #expect(width(line) <= columns) }
    #expect(found.joined().contains("…"))
    #expect(!found.joined().contains("\u{1B}"))
    #expect(!found.joined().contains("\u{202E}"))
  }

  @Test("a narrow terminal has fewer numbers, and whole ids that differ")
  func narrow() throws {
    let found = try lines([("example-card-number-1", 3), ("example-card-number-2", 3)], width: 50)
    #expect(found[0].hasSuffix("impressions  clicks"))
    #expect(found[1].hasPrefix("example-card-number-1  "))
    #expect(!found.joined().contains("█"))
  }

  @Test("elsewhere names are whole")
  func plain() throws {
    let name = String(repeating: "x", count: 150)
    let found = try lines([(name, 3), (nil, 1)], width: nil)
    #expect(found[1].hasPrefix(name + "  "))
    #expect(found[2].hasPrefix("(none) "))
    #expect(found[1].hasSuffix("█"))
  }

  @Test("a rate is rounded once")
  func rates() throws {
    var text = ByteBuffer()
    let summary = try summary([(nil, 20_000)], clicks: 6669)
    SummaryText(style: SummaryTextTests.style(nil)).append(summary, to: &text)
    #expect(text.view.text.contains(" 33.3% "))
  }
}
