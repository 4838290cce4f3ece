import EventJournal
import Testing

struct JournalEventTests {
  @Test("kinds are named as in the journal's lines")
  func kinds() {
    let names = EventKind.allCases.map(\.rawValue)
    #expect(names == ["impression", "click", "dismissal", "send", "abort"])
  }
}
