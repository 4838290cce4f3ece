import CardJSON
import CardProcessing
import CardRules
import ContentCardKit
import EventJournal

/// Whether a user sees a card, and why.
struct CardVerdict {
  /// The code of the reason in JSON.
  let reason: String
  /// The verdict as text, without `remark`.
  private(set) var words: String
  /// The device's user that it is for; nil if none was named.
  let user: String?
  /// The 1-based position in the feed; nil if the card is not shown.
  private(set) var position: Int?
  /// The time since which the reason applies, in epoch milliseconds; nil if unknown.
  private(set) var since: Int64?
  /// The location of the data that determines the reason; nil for a shown or expired card.
  private(set) var location: CardLocation?
  /// The reason why a shown card is not converted to an object.
  private(set) var remark: String?

  /// The reason why users do not see a control card.
  static let controlWords = "a control card, which users never see"

  /// Whether the user sees the card.
  var isShown: Bool { position != nil }

  /// Determines the verdict on a card; `state` is nil if the device has not cached it.
  init(_ history: CardHistory, _ state: CachedState?, on device: DeviceFacts) {
    user = device.user
    if case .shown(let position, let count, let failure) = state {
      if let disabling = device.disabling {
        (reason, since, location) = ("disabled", disabling.time, disabling.location)
        words = "not shown: \(DeviceFacts.disabledWords) (\(disabling.location.words))"
      } else {
        (reason, self.position, remark) = ("shown", position, failure)
        words = "shown: position \(position) of \(count) in the feed"
      }
      words += device.userWords
      return
    }
    let entry = history.entry(history.standing)
    var (since, location) = (entry?.time, entry?.location)
    func date(_ separator: String = "") -> String {
      since.map { "\(separator) on \(CardHistory.text($0, in: history.zone))" } ?? ""
    }
    let cause: String
    switch state {
    case .control: (reason, cause) = ("control", CardVerdict.controlWords)
    case .unconverted(let failure): (reason, cause) = ("not-converted", "not converted: \(failure)")
    case .shown, nil:
      switch history.standing {
      case .removed, .arrived, .updated, .olderCopy, .ignored:
        (reason, cause) = ("removed", FeedDecision.Action.removed.absence + date())
      case .absent:
        let purged = history.isPurged(by: since) ? "; Braze keeps a card for at most 30 days" : ""
        (reason, cause) = ("full-sync", history.standing.absence + date() + purged)
      case .dismissed: (reason, cause) = ("dismissed", history.standing.absence + date())
      case .dismissedHere:
        let dismissal = history.entries.first { $0.logged?.kind == .dismissal }
        if let dismissal { (since, location) = (dismissal.time, dismissal.location) }
        let user = dismissal?.logged?.user.map { " by \($0)" } ?? ""
        (reason, cause) = ("dismissed", "dismissed" + user + date())
      case .expired:
        if case .decision(_, let card?) = entry?.event { since = card.expires }
        location = nil
        (reason, cause) = ("expired", history.standing.absence + date())
      case .otherUser:
        let user = entry?.details.first.map { ", \"\($0)\"" } ?? ""
        (reason, cause) = ("other-user", "it was sent only for another user" + user + date(","))
      case .userChange:
        let user = entry?.details.first.map { " to \"\($0)\"" } ?? ""
        (reason, cause) = ("other-user", "the device's user changed\(user)" + date())
      case .never:
        let last = history.entries.last { $0.logged != nil }
        location = last?.location
        let abort = last?.logged.flatMap { $0.kind == .abort ? $0 : nil }
        (reason, cause) = (
          "never",
          abort.map { $0.kind.participle + $0.reasonWords }
            ?? "no response brought it, only events name it"
        )
      case .failed:
        (reason, cause) = ("failed-response", "it was sent only in a failed response" + date())
      }
    }
    words = "not shown: " + cause + (location.map { " (\($0.words))" } ?? "") + device.userWords
    (self.since, self.location) = (since, location)
  }

  /// Adds the reason as members of a JSON object.
  func addReason(to json: inout JSONWriter) {
    json.add("reason", reason)
    if let since { json.add("since", milliseconds: since) }
  }
}

/// The state of a card that the device has cached.
enum CachedState {
  /// The card is shown at this position of this number of cards, or without an object for this
  /// reason.
  case shown(Int, of: Int, failure: String?)
  /// It is a control card.
  case control
  /// The app has custom classes, and shows only cards that can be converted.
  case unconverted(String)

  /// Returns the states of the cards that the device has cached at the end, by the numbers of their
  /// histories.
  static func all(
    _ histories: [CardHistory], _ options: CardDecoder.Options, plan: CheckPlan
  ) -> [Int: CachedState] {
    var reader = CachedCardReader(options)
    var writer = ObjectWriter(plan.classes)
    var order = SortKeys(SortKey.feed, now: 0)
    var shown: [(number: Int, failure: String?)] = []
    var states: [Int: CachedState] = [:]
    for (number, history) in histories.enumerated() where history.isCached {
      guard let card = reader.card(history.copy) else { continue }
      var object = ByteBuffer()
      let failure = writer.object(of: card, to: &object).failure
      if card.isControl {
        states[number] = .control
      } else if plan.settings.hasOwnClasses, let failure {
        states[number] = .unconverted(failure)
      } else {
        order.append(card)
        shown.append((number, failure))
      }
    }
    for (position, index) in order.sorted().enumerated() {
      let (number, failure) = shown[index]
      states[number] = .shown(position + 1, of: shown.count, failure: failure)
    }
    return states
  }
}
