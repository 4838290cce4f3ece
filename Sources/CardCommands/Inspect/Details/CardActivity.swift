import CardJSON
import CardProcessing
import ContentCardKit
import EventJournal

/// The events of a journal for one card.
struct CardActivity {
  /// The number of events of each kind.
  private(set) var counts = EventCounts()
  /// The times of the first and the last event, in epoch milliseconds; nil without events.
  private(set) var times: ClosedRange<Int64>?
  /// The users of the events, in the order of the journal.
  private(set) var users = FirstStrings()

  fileprivate mutating func add(_ line: JournalLine) {
    counts[CountedEvent(line)] += 1
    let (first, last) = (times?.lowerBound ?? line.time, times?.upperBound ?? line.time)
    times = min(first, line.time)...max(last, line.time)
    if let user = line.text(.userID) { users.add(user) }
  }
}

/// Collects the events of the cards that `--id` may select, while the journal is read.
final class CardActivities {
  private let prefix: [UInt8]
  private var activities: [[UInt8]: CardActivity] = [:]
  private var campaigns = EventCampaign()

  /// The activities of cards whose ids begin with `prefix`, or whose campaign it is.
  init(prefix: String) { self.prefix = Array(prefix.utf8) }

  /// Adds an event if it may be of the card.
  func add(_ line: JournalLine) {
    guard let id = line.text(.cardID).map({ Array($0.utf8) }) else { return }
    guard
      id.starts(with: prefix)
        || campaigns.composite(of: line)?.campaign.array.elementsEqual(prefix) == true
    else { return }
    activities[id, default: CardActivity()].add(line)
  }

  /// The events of the card with this id.
  subscript(id: String) -> CardActivity { activities[Array(id.utf8)] ?? CardActivity() }
}
