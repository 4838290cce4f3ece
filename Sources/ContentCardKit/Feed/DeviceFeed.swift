import CardJSON

/// The feed of a device after a series of sync responses, by the rules of the Android SDK.
///
/// 1. A card that was created before the cached copy is ignored.
/// 2. A removed card is deleted.
/// 3. A card that was dismissed or has expired on the device is ignored.
/// 4. A dismissed card is deleted, and stays dismissed.
/// 5. A viewed card stays viewed. The newer copy replaces everything else.
/// 6. A full sync deletes the cards that it does not list, except for test cards.
/// 7. A response for another user than the device's current one is discarded. Without a user from
///    the beginning, the user that a request or a response named last is the current one, and the
///    cards of the earlier user leave the feed.
///
/// Events that SDKs log count from their time on: a viewed card stays viewed, and a dismissed one is
/// deleted and stays dismissed for its user. A response arrives at the time of its request or its latest watermark, or if it has neither, at
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

  /// The time at which the feed is shown, in epoch milliseconds.
  private let now: Int64
  private var ids = TextNumbers()
  private var states: [CardState] = []
  /// For each id, the flags that events of the current user set.
  private var flags: [CardFields] = []
  /// The dismissed and expired cards of users other than the current one.
  private var endedOfOthers: [String: Set<Int>] = [:]
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

  /// Creates an empty feed of `user`, or of the user that is named last; `now`, in epoch
  /// milliseconds, decides which cards have expired.
  package init(now: Int64, user: String? = nil) {
    self.now = now
    sequence = ResponseSequence(user: user)
  }

  /// The device's current user; nil if none was named.
  package var user: String? { sequence.user }

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
    let earlierUser = sequence.user
    let relation = sequence.add(response)
    let outcome = relation.outcome
    let departures =
      relation.changesUser
      ? leaveFeed(of: earlierUser, at: response.time, response.origin) : []
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
      response: response, outcome: outcome, departures: departures,
      runsBackwards: relation.runsBackwards, newerCopy: newerCopy, decisions: decisions)
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
    makeRoom(for: copy.number)
    endIfExpired(copy.number, at: time)
    if case .cached(let cached) = states[copy.number], let created = card.created,
      let known = cached.created, created < known
    {
      return .olderCopy
    }
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
      isViewed: card.isViewed || earlier?.isViewed == true
        || flags[copy.number].contains(CardFields(.viewed)),
      isClicked: flags[copy.number].contains(CardFields(.clicked)), isTest: card.isTest,
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
    makeRoom(for: number)
    switch action {
    case .never: break
    case .olderCopy, .ignored, .otherUser, .failed:
      if standing[number] == .failed || standing[number] == .never { standing[number] = action }
    case .removed:
      // A card that already ended keeps its reason.
      if case .ended = states[number] { return }
      standing[number] = action
    case .arrived, .updated, .absent, .dismissed, .dismissedHere, .expired, .userChange:
      standing[number] = action
      // A cached card expires by `now`, unless a later copy or a removal arrives before that.
      if case .cached(let card) = states[number], card.isExpired(at: now) {
        standing[number] = .expired
      }
    }
  }

  /// Extends the tables to the number of an id.
  private mutating func makeRoom(for number: Int) {
    while states.count <= number {
      states.append(.absent)
      flags.append([])
      standing.append(.never)
    }
  }
}

// Events and facts.
extension DeviceFeed {
  /// Takes an event or a fact, which was read at `origin`; returns nil for an event later than the
  /// time of the feed, which does not count.
  ///
  /// - Parameter requestTime: the time of the request that contains it, in epoch milliseconds.
  package mutating func take(
    _ evidence: DeviceEvidence, requestTime: Int64?, from origin: CardOrigin
  ) -> DeviceChange? {
    var (time, number): (Int64?, Int?) = (requestTime, nil)
    var departures: [FeedDecision] = []
    switch evidence {
    case .event(let event):
      time = event.time
      if let time, time > now { return nil }
      number = event.card.map { id in ByteBuffer(id.utf8).read { ids.number(of: $0) } }
      if let number { apply(event, to: number) }
    case .fact(.user(let user, let stated)):
      time = requestTime ?? stated
      let earlierUser = sequence.user
      if sequence.add(user: user, at: time).changesUser {
        departures = leaveFeed(of: earlierUser, at: time, origin)
      }
    case .fact: break
    }
    return DeviceChange(
      evidence: evidence, origin: origin, time: time, number: number, departures: departures)
  }

  /// Applies an event to a card.
  private mutating func apply(_ event: DeviceEvent, to number: Int) {
    makeRoom(for: number)
    guard sequence.isCurrent(event.user) else {
      if event.kind == .dismissal, let user = event.user {
        endedOfOthers[user, default: []].insert(number)
      }
      return
    }
    if let time = event.time { endIfExpired(number, at: time) }
    switch event.kind {
    case .impression: flags[number].insert(CardFields(.viewed))
    case .click: flags[number].formUnion([CardFields(.viewed), CardFields(.clicked)])
    case .dismissal:
      if case .ended = states[number] { return }
      let isReason = standing[number] != .removed && standing[number] != .absent
      let action = set(number, .ended, by: .dismissedHere)
      if isReason { standing[number] = action }
    case .send, .abort: return
    }
    if case .cached(var card) = states[number] {
      card.isViewed = true
      card.isClicked = flags[number].contains(CardFields(.clicked))
      states[number] = .cached(card)
    }
  }

  /// Empties the feed, because another user is the current one now; the earlier user's dismissed and
  /// expired cards stay so.
  private mutating func leaveFeed(of earlierUser: String?, at time: Int64?, _ origin: CardOrigin)
    -> [FeedDecision]
  {
    var departures: [FeedDecision] = []
    var ended: Set<Int> = []
    for number in states.indices {
      flags[number] = []
      endIfExpired(number, at: time ?? latestArrival)
      switch states[number] {
      case .absent: continue
      case .ended:
        ended.insert(number)
        states[number] = .absent
      case .cached:
        _ = set(number, .absent, by: .userChange)
        standing[number] = .userChange
        departures.append(
          FeedDecision(
            number: number, action: .userChange, card: nil, bytes: [], origin: origin))
      }
    }
    if let earlierUser { endedOfOthers[earlierUser, default: []].formUnion(ended) }
    for number in endedOfOthers.removeValue(forKey: sequence.user ?? "") ?? [] {
      states[number] = .ended
    }
    return departures
  }
}
