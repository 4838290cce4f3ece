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
  /// It is shown at this position of so many, perhaps without an object for this reason.
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
