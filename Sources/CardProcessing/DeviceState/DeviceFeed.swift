import CardJSON
import ContentCardKit

/// The feed that a device holds after some sync responses, as the Android SDK keeps it.
///
/// 1. A card that is older than the held copy, by its time of creation, is ignored.
/// 2. A removed card is deleted.
/// 3. A card that was dismissed or has expired on the device is ignored.
/// 4. A dismissed card is deleted, and stays dismissed.
/// 5. A card that was seen stays seen; all else is what the newer copy says. (Of `d` nothing is
///    left to be kept: a dismissed card is not held.)
/// 6. A full sync deletes what it did not send, except for test cards.
/// 7. An answer for another user than the first one is discarded.
///
/// All responses are taken to come at one time, `now`: a card that has expired by then has expired
/// on the device, whatever a later response says. A response counts when it has ended, because what
/// discards it may come after its cards. Cards that come in none, bare or in an array, count one
/// by one. Memory grows with the number of distinct ids and the bytes of the cards that are held.
package struct DeviceFeed: ~Copyable {
  /// What a device knows of an id.
  private enum CardState {
    /// Nothing, or nothing any more.
    case absent
    case held(HeldCard)
    /// The card was dismissed or has expired.
    case over
  }

  /// A sync response that has not ended.
  private struct Response {
    /// The latest time that it names; in epoch milliseconds.
    var time: Int64?
    /// Whether a card of it is older than the copy that came before.
    var hasOlderCards = false
    /// What becomes of the ids that it sent, by their numbers.
    var states: [Int: CardState] = [:]
    var isFull = false
    var hasFailed = false
    var user: [UInt8]?
  }

  private let now: Int64
  private var ids = TextNumbers()
  private var states: [CardState] = []
  /// The numbers of the ids that a full sync may delete: of cards that are held and no test cards.
  private var deletable: Set<Int> = []
  private var response: Response?
  private var user: [UInt8]?
  /// The latest time that a merged response names, in epoch milliseconds.
  private var time: Int64?
  private var arrivals = 0

  /// What became of a response.
  package enum Outcome: Sendable {
    case merged
    /// It is merged, though it is older than one before it, or one of its cards is older than a
    /// copy that came before: the inputs are out of order.
    case mergedOutOfOrder
    /// It is for another user than the first one, and discarded.
    case forOtherUser
  }

  /// An empty feed.
  ///
  /// - Parameter now: the time that decides what has expired, in epoch milliseconds.
  package init(now: Int64) { self.now = now }
}

// What a response says.
extension DeviceFeed {
  /// Begins a response; one that has not ended is cut off here.
  package mutating func beginResponse() {
    cutOffResponse()
    response = Response()
  }

  /// Takes note that the response is all there is, or is not.
  package mutating func note(isFull: Bool) { response?.isFull = isFull }

  /// Takes note that the response says that it failed.
  package mutating func noteFailure() { response?.hasFailed = true }

  /// Takes note of the user that the response is for.
  package mutating func note(user: ByteView) { response?.user = user.array }

  /// Takes note of a time at which the response was made, in epoch milliseconds; the latest counts.
  package mutating func note(time: Int64) {
    let latest = max(time, response?.time ?? time)
    response?.time = latest
  }

  /// Ends the response and merges it.
  package mutating func endResponse() -> Outcome {
    guard let ended = response else { return .merged }
    let outcome = cutOffResponse()
    guard outcome != .forOtherUser, ended.isFull, !ended.hasFailed else { return outcome }
    for number in deletable where ended.states[number] == nil { set(number, .absent) }
    return outcome
  }

  /// Merges what there is of a response that does not end.
  ///
  /// Nobody knows what else it would have sent, so it is no full sync.
  @discardableResult
  package mutating func cutOffResponse() -> Outcome {
    guard let ended = response else { return .merged }
    response = nil
    if ended.hasFailed { return .merged }
    if let sender = ended.user {
      guard user == nil || user == sender else { return .forOtherUser }
      user = sender
    }
    for (number, state) in ended.states { set(number, state) }
    var isOutOfOrder = ended.hasOlderCards
    if let sent = ended.time {
      if let time, sent < time { isOutOfOrder = true }
      time = max(sent, time ?? sent)
    }
    return isOutOfOrder ? .mergedOutOfOrder : .merged
  }

