/// A card as random sync responses send it.
struct SyncCard: Equatable {
  var id: String
  var created: Int
  var expires: Int
  var isViewed: Bool
  var isDismissed: Bool
  var isRemoved: Bool
  var isTest: Bool
  /// Distinguishes copies.
  var title: String

  /// The card as JSON, with this viewed flag.
  func json(viewed: Bool) -> String {
    #"{"id":"\#(id)","tp":"short_news","v":\#(viewed),"d":\#(isDismissed),"r":\#(isRemoved),"#
      + #""t":\#(isTest),"ca":\#(created),"ea":\#(expires),"tt":"\#(title)"}"#
  }

  var json: String { json(viewed: isViewed) }
}

/// A random sync response.
struct SyncResponse {
  var cards: [SyncCard]
  var isFull: Bool
  var hasFailed: Bool
  var user: String?
  /// Whether the cards have no envelope, and so no other members.
  var isBare: Bool
  /// Whether the response has its status after its cards.
  var endsWithMembers: Bool
}

/// A device that implements the seven rules literally.
///
/// It is slow: each card is compared with all others, and a failed response restores a copy.
struct SlowDevice {
  let now: Int
  var feed: [(card: SyncCard, isViewed: Bool)] = []
  var dismissed: [String] = []
  var expired: [String] = []
  var user: String?

  init(now: Int) { self.now = now }

  mutating func sync(_ response: SyncResponse) {
    let before = self
    for card in response.cards { take(card) }
    if response.isBare { return }
    if response.isFull {
      feed.removeAll { held in
        !held.card.isTest && !response.cards.contains { $0.id == held.card.id }
      }
    }
    let isForeign = response.user != nil && user != nil && response.user != user
    if response.hasFailed || isForeign {
      self = before
    } else {
      user = user ?? response.user
    }
  }

  private mutating func take(_ card: SyncCard) {
    let place = feed.firstIndex { $0.card.id == card.id }
    if let place, card.created < feed[place].card.created { return }
    if card.isRemoved {
      feed.removeAll { $0.card.id == card.id }
      return
    }
    if dismissed.contains(card.id) || expired.contains(card.id) { return }
    if card.isDismissed {
      dismissed.append(card.id)
      feed.removeAll { $0.card.id == card.id }
      return
    }
    if card.expires != -1, card.expires <= now {
      expired.append(card.id)
      feed.removeAll { $0.card.id == card.id }
      return
    }
    if let place {
      feed[place] = (card, card.isViewed || feed[place].isViewed)
    } else {
      feed.append((card, card.isViewed))
    }
  }

  /// The expected output of `filter --merge`.
  var printed: String { feed.map { $0.card.json(viewed: $0.isViewed) + "\n" }.joined() }
}
