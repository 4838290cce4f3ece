/// A value that is worked out from a card's fields and only shown where it is named.
@_spi(CardTool) public enum DerivedField: String, CaseIterable, BitwiseCopyable, Sendable {
  /// The campaign, from the card id.
  case campaignID = "campaign_id"
  /// The message variation, from the card id.
  case messageVariationID = "message_variation_id"
  /// Whether the card's time is over.
  case isExpired = "expired"
  /// The form the card was found in.
  case shape
  /// The bytes of text that count towards the 2 KB limit.
  case payloadSize = "payload_size"
  /// The file that the card was read from, as the user named it.
  case path
  /// The line of that file on which the card begins.
  case line

  /// What sort of value the field has.
  public var content: CardField.Content {
    switch self {
    case .campaignID, .messageVariationID, .shape, .path: .text
    case .isExpired: .boolean
    case .payloadSize, .line: .number
    }
  }
}
