import CardJSON
import CardProcessing
import CardRules
import ContentCardKit
import EventJournal

/// Whether a user sees a card, and why.
struct CardVerdict {
  /// The reason as a word of JSON output.
  let reason: String
  /// The verdict in words, without the reason in `remark`.
  let words: String
  /// The position in the feed, from 1; nil for a card that is not shown.
  private(set) var position: Int?
  /// The time since which the reason applies, in epoch milliseconds; nil if unknown.
  private(set) var since: Int64?
  /// The place that states the reason; nil for a shown or an expired card.
  private(set) var place: CardHistory.Place?
  /// The reason why a card is not converted to an object, if that does not decide the verdict.
  private(set) var remark: String?

  /// Whether the user sees the card.
  var isShown: Bool { position != nil }

  /// The verdict on a card.
  ///
  /// - Parameters:
  ///   - feedPlace: its place in the feed; nil if the device has not cached it.
  ///   - feedCount: the number of cards in the feed.
  init(_ history: CardHistory, _ feedPlace: FeedPlace?, feedCount: Int) {
    if let feedPlace, let position = feedPlace.position {
      (reason, self.position, remark) = ("shown", position, feedPlace.failure)
      words = "shown: position \(position) of \(feedCount) in the feed"
      return
    }
    let entry = history.entry(history.standing)
    var (since, place) = (entry?.time, entry?.place)
    func date(_ separator: String = "") -> String {
      since.map { "\(separator) on \(CardHistory.text($0))" } ?? ""
    }
    let cause: String
    if let feedPlace {
      reason = feedPlace.isControl ? "control" : "not-converted"
      cause =
        feedPlace.isControl
        ? "a control card, which users never see" : "not converted: \(feedPlace.failure ?? "")"
    } else {
      switch history.standing {
      case .removed, .arrived, .updated, .olderCopy, .ignored:
        (reason, cause) = ("removed", "removed by the server" + date())
      case .absent: (reason, cause) = ("full-sync", "absent from the full sync" + date())
      case .dismissed: (reason, cause) = ("dismissed", "dismissed" + date())
      case .dismissedHere:
        let dismissal = history.entries.first { $0.journal?.event == .dismissal }
        if let dismissal { (since, place) = (dismissal.time, dismissal.place) }
        let user = dismissal?.journal?.user.map { " by \($0)" } ?? ""
        (reason, cause) = ("dismissed", "dismissed" + user + date())
      case .expired:
        if case .decision(_, let card?) = entry?.event { since = card.expires }
        place = nil
        (reason, cause) = ("expired", "expired" + date())
      case .otherUser:
        let user = entry?.details.first.map { ", \"\($0)\"" } ?? ""
        (reason, cause) = ("other-user", "it came only for another user" + user + date(","))
      case .failed:
        (reason, cause) = ("failed-response", "it came only in a failed response" + date())
      }
    }
    words = "not shown: " + cause + (place.map { " (\($0.words))" } ?? "")
    (self.since, self.place) = (since, place)
  }

  /// Adds the reason as members of an object.
  func addReason(to json: inout JSONWriter) {
    json.add("reason", reason)
    if let since { json.add("since", milliseconds: since) }
  }
}

/// A cached card, as far as it decides whether users see it.
struct FeedPlace {
  /// The position in the feed, from 1; nil for a card that users do not see.
  private(set) var position: Int?
  let isControl: Bool
  /// The reason why the card is not converted to an object; nil if it is.
  let failure: String?

  /// The places of the cards that the device has cached in the end, by the numbers of their
  /// histories, and the number of cards that users see.
  ///
  /// - Parameters:
  ///   - options: the options that the cards were read with.
  ///   - plan: the classes that the cards are converted to; an app with own ones shows only cards
  ///     that are converted.
  static func all(
    _ histories: [CardHistory], _ options: CardDecoder.Options, _ plan: CheckPlan
  ) -> (places: [Int: FeedPlace], count: Int) {
    var reader = CachedCardReader(options)
    var writer = ObjectWriter(plan.classes)
    var order = SortKeys(SortKey.feed, now: 0)
    var numbers: [Int] = []
    var places: [Int: FeedPlace] = [:]
    for (number, history) in histories.enumerated() where history.isCached {
      guard let card = reader.card(history.copy) else { continue }
      let failure = failure(of: card, &writer)
      places[number] = FeedPlace(isControl: card.isControl, failure: failure)
      if card.isControl || plan.settings.hasOwnClasses && failure != nil { continue }
      order.append(card)
      numbers.append(number)
    }
    for (position, index) in order.sorted().enumerated() {
      places[numbers[index]]?.position = position + 1
    }
    return (places, numbers.count)
  }

  private static func failure(of card: Card, _ writer: inout ObjectWriter) -> String? {
    var object = ByteBuffer()
    switch writer.convert(card, to: &object) {
    case .converted: return nil
    case .failed(let failure): return "\(failure)"
    case .skipped(.unknownClass):
      return "the class type \"\(card.classType?.string ?? "")\" is not in the registry"
    case .skipped: return "it has no class type"
    }
  }
}
