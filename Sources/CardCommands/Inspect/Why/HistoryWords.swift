import CardJSON
import CardProcessing
import EventJournal

// The words for the events of a history, and for the verdict.
extension CardHistory {
  /// The name of an event in JSON, and the event in words.
  func description(of entry: Entry) -> (name: String, words: String) {
    switch entry.event {
    case .expiry: return ("expired", "expired")
    case .journal(let events):
      let event: CountedEvent = events.event == .controlImpression ? .impression : events.event
      return (event.name, CardHistory.words(events))
    case .decision(let action, let card):
      if [.dismissedHere, .expired, .ignored].contains(action) {
        return lateCopy(action, card, in: entry)
      }
      return (action.rawValue, words(action, card, details: entry.details))
    }
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
      let created = card?.created.map { " (created \(CardHistory.text($0)))" } ?? ""
      return "older \(card?.isRemoved == true ? "removal" : "copy") ignored" + created
    case .removed: return "removed by the server (r: true)"
    case .absent: return "absent from a full sync"
    case .dismissed: return "dismissed (d: true)"
    case .ignored: return "sent again"
    case .otherUser: return "ignored: the response is for another user" + quoted
    case .failed: return "ignored: the response failed" + quoted
    }
  }

  /// A copy of a card that is dismissed or expired in the end: it came before that or after it.
  private func lateCopy(
    _ action: FeedDecision.Action, _ card: IncomingCard?, in entry: Entry
  ) -> (name: String, words: String) {
    let end = entries.first { other in
      switch other.event {
      case .expiry: true
      case .journal(let events): events.event == .dismissal
      case .decision(let other, _): other == .dismissed && action == .ignored
      }
    }
    var isBefore = action != .ignored
    if let time = entry.time, let endTime = end?.time { isBefore = time < endTime }
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
    let expiry = card.expires.map { "expires \(CardHistory.text($0))" } ?? "never expires"
    return (["arrived"] + kinds.filter(\.0).map(\.1) + [expiry]).joined(separator: ", ")
  }

  private static func words(_ events: JournalEvents) -> String {
    var words = events.event.participle
    if let user = events.user { words += " by \(user)" }
    if events.count > 1 { words += ", \(events.count) times until \(text(events.last))" }
    return words
  }

  /// A time to the minute, in UTC: `2026-11-20 09:00`.
  static func text(_ time: Int64) -> String {
    guard let text = ISO8601.text(time) else { return "\(time / 1000)" }
    return String(text.prefix("2026-11-20T09:00".count)).replacing { $0 == "T" ? " " : nil }
  }
}

extension CardHistory.Place {
  /// The place as the beginning of a message.
  var words: String {
    let name = input == "-" ? InputDescriptor.standardInputName : input
    return LineText.leadingPath(name) + ":\(line)" + (column.map { ":\($0)" } ?? "")
  }
}
