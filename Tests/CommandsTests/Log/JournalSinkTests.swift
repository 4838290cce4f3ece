import CardJSON
import ContentCardKit
import EventJournal
import CardPlatform
import TestSupport
import Testing

/// The guide's logging methods write to a journal through their sink.
struct JournalSinkTests {
  /// A sink of an app.
  private struct JournalSink: ContentCardEventSink {
    let files: JournalFiles
    private var ids = EventIDs()

    init(path: String) { files = JournalFiles(path: path) }

    mutating func record(_ event: ContentCardEvent, of card: ContentCardData)
      throws(AppendFailure)
    {
      guard let kind = EventKind(rawValue: event.rawValue) else { return }
      let now = SystemCalls.now()
      var id = ByteBuffer()
      ids.append(now: now, to: &id)
      var recorded = NewEvent(kind)
      (recorded.time, recorded.isControl) = (now, card.isControl)
      recorded[.id] = id.view
      recorded[.cardID] = ByteView(permanent: card.contentCardId)
      recorded[.classType] = ByteView(permanent: card.contentCardClassType.rawType)
      var lines = EventLineWriter()
      var line = ByteBuffer()
      let isWritten = lines.append(recorded, to: &line)
      #expect(isWritten)
      var writer = JournalWriter(files)
      do {
        try writer.lock()
      } catch {
        throw AppendFailure(recorded: 0, possible: 0, reason: error)
      }
      try writer.append(line.view)
    }
  }

  @Test func objectsReachTheJournal() throws {
    let scratch = try ScratchFolder()
    let metaData: [ContentCardKey: Any] = [
      .idString: "1", .created: 1_764_000_000.0, .title: "T",
      .extras: ["discount_percentage": "5"],
    ]
    let coupon = try ContentCardObjects.Coupon(ContentCard(metaData: metaData))
    let control = try ContentCardObjects.Ad(
      ContentCard(metaData: metaData.merging([.idString: "2", .isControl: true]) { $1 }))
    var sink = JournalSink(path: scratch.path("j"))
    try coupon.logContentCardImpression(to: &sink)
    try coupon.logContentCardClicked(to: &sink)
    try coupon.logContentCardDismissed(to: &sink)
    try control.logContentCardImpression(to: &sink)
    let events = scratch.events("j").compactMap { $0 }
    #expect(events.map(\.kind) == [.impression, .click, .dismissal, .impression])
    #expect(events.map(\.cardID) == ["1", "1", "1", "2"])
    #expect(events.map(\.isControl) == [false, false, false, true])
    #expect(events.map(\.classType) == ["coupon_code", "coupon_code", "coupon_code", "ad_banner"])
    #expect(Set(events.map(\.id)).count == 4)
    var lost = JournalSink(path: scratch.path("none/j"))
    #expect(throws: AppendFailure.self) { try coupon.logContentCardImpression(to: &lost) }
  }
}
