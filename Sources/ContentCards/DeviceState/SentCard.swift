@_spi(CardTool) import CardJSON

/// What merging has to know of a card that a sync response brought; the rest is bytes.
@_spi(CardTool) public struct SentCard: BitwiseCopyable, Sendable {
  /// When it was created, in epoch milliseconds; nil when it does not say.
  let created: Int64?
  /// When it expires, in epoch milliseconds; nil for never.
  let expires: Int64?
  let isViewed: Bool
  let isDismissed: Bool
  let isRemoved: Bool
  let isTest: Bool

  /// What `card` says, and what the history that is laid over it does.
  public init(_ card: Card) {
    created = card.time(.created)?.milliseconds
    expires = card.time(.expiresAt)?.milliseconds
    isViewed = card.flag(.viewed)
    isDismissed = card.flag(.dismissed)
    isRemoved = card.flag(.removed)
    isTest = card.flag(.test)
  }
}

/// Where a card was read: the number of the input, and the place in it.
@_spi(CardTool) public struct CardOrigin: Equatable, Sendable {
  /// The number of the input, from 0.
  public let input: Int
  /// Where the card begins in the input.
  public let position: TextPosition

  /// The given place.
  public init(input: Int, position: TextPosition) {
    self.input = input
    self.position = position
  }
}

/// A card that a device holds.
@_spi(CardTool) public struct HeldCard: Sendable {
  /// The bytes of the newest copy, as they were sent.
  let bytes: [UInt8]
  /// Where that copy was read.
  public let origin: CardOrigin
  let created: Int64?
  /// Whether any copy says that the card was seen.
  let isViewed: Bool
  let isTest: Bool
  /// Counts the cards that came to the device; a newer copy does not change it.
  let arrival: Int
}
