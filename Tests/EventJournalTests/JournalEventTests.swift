import EventJournal
import Testing

struct JournalEventTests {
  @Test("kinds are named as in the journal's lines")
  func kinds() {
    #expect(EventKind.allCases.map(\.rawValue) == ["impression", "click", "dismissal"])
  }
}
