import CardJSON

/// The feed that a device holds after some sync responses, as the Android SDK keeps it
/// (domain.md 2.6).
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
/// discards it may stand behind its cards. Cards that come in none, bare or in an array, count one
/// by one. Memory grows with the number of distinct ids and the bytes of the cards that are held.
public struct DeviceFeed: ~Copyable {
  /// What a device knows of an id.
  private enum Standing {
    /// Nothing, or nothing any more.
    case absent
    case held(HeldCard)
    /// The card was dismissed or has expired.
    case over
  }

  /// A sync response that has not ended.
  private struct Response {
    /// What becomes of the ids that it sent, by their numbers.
    var standings: [Int: Standing] = [:]
    var isFull = false
    var hasFailed = false
    var user: [UInt8]?
  }

  private let now: Int64
  private var ids = TextNumbers()
  private var standings: [Standing] = []
  /// The numbers of the ids that a full sync may delete: of cards that are held and no test cards.
  private var deletable: Set<Int> = []
  private var response: Response?
  private var user: [UInt8]?
  private var arrivals = 0

  /// An empty feed.
  ///
  /// - Parameter now: the time that decides what has expired, in epoch milliseconds.
  public init(now: Int64) { self.now = now }
}

// What a response says.
extension DeviceFeed {
  /// Begins a response; one that has not ended is cut off here.
  public mutating func beginResponse() {
    cutOffResponse()
    response = Response()
  }

  /// Takes note that the response is all there is, or is not.
  public mutating func note(isFull: Bool) { response?.isFull = isFull }

  /// Takes note that the response says that it failed.
  public mutating func noteFailure() { response?.hasFailed = true }

  /// Takes note of the user that the response is for.
  public mutating func note(user: ByteView) { response?.user = user.array }

  /// Ends the response and merges it.
  ///
  /// - Returns: false when it is for another user, and so discarded.
  public mutating func endResponse() -> Bool {
    guard let ended = response else { return true }
    guard merge() else { return false }
    guard ended.isFull, !ended.hasFailed else { return true }
    for number in deletable where ended.standings[number] == nil { set(number, .absent) }
    return true
  }

  /// Merges what there is of a response that does not end.
  ///
  /// Nobody knows what else it would have sent, so it is no full sync.
  ///
  /// - Returns: false when it is for another user, and so discarded.
  @discardableResult
  public mutating func cutOffResponse() -> Bool { merge() }

  private mutating func merge() -> Bool {
    guard let ended = response else { return true }
    response = nil
    if ended.hasFailed { return true }
    if let sender = ended.user {
      guard user == nil || user == sender else { return false }
      user = sender
    }
    for (number, standing) in ended.standings { set(number, standing) }
    return true
  }

  private mutating func set(_ number: Int, _ standing: Standing) {
    standings[number] = standing
    if case .held(let card) = standing, !card.isTest {
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
  public mutating func take(
    _ card: SentCard, id: ByteView, bytes: ByteView, from origin: CardOrigin
  ) {
    let number = ids.number(of: id)
    if number == standings.count { standings.append(.absent) }
    let before = response?.standings[number] ?? standings[number]
    let after = standing(of: card, before, bytes, origin)
    if response == nil { set(number, after) }
    response?.standings[number] = after
  }

  /// What a device knows of an id of which it knew `before`, once it was sent this card.
  private mutating func standing(
    of card: SentCard, _ before: Standing, _ bytes: ByteView, _ origin: CardOrigin
  ) -> Standing {
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
  public consuming func cards() -> [HeldCard] {
    let held = standings.compactMap { standing in
      if case .held(let card) = standing { card } else { nil }
    }
    return held.sorted { $0.arrival < $1.arrival }
  }
}
