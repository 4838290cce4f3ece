import CardJSON
import CardProcessing
import ContentCardKit
import EventJournal

/// Whether a user sees a card, and why.
struct CardVerdict {
  /// The reason; its raw values are the words of JSON output.
  enum Reason: String {
    case shown, removed, dismissed, expired, control
    case absent = "full-sync"
    case otherUser = "other-user"
    case failed = "failed-response"
    case notConverted = "not-converted"
  }

  let reason: Reason
  /// The position in the feed, from 1; nil for a card that is not shown.
  private(set) var position: Int?
  /// The time since which the reason applies, in epoch milliseconds; nil if unknown.
  private(set) var since: Int64?
  /// The place that states the reason; nil for a shown or an expired card.
  private(set) var place: CardHistory.Place?
  /// More words about the reason.
  private(set) var details: String?
  /// The reason why a card is not converted to an object, if that does not decide the verdict.
  private(set) var remark: String?

  /// Whether the user sees the card.
  var isShown: Bool { reason == .shown }

  /// The verdict on a card.
  ///
  /// - Parameter place: its place in the feed; nil if the device has not cached it.
  init(_ history: CardHistory, _ feedPlace: FeedPlace?) {
    let entry = history.entry(history.standing)
    if let position = feedPlace?.position {
      reason = .shown
      (self.position, remark) = (position, feedPlace?.failure)
      return
    }
    (since, place) = (entry?.time, entry?.place)
    if let feedPlace {
      reason = feedPlace.isControl ? .control : .notConverted
      if !feedPlace.isControl { details = feedPlace.failure }
      return
    }
    switch history.standing {
    case .removed, .arrived, .updated, .olderCopy, .ignored: reason = .removed
    case .absent: reason = .absent
    case .dismissed: reason = .dismissed
    case .dismissedHere:
      reason = .dismissed
      let dismissal = history.entries.first { entry in
        if case .journal(let events) = entry.event { events.event == .dismissal } else { false }
      }
      guard case .journal(let events) = dismissal?.event else { return }
      (since, place, details) = (dismissal?.time, dismissal?.place, events.user)
    case .expired:
      reason = .expired
      if case .decision(_, let card?) = entry?.event { since = card.expires }
      place = nil
    case .otherUser:
      reason = .otherUser
      details = entry?.details.first
    case .failed:
      reason = .failed
      details = entry?.details.first
    }
  }
}

extension CardHistories {
  /// The reason why the device has not cached a card; nil if it has, or if no input has the card.
  func verdict(onAbsentCard id: ByteView) -> CardVerdict? {
    guard let number = number(of: id), !histories[number].isCached else { return nil }
    return CardVerdict(histories[number], nil)
  }
}
