import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit
import EventJournal

/// Consecutive events of one kind, by one user, for one card.
struct JournalEvents {
  let kind: EventKind
  let isControl: Bool
  let user: String?
  var count = 1
  /// The time of the last one, in epoch milliseconds.
  var last: Int64

  /// Whether `other` can be counted with these.
  func isSameKind(as other: JournalEvents) -> Bool {
    kind == other.kind && isControl == other.isControl
      && user.map { Array($0.utf8) } == other.user.map { Array($0.utf8) }
  }
}

/// Collects the events of cards while the journal is read.
///
/// Memory grows with the number of selected events.
final class JournalHistories {
  private let isSelected: (JournalLine, ByteView) -> Bool
  private var ids = TextNumbers()
  private var entries: [[(time: Int64, entry: CardHistory.Entry)]] = []
  private var id = ByteBuffer()

  /// No events.
  ///
  /// - Parameter isSelected: whether an event of the card with this id is collected.
  init(where isSelected: @escaping (JournalLine, ByteView) -> Bool) {
    self.isSelected = isSelected
  }

  /// The events of the cards that `text` may select, and of other cards of their campaign.
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

  /// Adds an event of a line in a file of the journal.
  func add(_ line: JournalLine, _ file: String, _ number: Int) {
    id.removeAll()
    line.appendText(.cardID, to: &id)
    guard isSelected(line, id.view) else { return }
    let event = JournalEvents(
      kind: line.kind, isControl: line.isControl ?? false, user: line.text(.userID),
      last: line.time)
    let place = CardHistory.Place(input: file, line: number, column: nil)
    let card = ids.number(of: id.view)
    if card == entries.count { entries.append([]) }
    entries[card].append(
      (line.time, CardHistory.Entry(event: .journal(event), time: line.time, place: place)))
  }

  /// Adds the events to the histories of their cards.
  func insert(into histories: CardHistories) {
    for (number, entries) in entries.enumerated() {
      if let card = histories.number(of: ids[number]) { histories.insert(entries, in: card) }
    }
  }
}

extension CardHistory {
  /// The history with consecutive events of one kind and user as one entry.
  var withRepeatedEventsCounted: CardHistory {
    var result = self
    result.entries = []
    for entry in entries {
      if case .journal(let event) = entry.event, let before = result.entries.last,
        case .journal(var counted) = before.event, counted.isSameKind(as: event)
      {
        counted.count += event.count
        counted.last = event.last
        result.entries[result.entries.count - 1] = Entry(
          event: .journal(counted), time: before.time, place: before.place)
      } else {
        result.entries.append(entry)
      }
    }
    return result
  }
}