  private mutating func set(_ number: Int, _ state: CardState) {
    states[number] = state
    if case .held(let card) = state, !card.isTest {
      deletable.insert(number)
    } else {
      deletable.remove(number)
    }
  }
}

// Cards.
extension DeviceFeed {
  /// Takes a card of the response that has begun, or one that stands for itself.
  ///
  /// - Parameters:
  ///   - card: what the card says.
  ///   - id: its id, escapes resolved.
  ///   - bytes: the card as it was sent.
  ///   - origin: where it was read.
  /// - Returns: false for a card that stands for itself and is older than the copy that another
  ///   input brought before.
  @discardableResult
  package mutating func take(
    _ card: SentCard, id: ByteView, bytes: ByteView, from origin: CardOrigin
  ) -> Bool {
    let number = ids.number(of: id)
    if number == states.count { states.append(.absent) }
    let sent = response?.states[number]
    let before = sent ?? states[number]
    let after = state(of: card, before, bytes, origin)
    var isOlder = false
    if sent == nil, case .held(let copy) = before, let known = copy.created,
      let created = card.created
    {
      isOlder = created < known
    }
    guard response != nil else {
      set(number, after)
      if isOlder, case .held(let copy) = before { return copy.origin.input == origin.input }
      return true
    }
    response?.states[number] = after
    if isOlder { response?.hasOlderCards = true }
    return true
  }

  /// What a device knows of an id of which it knew `before`, once it was sent this card.
  private mutating func state(
    of card: SentCard, _ before: CardState, _ bytes: ByteView, _ origin: CardOrigin
  ) -> CardState {
    var copy: HeldCard?
    if case .held(let held) = before { copy = held }
    if let created = card.created, let known = copy?.created, created < known { return before }
    if case .over = before { return .over }
    if card.isRemoved { return .absent }
    if card.isDismissed { return .over }
    if let expires = card.expires, expires <= now { return .over }
    if copy == nil { arrivals += 1 }
    return .held(
      HeldCard(
        bytes: bytes.array, origin: origin, created: card.created,
        isViewed: card.isViewed || copy?.isViewed == true, isTest: card.isTest,
        arrival: copy?.arrival ?? arrivals))
  }

  /// The cards that are held, in the order in which they came.
  package consuming func cards() -> [HeldCard] {
    let held = states.compactMap { state in
      if case .held(let card) = state { card } else { nil }
    }
    return held.sorted { $0.arrival < $1.arrival }
  }
}

/// What a member of a sync response, other than its cards, says about the response.
package enum ResponseMember: Equatable, Sendable {
  /// `full_sync`: whether the response is all there is.
  case isFull(Bool)
  /// `user_id`: whom the response is for.
  case user
  /// A time at which it was made, in epoch milliseconds: `last_full_sync_at`,
  /// `last_card_updated_at`, or Unity's `mTimestamp`.
  case time(Int64)

  /// What the member with this key, quotes and all, and the value `node` says; nil for all other
  /// members, and for a value that says nothing: an empty text, and a time before 1970, which
  /// stands for none.
  package init?(key: ByteView, _ value: JSONDocument, _ node: Int) {
    let name = key.slice(1..<key.count - 1)
    // Few keys have escapes.
    var decoded = ByteBuffer(capacity: name.count)
    JSONText.decode(name, into: &decoded)
    switch decoded.view.text {
    case "full_sync": self = .isFull(value.saysTrue(node))
    case "user_id":
      switch value.kind(node) {
      case .number: self = .user
      case .string where value.content(node).count > 0: self = .user
      default: return nil
      }
    case "last_full_sync_at", "last_card_updated_at", "mTimestamp":
      guard value.kind(node) == .number, let time = CardTime(number: value.content(node)),
        time.milliseconds >= 0
      else { return nil }
      self = .time(time.milliseconds)
    default: return nil
    }
  }
}
