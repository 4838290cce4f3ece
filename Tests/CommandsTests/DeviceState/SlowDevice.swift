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

  func hasExpired(at time: Int) -> Bool { expires != -1 && expires <= time }
}

/// A random sync response.
struct SyncResponse {
  var cards: [SyncCard]
  var isFull: Bool
  var hasFailed: Bool
  var user: String?
  /// The watermark, which a bare response does not have.
  var time: Int
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
  var cache: [(card: SyncCard, isViewed: Bool)] = []
  var dismissed: [String] = []
  var expired: [String] = []
  var user: String?
  /// The dismissed and expired cards of the other users.
  var endedOfOthers: [String: [String]] = [:]
  var time = 0

  init(now: Int) { self.now = now }

  mutating func sync(_ response: SyncResponse) {
    let before = self
    if let sender = response.user, !response.isBare, !response.hasFailed {
      change(to: sender, at: response.time)
    }
    if !response.isBare { time = max(time, min(response.time, now)) }
    let time = response.isBare ? now : time
    for card in response.cards { take(card, at: time) }
    if response.isBare { return }
    if response.isFull {
      let unlisted = cache.map(\.card).filter { card in
        !card.isTest && !response.cards.contains { $0.id == card.id }
      }
      for card in unlisted where !expire(card.id, at: time) { delete(card.id) }
    }
    if response.hasFailed { self = before }
  }

  /// Makes the sender of a response the current user, whose feed is empty at first.
  private mutating func change(to sender: String, at time: Int) {
    defer { user = sender }
    guard let user, user != sender else { return }
    for id in cache.map(\.card.id) { _ = expire(id, at: time) }
    endedOfOthers[user, default: []] += dismissed + expired
    (cache, expired) = ([], [])
    dismissed = endedOfOthers.removeValue(forKey: sender) ?? []
  }

  private mutating func take(_ card: SyncCard, at time: Int) {
    _ = expire(card.id, at: time)
    let place = cache.firstIndex { $0.card.id == card.id }
    if let place, card.created < cache[place].card.created { return }
    if card.isRemoved { return delete(card.id) }
    if dismissed.contains(card.id) || expired.contains(card.id) { return }
    if card.isDismissed {
      dismissed.append(card.id)
      delete(card.id)
    } else if card.hasExpired(at: time) {
      expired.append(card.id)
      delete(card.id)
    } else if let place {
      cache[place] = (card, card.isViewed || cache[place].isViewed)
    } else {
      cache.append((card, card.isViewed))
    }
  }

  /// Deletes a card if it has expired; returns whether it has.
  private mutating func expire(_ id: String, at time: Int) -> Bool {
    guard cache.contains(where: { $0.card.id == id && $0.card.hasExpired(at: time) }) else {
      return false
    }
    expired.append(id)
    delete(id)
    return true
  }

  private mutating func delete(_ id: String) { cache.removeAll { $0.card.id == id } }

  /// The cards that have not expired by now.
  var feed: [(card: SyncCard, isViewed: Bool)] { cache.filter { !$0.card.hasExpired(at: now) } }

  /// The expected output of `filter --merge`.
  var printed: String { feed.map { $0.card.json(viewed: $0.isViewed) + "\n" }.joined() }
}
