import CardJSON
import ContentCardKit

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
  /// The time of the request in epoch milliseconds, if the input contains it.
  package private(set) var requestTime: Int64?
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
    (self.origin, self.requestTime) = (origin, requestTime)
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
    let name = key.slice(1..<key.count - 1)
    // The key may contain escapes.
    var decoded = ByteBuffer(capacity: name.count)
    JSONText.decode(name, into: &decoded)
    let kind = value.kind
    func time() -> Int64? {
      guard kind == .number, let time = CardTime(number: value.content) else { return nil }
      return time.milliseconds >= 0 ? time.milliseconds : nil
    }
    let member: ResponseMember? =
      switch decoded.view.text {
      case "message": kind == .string ? .message(value.string) : nil
      case "full_sync": .isFull(value.saysTrue)
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

  /// The device's current user, once known.
  package private(set) var user: String?
  /// The latest watermark of a merged response, in epoch milliseconds.
  private var watermark: Int64?

  /// Creates a sequence for `user`, or if nil for the first user that a response names.
  package init(user: String? = nil) { self.user = user }

  /// Adds the next response; returns whether it is merged, and whether its watermark runs
  /// backwards.
  package mutating func add(_ response: SyncResponse) -> (outcome: Outcome, runsBackwards: Bool) {
    if response.hasFailed { return (.failed, false) }
    if let sender = response.user?.name {
      // Ids are compared by their bytes; Swift's `==` uses canonical equivalence.
      guard user.map({ $0.utf8.elementsEqual(sender.utf8) }) ?? true else {
        return (.otherUser, false)
      }
      user = sender
    }
    guard let time = response.watermark else { return (.merged, false) }
    let runsBackwards = watermark.map { time < $0 } ?? false
    watermark = max(time, watermark ?? time)
    return (.merged, runsBackwards)
  }
}
