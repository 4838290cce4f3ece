import CardJSON
import EventJournal
import CardPlatform

/// What a journal says that was done with one card.
struct CardPast {
  /// How often what happened.
  private(set) var counts = EventCounts()
  /// When it first and last happened, in epoch milliseconds; nil when nothing did.
  private(set) var times: ClosedRange<Int64>?
  /// The users who did it, as far as events name them, in the order of the journal.
  private(set) var users = FirstTexts()

  /// Reads what the journal at `path` says of the card with this id, rotated files included; lines
  /// that hold no event were told about when cards were read.
  ///
  /// - Throws: `SystemFailure` when the journal cannot be read.
  init(of id: String, _ path: String, _ owner: DeviceJournal.Owner, _ console: Console)
    throws(SystemFailure)
  {
    var reader = JournalReader(JournalFiles(path: console.resolved(path), shownAs: path))
    var tally = EventTally()
    let cardID = ByteBuffer(id.utf8)
    while let entry = reader.next() {
      switch entry {
      case .event(let line):
        guard line.text(.cardID, equals: cardID.view), owner.mismatch(line) == nil else { continue }
        tally.add(line, to: ByteView(""))
        let (first, last) = (times?.lowerBound ?? line.time, times?.upperBound ?? line.time)
        times = min(first, line.time)...max(last, line.time)
        if let user = line.text(.userID) { users.add(user) }
      case .invalid, .gap, .skipped: break
      case .unreadable(let failure): throw failure
      }
    }
    counts = tally.total
  }
}
