import CardJSON

/// A sync response without its cards.
package struct SyncResponse: Sendable {
  /// The location of the start of the response.
  package let origin: CardOrigin
  /// Whether the end of the object was read; false if the response is truncated.
  package var isComplete = false
  /// Whether the server reports a failure.
  package var hasFailed = false { didSet { hasStatus = true } }
  /// The server's message about the outcome.
  package private(set) var message: String?
  /// Whether the response lists every card of the user; false for an incremental response.
  package private(set) var isFull = false
  /// The user that the response is for, and the location of the user's name.
  package private(set) var user: (name: String, origin: CardOrigin)?
  /// The time and the user of the request, if the input contains it; the time in epoch milliseconds.
  package private(set) var requestTime: Int64?
  let requestUser: String?
  /// The watermarks, in epoch milliseconds.
  package private(set) var lastFullSync: Int64?
  package private(set) var lastCardUpdate: Int64?
  private var savingTime: Int64?
  /// The numbers of cards that the response adds and removes.
  package private(set) var broughtCards = 0
  package private(set) var removedCards = 0

  /// Creates a response that starts at `origin`, with the time (epoch milliseconds) and the user of
  /// its request if known.
  package init(at origin: CardOrigin, requestTime: Int64? = nil, user: String? = nil) {
    (self.origin, self.requestTime, requestUser) = (origin, requestTime, user)
    self.user = user.map { ($0, origin) }
  }

  /// Whether the response has a member other than its cards, or reports a failure.
  package private(set) var hasStatus = false

  /// The latest time in the response itself, in epoch milliseconds.
  package var watermark: Int64? {
    [lastFullSync, lastCardUpdate, savingTime].compactMap(\.self).max()
  }

  /// The time of the request, or else the latest watermark, in epoch milliseconds.
  package var time: Int64? { requestTime ?? watermark }

  /// Adds a member that was read at `origin`.
  package mutating func add(_ member: ResponseMember, at origin: CardOrigin) {
    hasStatus = true
    switch member {
    case .message(let text): message = text
    case .isFull(let isFull): self.isFull = isFull
    case .user(let name): user = user ?? (name, origin)
    case .lastFullSync(let time): lastFullSync = time
    case .lastCardUpdate(let time): lastCardUpdate = time
    case .savingTime(let time): savingTime = time
    }
  }

  /// Counts a card.
  package mutating func count(isRemoved: Bool) {
    if isRemoved { removedCards += 1 } else { broughtCards += 1 }
  }
}

/// A member of a sync response other than its cards.
package enum ResponseMember: Equatable, Sendable {
  /// `message`: "success", or the reason for a failure.
  case message(String)
  /// `full_sync`: whether the response lists every card of the user.
  case isFull(Bool)
  /// `user_id`: the user that the response is for.
  case user(String)
  /// `last_full_sync_at`, in epoch milliseconds.
  case lastFullSync(Int64)
  /// `last_card_updated_at`, in epoch milliseconds.
  case lastCardUpdate(Int64)
  /// `mTimestamp`: the time when Unity saved the cards, in epoch milliseconds.
  case savingTime(Int64)

  /// Creates the member for a key with its quotes and a value; nil for other members, an empty
  /// string or a time before 1970.
  package init?(key: ByteView, _ value: JSONNode) {
    let name = JSONString(key.slice(1..<key.count - 1), isEscaped: true)
    let kind = value.kind
    func time() -> Int64? {
      guard kind == .number, let time = CardTime(number: value.content) else { return nil }
      return time.milliseconds >= 0 ? time.milliseconds : nil
    }
    let member: ResponseMember? =
      switch name.string {
      case "message": kind == .string ? .message(value.string) : nil
      case "full_sync": .isFull(value.meansTrue)
      case "user_id": ResponseMember.user(value)
      case "last_full_sync_at": time().map { .lastFullSync($0) }
      case "last_card_updated_at": time().map { .lastCardUpdate($0) }
      case "mTimestamp": time().map { .savingTime($0) }
      default: nil
      }
    guard let member else { return nil }
    self = member
  }

  private static func user(_ value: JSONNode) -> ResponseMember? {
    let isNamed = value.kind == .string && value.content.count > 0
    return isNamed || value.kind == .number ? .user(value.string) : nil
  }
}

/// Decides which responses of a sequence to merge, and whether they are in order.
package struct ResponseSequence: Sendable {
  /// Whether a response is merged, or why it is discarded.
  package enum Outcome: Sendable {
    case merged
    /// The server reports a failure.
    case failed
    /// The response is for another user than the device's current one.
    case otherUser
  }

  /// The relation of a response to the previous ones.
  package struct Relation: Sendable {
    /// Whether it is merged.
    package let outcome: Outcome
    /// Whether its watermark is earlier than that of a previous response for this user.
    package var runsBackwards = false
    /// Whether the device's user changed with it.
    package var changesUser = false

    /// Creates a relation.
    package init(outcome: Outcome, runsBackwards: Bool = false) {
      (self.outcome, self.runsBackwards) = (outcome, runsBackwards)
    }
  }

  /// The device's current user, once known.
  package private(set) var user: String?
  /// Whether the user was known from the beginning and never changes.
  private let isFixed: Bool
  /// The time of the request that named the current user, in epoch milliseconds; nil if unknown.
  private var namingTime: Int64?
  /// The latest watermark of a merged response, in epoch milliseconds.
  private var watermark: Int64?

  /// Creates a sequence for `user`; if nil, the current user is the one that was named last.
  package init(user: String? = nil) { (self.user, isFixed) = (user, user != nil) }

  /// Whether an event of `other` affects the current user's feed.
  ///
  /// Ids are compared by their bytes; Swift's `==` uses canonical equivalence.
  func isCurrent(_ other: String?) -> Bool {
    guard let other, let user else { return true }
    return user.utf8.elementsEqual(other.utf8)
  }

  /// Adds a user that a request or a response names; returns false if it is not the current one.
  ///
  /// - Parameter time: the time of the request in epoch milliseconds, if known.
  package mutating func add(user other: String, at time: Int64?) -> (
    isCurrent: Bool, changesUser: Bool
  ) {
    if isCurrent(other) {
      user = other
      namingTime = [namingTime, time].compactMap(\.self).max()
      return (true, false)
    }
    if isFixed { return (false, false) }
    // The answer to an earlier request arrived late, or the files are out of order.
    if let time, let namingTime, time < namingTime { return (false, false) }
    (user, namingTime, watermark) = (other, time, nil)
    return (true, true)
  }

  /// Adds the next response.
  package mutating func add(_ response: SyncResponse) -> Relation {
    var relation = Relation(outcome: .merged)
    if response.hasFailed {
      relation = Relation(outcome: .failed)
      guard let user = response.requestUser else { return relation }
      relation.changesUser = add(user: user, at: response.requestTime).changesUser
      return relation
    }
    if let sender = response.user?.name {
      let naming = add(user: sender, at: response.requestTime)
      guard naming.isCurrent else { return Relation(outcome: .otherUser) }
      relation.changesUser = naming.changesUser
    }
    guard let time = response.watermark else { return relation }
    relation.runsBackwards = watermark.map { time < $0 } ?? false
    watermark = max(time, watermark ?? time)
    return relation
  }
}
