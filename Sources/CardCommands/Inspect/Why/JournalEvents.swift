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

extension CardHistories {
  /// Adds the events of the journal at `path`, rotated files included, for the cards `numbers`.
  ///
  /// - Parameter isWanted: whether events of a kind are added.
  /// - Throws: `SystemFailure` if the journal cannot be read.
  func addEvents(
    of path: String, _ owner: DeviceJournal.Owner, _ console: Console, to numbers: Set<Int>,
    where isWanted: (EventKind) -> Bool
  ) throws(SystemFailure) {
    var reader = JournalReader(JournalFiles(path: console.resolved(path), shownAs: path))
    var events: [Int: [(time: Int64, entry: CardHistory.Entry)]] = [:]
    var id = ByteBuffer()
    while let entry = reader.next() {
      switch entry {
      case .event(let line):
        guard isWanted(line.kind), owner.mismatch(line) == nil else { continue }
        id.removeAll()
        line.appendText(.cardID, to: &id)
        guard let number = number(of: id.view), numbers.contains(number) else { continue }
        let event = JournalEvents(
          kind: line.kind, isControl: line.isControl ?? false, user: line.text(.userID),
          last: line.time)
        let place = CardHistory.Place(
          input: reader.file.name, line: reader.lineNumber, column: nil)
        let entry = CardHistory.Entry(event: .journal(event), time: line.time, place: place)
        events[number, default: []].append((line.time, entry))
      case .invalid, .gap, .skipped: break
      case .unreadable(let failure): throw failure
      }
    }
    for (number, events) in events { insert(events, in: number) }
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
