import EventJournal
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

// The history in words.
extension CardHistory {
  /// An entry in words.
  struct Line {
    let entry: Entry
    /// The name of the event in JSON.
    let name: String
    let words: String
  }

  /// The entries in words; consecutive journal events of one kind and user are one line.
  var lines: [Line] {
    func firstEnd(orAction wanted: FeedDecision.Action? = nil) -> Entry? {
      entries.first { entry in
        switch entry.event {
        case .expiry: true
        case .logged(let event): event.kind == .dismissal
        case .decision(let action, _): action == wanted
        }
      }
    }
    let (end, endOfIgnored) = (firstEnd(), firstEnd(orAction: .dismissed))
    var lines: [Line] = []
    var rest = entries[...]
    while let entry = rest.popFirst() {
      let (name, words): (String, String)
      switch entry.event {
      case .expiry: (name, words) = ("expired", "expired")
      case .logged(let event):
        let repeats = rest.prefix { $0.logged.map(event.isSame) ?? false }
        rest = rest.dropFirst(repeats.count)
        (name, words) = (event.name, self.words(event, repeats))
      case .decision(let action, let card):
        switch action {
        case .dismissedHere, .expired:
          (name, words) = lateCopy(action, card, at: entry.time, end: end)
        case .ignored: (name, words) = lateCopy(action, card, at: entry.time, end: endOfIgnored)
        default: (name, words) = (action.rawValue, self.words(action, card, details: entry.details))
        }
      }
      lines.append(Line(entry: entry, name: name, words: words))
    }
    return lines
  }

  private func words(
    _ action: FeedDecision.Action, _ card: IncomingCard?, details: [String] = []
  ) -> String {
    let quoted = details.first.map { ", \"\($0)\"" } ?? ""
    switch action {
    case .arrived, .dismissedHere, .expired: return arrival(card)
    case .updated:
      return details.isEmpty
        ? "sent again, unchanged" : "updated: " + details.joined(separator: ", ")
    case .olderCopy:
      let created = card?.created.map { " (created \(CardHistory.text($0, in: zone)))" } ?? ""
      return "older \(card?.isRemoved == true ? "removal" : "copy") ignored" + created
    case .removed: return "removed by the server (r: true)"
    case .absent: return "absent from a full sync"
    case .dismissed: return "dismissed (d: true)"
    case .ignored: return "sent again"
    case .otherUser: return "ignored: the response is for another user" + quoted
    case .userChange:
      return "left the feed: the user changed" + (details.first.map { " to \"\($0)\"" } ?? "")
    case .never: return ""
    case .failed: return "ignored: the response failed" + quoted
    }
  }

  /// Describes a copy of a card that has been dismissed or has expired, which arrived before or
  /// after that.
  private func lateCopy(
    _ action: FeedDecision.Action, _ card: IncomingCard?, at time: Int64?, end: Entry?
  ) -> (name: String, words: String) {
    var isBefore = action != .ignored
    if let time, let endTime = end?.time { isBefore = time < endTime }
    guard isBefore else {
      let reason =
        switch end?.event {
        case .expiry: "it had expired"
        case .some: "it was dismissed"
        case nil: "it was dismissed or had expired"
        }
      return ("ignored", "ignored: \(reason)")
    }
    return (action == .ignored ? "sent-again" : "arrived", words(action, card))
  }

  private func arrival(_ card: IncomingCard?) -> String {
    guard let card else { return "arrived" }
    let kinds = [
      (card.isControl, "a control card"), (card.isTest, "a test card"), (card.isPinned, "pinned"),
    ]
    let expiry = card.expires.map { "expires \(CardHistory.text($0, in: zone))" } ?? "never expires"
    return (["arrived"] + kinds.filter(\.0).map(\.1) + [expiry]).joined(separator: ", ")
  }

  private func words(_ event: HistoryEvent, _ repeats: ArraySlice<Entry>) -> String {
    var words = event.kind.participle
    if let user = event.user {
      words += event.kind == .send || event.kind == .abort ? " for \(user)" : " by \(user)"
    }
    words += event.reasonWords
    if let last = repeats.last?.time {
      words += ", \(repeats.count + 1) times until \(CardHistory.text(last, in: zone))"
    }
    return words
  }

  /// Formats a time to the minute in a zone, such as `2026-11-20 09:00Z` or `2026-11-20 10:00+01:00`.
  static func text(_ time: Int64, in zone: Zone) -> String {
    guard let text = ISO8601.text(time, in: zone) else { return "\(time / 1000)" }
    let minutes = String(text.prefix("2026-11-20T09:00".count)).replacing { $0 == "T" ? " " : nil }
    return minutes + (text.hasSuffix("Z") ? "Z" : String(text.suffix("+01:00".count)))
  }

  /// Whether Braze had removed the card by a time in epoch milliseconds, because it keeps one for at
  /// most 30 days.
  ///
  /// Source: https://www.braze.com/docs/api/objects_filters/messaging/content_cards_object.
  func isPurged(by time: Int64?) -> Bool {
    guard let time, let created else { return false }
    return time - created >= CardHistory.lifetime
  }

  /// The time of creation of the newest copy, in epoch milliseconds; nil if unknown.
  var created: Int64? {
    entries.lazy.reversed().compactMap { entry -> Int64? in
      if case .decision(_, let card?) = entry.event { card.created } else { nil }
    }.first
  }

  /// The longest time for which Braze keeps a card, in milliseconds.
  static let lifetime: Int64 = 30 * 86_400_000
}
