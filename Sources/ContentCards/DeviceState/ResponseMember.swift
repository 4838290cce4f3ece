@_spi(CardTool) import CardJSON

/// What a member of a sync response, other than its cards, says about the response.
@_spi(CardTool) public enum ResponseMember: Equatable, Sendable {
  /// `full_sync`: whether the response is all there is.
  case isFull(Bool)
  /// `user_id`: whom the response is for.
  case user
  /// A time at which it was made, in epoch milliseconds: `last_full_sync_at`,
  /// `last_card_updated_at`, or Unity's `mTimestamp`.
  case time(Int64)

  /// What the member with this key, quotes and all, and the value `node` says; nil for all other
  /// members, and for a value that says nothing: an empty text, and a time before 1970, which stands
  /// for none.
  public init?(key: ByteView, _ value: JSONDocument, _ node: Int) {
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
