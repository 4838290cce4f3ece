import CardJSON
import CardProcessing
import ContentCardKit

/// The history of one card on a device.
struct CardHistory {

  /// One event of the history.
  struct Entry {
    /// The event.
    enum Event {
      /// A decision of the merge, with the card in the response.
      case decision(FeedDecision.Action, IncomingCard?)
      /// The card expired.
      case expiry
      /// An event that a journal or an input states.
      case logged(HistoryEvent)
    }

    let event: Event
    /// The time in epoch milliseconds; nil if unknown.
    let time: Int64?
    /// The location; nil for an event that is not in an input, such as the expiry.
    let location: CardLocation?
    /// The fields that an update changed, or the user or error message of a discarded response.
    var details: [String] = []

    /// The event of the card; nil for another kind of event.
    var logged: HistoryEvent? { if case .logged(let event) = event { event } else { nil } }
  }

  let id: String
  /// The zone of times in words.
  var zone = Zone.utc
  /// The entries in order.
  var entries: [Entry] = []
  /// The last copy that the device accepted, otherwise the first one; empty if there are only
  /// tombstones.
  var copy = CardCopy(bytes: [])
  /// The last decision that changed the state of the card, or the reason why none did.
  var standing = FeedDecision.Action.never

  /// Whether a response or an input brought a copy or a removal of the card.
  var wasReceived: Bool {
    entries.contains { if case .decision = $0.event { true } else { false } }
  }

  /// Whether the device has the card in its cache at the end.
  var isCached: Bool { standing == .arrived || standing == .updated }

  /// Returns the last entry with the decision `action`, or for an expiry, of the copy that expired.
  func entry(_ action: FeedDecision.Action) -> Entry? {
    let wanted = action == .expired ? [.arrived, .updated, .expired] : [action]
    return entries.last {
      if case .decision(let action, _) = $0.event { wanted.contains(action) } else { false }
    }
  }

  /// Inserts events by time, each after the last entry that is not later.
  ///
  /// Entries without a time are ignored. An event that is earlier than all entries is inserted
  /// before the first entry with a time.
  mutating func insert(_ events: [Entry]) {
    let timed = entries.enumerated().compactMap { index, entry in
      entry.time.map { (time: $0, index: index) }
    }
    var waiting = timed.sorted { ($0.time, $0.index) < ($1.time, $1.index) }[...]
    var position = timed.first?.index ?? entries.count
    var merged: [Entry] = []
    var next = 0
    for event in events.sorted(by: { ($0.time ?? .min) < ($1.time ?? .min) }) {
      while let entry = waiting.first, entry.time <= event.time ?? .min {
        position = max(position, entry.index + 1)
        waiting.removeFirst()
      }
      merged += entries[next..<position]
      next = position
      merged.append(event)
    }
    entries = merged + entries[next...]
  }
}
