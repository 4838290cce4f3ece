import CardJSON

/// A decision of the merge about one card.
package struct FeedDecision: Sendable {
  /// The rule that was applied; the raw values are used in JSON output.
  package enum Action: String, CaseIterable, Sendable {
    /// The device did not have the card and caches it.
    case arrived
    /// The copy replaces the cached one.
    case updated
    /// The copy is older than the cached one and is ignored.
    case olderCopy = "older-copy"
    /// The server removed the card.
    case removed
    /// A full sync does not list the card, so the device deletes it.
    case absent = "full-sync"
    /// The copy states that the user dismissed the card.
    case dismissed
    /// The device's own history states that the user dismissed the card.
    case dismissedHere = "dismissed-here"
    /// The card has expired.
    case expired
    /// The card was already dismissed or expired, so the copy is ignored.
    case ignored
    /// The response is for another user and is discarded.
    case otherUser = "other-user"
    /// The device's user changed, so the card left the feed.
    case userChange = "user-change"
    /// The response reports a failure and is discarded.
    case failed = "failed-response"
    /// No response brought the card; only events name it.
    case never = "not-received"
  }

  /// The number of the card's id in the feed.
  package let number: Int
  package internal(set) var action: Action
  /// The copy that the decision is about; nil if a full sync does not list the card, or if the user
  /// changed.
  package let card: IncomingCard?
  /// The bytes of that copy.
  package let bytes: [UInt8]
  /// The location of the copy, or else of the response.
  package let origin: CardOrigin
}

/// A sync response that was merged or discarded, and the decisions about its cards.
package struct MergedResponse: Sendable {
  package let response: SyncResponse
  package let outcome: ResponseSequence.Outcome
  /// The cards that left the feed before, because the response is for another user.
  package let departures: [FeedDecision]
  /// Whether its watermark is earlier than the watermark of a previous response.
  package let runsBackwards: Bool
  /// The location of a cached copy that is from an earlier response, but newer than its copy in
  /// this one; nil if there is no such copy.
  package let newerCopy: CardOrigin?
  /// One decision for each card of the response, then one for each card that a full sync deletes.
  package let decisions: [FeedDecision]

  /// Whether the response was merged although it is older than a previous one.
  package var isOutOfOrder: Bool { runsBackwards || newerCopy != nil }
}

/// The fields of a received card that the merge needs.
package struct IncomingCard: BitwiseCopyable, Sendable {
  /// The time of creation in epoch milliseconds, or nil if absent.
  package let created: Int64?
  /// The time of expiry in epoch milliseconds, or nil if the card never expires.
  package let expires: Int64?
  package let isViewed: Bool
  /// Whether the card itself states that it was dismissed.
  package let isDismissed: Bool
  /// Whether only the device's history states that it was dismissed.
  package let isDismissedHere: Bool
  package let isRemoved: Bool
  package let isTest: Bool
  package let isPinned: Bool
  package let isControl: Bool

  /// Reads the fields of `card`.
  package init(_ card: Card) {
    created = card.time(.created)?.milliseconds
    expires = card.time(.expiresAt)?.milliseconds
    isViewed = card.flag(.viewed)
    isDismissedHere = card.isOnlyRecorded(.dismissed)
    isDismissed = card.flag(.dismissed) && !isDismissedHere
    isRemoved = card.flag(.removed)
    isTest = card.flag(.test)
    isPinned = card.flag(.pinned)
    isControl = card.isControl
  }
}

/// The location of a card in the inputs.
package struct CardOrigin: Equatable, Sendable {
  /// The 0-based number of the input.
  package let input: Int
  /// The position of the start of the card.
  package let position: TextPosition

  /// Creates a location in the input with this number.
  package init(input: Int, position: TextPosition) {
    (self.input, self.position) = (input, position)
  }
}

/// A card that a device has cached.
package struct CachedCard: Sendable {
  /// The bytes of the newest copy, as received.
  let bytes: [UInt8]
  /// The location of that copy.
  package let origin: CardOrigin
  let created: Int64?
  /// The time of expiry in epoch milliseconds, or nil if the card never expires.
  let expires: Int64?
  /// Whether any copy or event states that the card was viewed.
  var isViewed: Bool
  /// Whether an event states that the card was clicked.
  var isClicked = false
  let isTest: Bool
  /// The number of the response with the copy.
  let response: Int
  /// The position in the order of arrival, which newer copies keep.
  let arrival: Int

  /// Whether the card has expired at a time in epoch milliseconds.
  func isExpired(at time: Int64) -> Bool { expires.map { $0 <= time } ?? false }
}
