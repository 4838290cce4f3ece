import CardJSON
import EventJournal
import Testing

/// Events as lines of a journal.
struct EventLineTests {
  private static let id = "01a1f7e0-0000-7000-8000-000000000001"

  private func line(_ event: JournalEvent) -> String? {
    var line = ByteBuffer()
    return event.appendLine(to: &line) ? line.view.text : nil
  }

  @Test func aLineHasItsKeysInOrder() {
    var event = JournalEvent(
      id: EventLineTests.id, time: 1_795_165_200_123, kind: .dismissal, cardID: "a")
    let head =
      #"{"v":1,"id":"01a1f7e0-0000-7000-8000-000000000001","time":"2026-11-20T09:00:00.123Z","#
      + #""event":"dismissal","card_id":"a""#
    #expect(line(event) == head + "}\n")
    event.key = "k"
    event.properties = [
      EventProperty(name: "n\"", json: "1.50"), EventProperty(name: "t", json: "\"x\""),
    ]
    event.sessionID = "s"
    event.deviceID = "d"
    event.userID = "u"
    event.messageVariationID = "mv"
    event.campaignID = "c"
    event.classType = "ad_banner"
    event.isControl = false
    #expect(
      line(event) == head
        + #","control":false,"class_type":"ad_banner","campaign_id":"c","message_variation_id":"mv","#
        + #""user_id":"u","device_id":"d","session_id":"s","properties":{"n\"":1.50,"t":"x"},"#
        + #""key":"k"}"# + "\n")
  }

  /// An id of a card must not act in a terminal that shows the file.
  @Test func controlCharactersAreEscaped() throws {
    let id = "a\u{1B}[2J\u{7F}\u{9B}\u{202E}\nä\u{2028}😀"
    let event = JournalEvent(id: "x", time: 0, kind: .click, cardID: id)
    let text = try #require(line(event))
    #expect(text.contains(#""a\u001b[2J\u007f\u009b\u202e\nä"#))
    let bytes = ByteBuffer(text.utf8)
    var reader = JournalLineReader()
    #expect(JournalEvent(try reader.read(bytes.view)) == event)
  }

  @Test func aLineHasALimit() throws {
    var event = JournalEvent(id: "x", time: 0, kind: .click, cardID: "")
    let length = try #require(line(event)).utf8.count
    event.cardID = String(repeating: "i", count: JournalLine.maximumLength - length)
    let longest = try #require(line(event))
    #expect(longest.utf8.count == JournalLine.maximumLength)
    var reader = JournalLineReader()
    let bytes = ByteBuffer(longest.utf8)
    _ = try reader.read(bytes.view)
    event.cardID += "i"
    #expect(line(event) == nil)
  }

  @Test func aYearHasFourDigits() {
    let event = JournalEvent(id: "x", time: 253_402_300_800_000, kind: .click, cardID: "a")
    #expect(line(event) == nil)
  }
}
