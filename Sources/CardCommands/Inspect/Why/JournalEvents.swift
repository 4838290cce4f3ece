import CardJSON
import CardProcessing
import ContentCardKit
import EventJournal

/// Consecutive events of one kind and one user for one card.
struct JournalEvents {
  let event: CountedEvent
  let user: String?
  /// The times of the first and the last event, in epoch milliseconds.
  let time: Int64
  private(set) var last: Int64
  private(set) var count = 1

  /// Creates the event of a journal line.
  init(_ line: JournalLine) {
    event = CountedEvent(line)
    user = line.text(.userID)
    time = line.time
    last = time
  }

  /// Adds the count of `next`; returns false if its kind or its user differs.
  mutating func add(_ next: JournalEvents) -> Bool {
    // An empty name is the same as no user.
    let isSameUser = (user ?? "").hasBytes(of: next.user ?? "")
    guard event == next.event, isSameUser else { return false }
    count += next.count
    last = next.last
    return true
  }
}

/// Collects the events of cards while the journal is read.
///
/// Memory grows with the number of selected events.
final class JournalHistories {
  private let isSelected: (JournalLine, ByteView) -> Bool
  private var ids = TextNumbers()
  private var entries: [[CardHistory.Entry]] = []
  private var id = ByteBuffer()

  /// Creates an empty collection.
  ///
  /// - Parameter isSelected: returns whether to collect an event of the card with this id.
  init(where isSelected: @escaping (JournalLine, ByteView) -> Bool) { self.isSelected = isSelected }

  /// Creates a collection for the cards that `text` may select, and other cards of their campaigns.
  convenience init(selecting text: String) {
    func campaign(of id: ByteView) -> [UInt8]? {
      var scratch = ByteBuffer()
      return CompositeID(id, decodedInto: &scratch)?.campaign.array
    }
    let wanted = Array(text.utf8)
    let campaigns = [wanted] + [ByteBuffer(wanted).read { campaign(of: $0) }].compactMap(\.self)
    self.init { _, id in
      id.array.starts(with: wanted) || campaign(of: id).map(campaigns.contains) ?? false
    }
  }

  /// Adds the event on a line of a journal file.
  func add(_ line: JournalLine, _ file: String, _ number: Int) {
    let id = line.text(.cardID, decodedInto: &self.id)
    guard isSelected(line, id) else { return }
    let card = ids.number(of: id)
    if card == entries.count { entries.append([]) }
    entries[card].append(
      CardHistory.Entry(
        event: .journal(JournalEvents(line)), time: line.time,
        location: CardHistory.Location(input: file, line: number)))
  }

  /// Returns the events of the card with this id, in the order of the journal.
  func events(of id: CardText) -> [JournalEvents] {
    let number = id.withText { ids.find($0) }
    return number.map { entries[$0].compactMap(\.journal) } ?? []
  }

  /// Calls `body` with the id and the events of each card.
  func forEachCard(_ body: (ByteView, [CardHistory.Entry]) -> Void) {
    for (number, entries) in entries.enumerated() { body(ids[number], entries) }
  }
}

extension CardHistory {
  /// The history with consecutive journal events of one kind and user combined into one entry.
  var combiningRepeatedEvents: CardHistory {
    var result = self
    result.entries = []
    for entry in entries {
      let last = result.entries.count - 1
      if let event = entry.journal, var counted = result.entries.last?.journal, counted.add(event) {
        result.entries[last].event = .journal(counted)
      } else {
        result.entries.append(entry)
      }
    }
    return result
  }
}
