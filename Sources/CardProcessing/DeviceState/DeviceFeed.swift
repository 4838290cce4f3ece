import CardJSON
import ContentCardKit

/// The feed of a device after a series of sync responses, by the rules of the Android SDK.
///
/// 1. A card that was created before the cached copy is ignored.
/// 2. A removed card is deleted.
/// 3. A card that was dismissed or has expired on the device is ignored.
/// 4. A dismissed card is deleted, and stays dismissed.
/// 5. A viewed card stays viewed. The newer copy replaces everything else.
/// 6. A full sync deletes the cards that it does not list, except for test cards.
/// 7. A response for another user than the device's current one is discarded.
///
/// A response arrives at the time of its request or its latest watermark, or if it has neither, at
/// `now`: a card that expires later can still be replaced or extended by it. Each card outside of a
/// response is merged separately. Memory grows with the number of distinct ids, the size of the
/// cached cards, and the size of a response, whose last member may still discard it.
package struct DeviceFeed: ~Copyable {
  /// The state of an id on the device.
  private enum CardState {
    case absent
    case cached(CachedCard)
    /// The card was dismissed or has expired.
    case ended
  }

  private let now: Int64
  private var ids = TextNumbers()
  private var states: [CardState] = []
  /// For each id, the last decision that changed its state, or else the reason why none did.
  package private(set) var standing: [FeedDecision.Action] = []
  /// The numbers of the cards that a full sync may delete: cached ones, except for test cards.
  private var deletable: Set<Int> = []
  private var sequence: ResponseSequence
  /// The latest time of a merged response, in epoch milliseconds, up to `now`.
  private var latestArrival = Int64.min
  /// The cards of the current response, which has not been merged yet.
  private var pending: [FeedDecision] = []
  private var responses = 0
  private var arrivals = 0

  /// Creates an empty feed of `user`, or of the first user that a response names; `now`, in epoch
  /// milliseconds, decides which cards have expired.
  package init(now: Int64, user: String? = nil) {
    self.now = now
    sequence = ResponseSequence(user: user)
  }

  /// Returns the id with this number, valid until the feed changes.
  package func id(_ number: Int) -> ByteView { ids[number] }

  /// Returns the cached cards that have not expired, in order of arrival.
  package consuming func cards() -> [CachedCard] {
    let now = now
    let cached = states.compactMap { if case .cached(let card) = $0 { card } else { nil } }
    return cached.filter { !$0.isExpired(at: now) }.sorted { $0.arrival < $1.arrival }
  }

  // MARK: Merging

  /// Adds a card of the next response, with its decoded id and its bytes as received.
  package mutating func add(
    _ card: IncomingCard, id: ByteView, bytes: ByteView, from origin: CardOrigin
  ) {
    pending.append(
      FeedDecision(
        number: ids.number(of: id), action: .ignored, card: card, bytes: bytes.array, origin: origin
      ))
  }

  /// Merges the added cards, which belong to `response`.
  package mutating func merge(_ response: SyncResponse) -> MergedResponse {
    let (outcome, runsBackwards) = sequence.add(response)
    responses += 1
    let time = outcome == .merged ? arrivalTime(of: response) : now
    var newerCopy: CardOrigin?
    var decisions = pending
    for (index, copy) in pending.enumerated() {
      let action: FeedDecision.Action =
        switch outcome {
        case .merged: merge(copy, at: time)
        case .failed: .failed
        case .otherUser: .otherUser
        }
      if action == .olderCopy { newerCopy = newerCopy ?? earlierOrigin(of: copy.number) }
      note(action, of: copy.number)
      decisions[index].action = action
    }
    if outcome == .merged, response.isFull, response.isComplete {
      decisions += deleteUnlistedCards(response, at: time)
    }
    pending.removeAll(keepingCapacity: pending.count == 1)
    return MergedResponse(
      response: response, outcome: outcome, runsBackwards: runsBackwards, newerCopy: newerCopy,
      decisions: decisions)
  }

  /// Applies the state that the device stored about cached cards.
  package mutating func apply(_ stored: DeviceHistory) {
    stored.forEach { id, fields in
      guard let number = ids.find(id), number < states.count,
        case .cached(var card) = states[number]
      else { return }
      if fields.contains(CardFields(.dismissed)) {
        note(set(number, .ended, by: .dismissedHere), of: number)
      } else if fields.contains(CardFields(.viewed)) {
        card.isViewed = true
        states[number] = .cached(card)
      }
    }
  }

  /// Returns the time when a response arrives, which is not before earlier responses.
  private mutating func arrivalTime(of response: SyncResponse) -> Int64 {
    guard let time = response.time, time > 0 else { return now }
    latestArrival = max(latestArrival, min(time, now))
    return latestArrival
  }

  /// Applies rules 1 to 5 to a copy that arrives at `time`.
  private mutating func merge(_ copy: FeedDecision, at time: Int64) -> FeedDecision.Action {
    guard let card = copy.card else { return copy.action }
    if copy.number < states.count { endIfExpired(copy.number, at: time) }
    if copy.number < states.count, case .cached(let cached) = states[copy.number],
      let created = card.created, let known = cached.created, created < known
    {
      return .olderCopy
    }
    while states.count <= copy.number { states.append(.absent) }
    if case .ended = states[copy.number] { return card.isRemoved ? .removed : .ignored }
    if card.isRemoved { return set(copy.number, .absent, by: .removed) }
    if card.isDismissed { return set(copy.number, .ended, by: .dismissed) }
    if card.isDismissedHere { return set(copy.number, .ended, by: .dismissedHere) }
    if let expires = card.expires, expires <= time { return set(copy.number, .ended, by: .expired) }
    var earlier: CachedCard?
    if case .cached(let cached) = states[copy.number] { earlier = cached }
    if earlier == nil { arrivals += 1 }
    let cached = CachedCard(
      bytes: copy.bytes, origin: copy.origin, created: card.created, expires: card.expires,
      isViewed: card.isViewed || earlier?.isViewed == true, isTest: card.isTest,
      response: responses, arrival: earlier?.arrival ?? arrivals)
    return set(copy.number, .cached(cached), by: earlier == nil ? .arrived : .updated)
  }

  /// Ends a cached card that has expired by the time when a response arrives.
  private mutating func endIfExpired(_ number: Int, at time: Int64) {
    guard case .cached(let card) = states[number], card.isExpired(at: time) else { return }
    _ = set(number, .ended, by: .expired)
  }

  /// Applies rule 6 to a response that arrives at `time`.
  private mutating func deleteUnlistedCards(_ response: SyncResponse, at time: Int64)
    -> [FeedDecision]
  {
    let unlisted = deletable.subtracting(pending.map(\.number)).sorted()
    unlisted.forEach { endIfExpired($0, at: time) }
    return unlisted.filter(deletable.contains).map { number in
      note(set(number, .absent, by: .absent), of: number)
      return FeedDecision(
        number: number, action: .absent, card: nil, bytes: [], origin: response.origin)
    }
  }

  /// Returns the location of a cached card if it is from an earlier response, or nil.
  private func earlierOrigin(of number: Int) -> CardOrigin? {
    guard case .cached(let cached) = states[number] else { return nil }
    return cached.response == responses ? nil : cached.origin
  }

  private mutating func set(
    _ number: Int, _ state: CardState, by action: FeedDecision.Action
  ) -> FeedDecision.Action {
    states[number] = state
    if case .cached(let card) = state, !card.isTest {
      deletable.insert(number)
    } else {
      deletable.remove(number)
    }
    return action
  }

  /// Records an action if it explains whether the device shows a card.
  private mutating func note(_ action: FeedDecision.Action, of number: Int) {
    while standing.count <= number { standing.append(action) }
    switch action {
    case .olderCopy, .ignored, .otherUser, .failed:
      if case .failed = standing[number] { standing[number] = action }
    case .removed:
      // A card that already ended keeps its reason.
      if case .ended = states[number] { return }
      standing[number] = action
    case .arrived, .updated, .absent, .dismissed, .dismissedHere, .expired:
      standing[number] = action
      // A cached card expires by `now`, unless a later copy or a removal arrives before that.
      if case .cached(let card) = states[number], card.isExpired(at: now) {
        standing[number] = .expired
      }
    }
  }
}
