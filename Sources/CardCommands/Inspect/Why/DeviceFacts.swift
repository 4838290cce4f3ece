import CardJSON
import ContentCardKit

/// The facts that the inputs state about a device and its responses, which explain why it has no
/// card or shows none.
struct DeviceFacts {
  /// A fact with its time in epoch milliseconds, if known, and its location.
  typealias Place = (time: Int64?, location: CardLocation)

  /// The zone of times in words.
  let zone: Zone
  /// The device's user at the end; nil if none was named.
  var user: String?
  /// The server's configuration that disabled Content Cards; nil if they are enabled.
  private(set) var disabling: Place?
  /// Whether the device had more than one user.
  private(set) var hadOtherUsers = false
  private var users: Set<String> = []
  /// The last refresh that the SDK did not request because of its rate limit.
  private var limited: (place: Place, until: Int64?)?
  private var mergedCount = 0
  private var fullCount = 0
  /// Whether the last merged response was incremental and brought nothing.
  private var endsEmpty = false

  /// Creates facts about a device without responses.
  init(in zone: Zone) { self.zone = zone }

  /// Adds a response.
  mutating func add(_ merged: MergedResponse) {
    if let name = merged.response.user?.name { add(user: name) }
    guard merged.outcome == .merged, merged.response.hasStatus else { return }
    mergedCount += 1
    if merged.response.isFull { fullCount += 1 }
    endsEmpty = !merged.response.isFull && merged.response.broughtCards == 0
    limited = nil
  }

  /// Adds a fact.
  mutating func add(_ fact: DeviceFact, time: Int64?, at location: CardLocation) {
    switch fact {
    case .user(let name, _): add(user: name)
    case .contentCards(isEnabled: true): disabling = nil
    case .contentCards(isEnabled: false): disabling = disabling ?? (time, location)
    case .rateLimit(let until): limited = ((time, location), until)
    }
  }

  private mutating func add(user name: String) {
    users.insert(name)
    if users.count > 1 { hadOtherUsers = true }
  }

  /// The reason for disabled Content Cards in words.
  static let disabledWords = "Content Cards are disabled in the server's configuration"

  /// Explanations why a card may be missing from the responses, or from the last ones.
  ///
  /// Source: https://www.braze.com/docs/developer_guide/content_cards/, about refreshing the feed.
  func explanations(isMissing: Bool) -> [String] {
    var lines: [String] = []
    if isMissing, let disabling {
      lines.append("\(DeviceFacts.disabledWords) (\(disabling.location.words))")
    }
    if let limited {
      let until = limited.until.map { " until \(CardHistory.text($0, in: zone))" } ?? ""
      lines.append(
        "the SDK did not refresh the cards because of its rate limit\(until) "
          + "(\(limited.place.location.words))")
    }
    guard isMissing, mergedCount > 0 else { return lines }
    if fullCount == 0 {
      lines.append(
        "no response is a full sync: partial syncs bring only what is new, so the device may have "
          + "got the card before")
    } else if endsEmpty {
      lines.append("the last response brings nothing: partial syncs bring only what is new")
    }
    return lines
  }

  /// The user in words, for the end of a verdict; empty if none was named.
  var userWords: String {
    guard let user else { return "" }
    return ", for user \"\(user)\"" + (hadOtherUsers ? " (--user names another)" : "")
  }
}
