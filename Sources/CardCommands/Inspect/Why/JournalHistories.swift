import CardJSON
import ContentCardKit
import EventJournal

/// An event of a card in the journal.
struct JournalEvent {
  let kind: CountedEvent
  let user: String?
  /// The time in epoch milliseconds.
  let time: Int64

  /// Creates the event of a journal line.
  init(_ line: JournalLine) {
    (kind, user, time) = (CountedEvent(line), line.text(.userID), line.time)
  }

  /// The name in the JSON of a history.
  var name: String { kind == .controlImpression ? CountedEvent.impression.name : kind.name }

  /// Whether another event has the same kind and user.
  func isSame(_ other: JournalEvent) -> Bool {
    kind == other.kind && (user ?? "").hasBytes(of: other.user ?? "")
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

  /// Creates an empty collection of the events for whose line and card id `isSelected` is true.
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
        event: .journal(JournalEvent(line)), time: line.time,
        location: CardHistory.Location(input: file, line: number)))
  }

  /// Returns the events of the card with this id, in the order of the journal.
  func events(of id: CardText) -> [JournalEvent] {
    let number = id.withText { ids.find($0) }
    return number.map { entries[$0].compactMap(\.journal) } ?? []
  }

  /// Calls `body` with the id and the events of each card.
  func forEachCard(_ body: (ByteView, [CardHistory.Entry]) -> Void) {
    for (number, entries) in entries.enumerated() { body(ids[number], entries) }
  }
}
