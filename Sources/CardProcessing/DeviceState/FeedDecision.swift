import CardJSON
import ContentCardKit

/// A decision of the merge about one card.
package struct FeedDecision: Sendable {
  /// The rule that was applied.
  ///
  /// The raw values are the words of JSON output.
  package enum Action: String, CaseIterable, Sendable {
    /// The device did not have the card, and caches it.
    case arrived
    /// The copy replaces the cached one.
    case updated
    /// The copy is older than the cached one, and ignored.
    case olderCopy = "older-copy"
    /// The server removed the card.
    case removed
    /// A full sync does not list the card, and the device deletes it.
    case absent = "full-sync"
    /// The copy states that the user dismissed the card.
    case dismissed
    /// The device's own history states that the user dismissed the card.
    case dismissedHere = "dismissed-here"
    /// The card has expired.
    case expired
    /// The card was dismissed or had expired before, and the copy is ignored.
    case ignored
    /// The response is for another user, and discarded.
    case otherUser = "other-user"
    /// The response reports a failure, and is discarded.
    case failed = "failed-response"
  }

  /// The number of the card's id in the feed.
  package let number: Int
  package let action: Action
  /// The copy that the decision is about; nil if a full sync does not list the card.
  package let card: IncomingCard?
  /// The bytes of that copy.
  package let bytes: [UInt8]
  /// The place of the copy, otherwise of the response.
  package let origin: CardOrigin
}

/// A sync response that was merged or discarded, and the decisions about its cards.
package struct MergedResponse: Sendable {
  package let response: SyncResponse
  package let outcome: ResponseSequence.Outcome
  /// Whether its watermark is earlier than that of a response before it.
  package let runsBackwards: Bool
  /// The place of a cached copy from an earlier response, if it is newer than a card of this one.
  package let newerCopy: CardOrigin?
  /// One decision for each card of the response, then one for each card that a full sync deletes.
  package let decisions: [FeedDecision]

  /// Whether the response was merged although it is older than one before it.
  package var isOutOfOrder: Bool { runsBackwards || newerCopy != nil }
}

/// The fields of a received card that the merge needs.
package struct IncomingCard: BitwiseCopyable, Sendable {
  /// The time of creation, in epoch milliseconds; nil if absent.
  package let created: Int64?
  /// The time of expiry, in epoch milliseconds; nil for never.
  package let expires: Int64?
  package let isViewed: Bool
  /// Whether the card itself states that it was dismissed.
  package let isDismissed: Bool
  /// Whether only the device's history states that.
  package let isDismissedHere: Bool
  package let isRemoved: Bool
  package let isTest: Bool
  package let isPinned: Bool
  package let isControl: Bool

  /// The fields of `card`.
  package init(_ card: Card) {
    created = card.time(.created)?.milliseconds
    expires = card.time(.expiresAt)?.milliseconds
    isViewed = card.flag(.viewed)
    isDismissedHere = card.isRecorded(.dismissed)
    isDismissed = card.flag(.dismissed) && !isDismissedHere
    isRemoved = card.flag(.removed)
    isTest = card.flag(.test)
    isPinned = card.flag(.pinned)
    isControl = card.isControl
  }
}

/// The place where a card was read.
package struct CardOrigin: Equatable, Sendable {
  /// The number of the input, from 0.
  package let input: Int
  /// The beginning of the card in the input.
  package let position: TextPosition

  /// A place in the input with this number.
  package init(input: Int, position: TextPosition) {
    self.input = input
    self.position = position
  }
}

/// A card that a device has cached.
package struct CachedCard: Sendable {
  /// The bytes of the newest copy, as received.
  let bytes: [UInt8]
  /// The place of that copy.
  package let origin: CardOrigin
  let created: Int64?
  /// Whether any copy states that the card was viewed.
  let isViewed: Bool
  let isTest: Bool
  /// The number of the response that brought the copy.
  let response: Int
  /// The number of cards that arrived before; a newer copy keeps it.
  let arrival: Int
}
