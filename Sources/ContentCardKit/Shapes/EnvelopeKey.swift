import CardJSON

/// The keys of the arrays of cards in envelopes.
package enum CardsKey: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Sync responses, React Native, the Web SDK.
  case cards
  /// Unity.
  case mContentCards
  /// Flutter.
  case contentCards
  /// The Web SDK's data in a browser's local storage: `{"v":[…]}`.
  case v

  /// The name of the key.
  package var name: StaticString {
    switch self {
    case .cards: "cards"
    case .mContentCards: "mContentCards"
    case .contentCards: "contentCards"
    case .v: "v"
    }
  }

  /// Whether a card may also have the key, so that the whole object is needed to distinguish them:
  /// in wire cards, `v` is the flag "viewed".
  package var isKeyOfCards: Bool { self == .v }
}

/// The known keys of envelopes and wrappers.
enum EnvelopeKey: Equatable {
  /// An array of cards.
  case cards(CardsKey)
  /// The outcome of a sync.
  case message
  /// The key of a wrapper, whose value is read like a separate file.
  case wrapped
  /// The key of a wrapper in a browser's local storage, whose value may also be a string of JSON.
  case stored

  /// The names of arrays of cards.
  static let cardNames = CardsKey.allCases.map(\.name)
  /// The key of a wrapper's value, common in API responses.
  static let data: StaticString = "data"
  /// The prefix of the keys in which the Web SDK stores cards, one for each API key.
  private static let storagePrefix: StaticString = "ab.storage.cc."

  /// The key in a string, or nil for other keys.
  init?(_ name: JSONNode) {
    let key = CardText(name).withText { text -> EnvelopeKey? in
      let prefix = ByteView(EnvelopeKey.storagePrefix)
      if text == ByteView("message") { return .message }
      if text == ByteView(EnvelopeKey.data) { return .wrapped }
      if text.count > prefix.count, prefix.stands(at: 0, of: text) { return .stored }
      return CardsKey.allCases.first { text == ByteView($0.name) }.map { .cards($0) }
    }
    guard let key else { return nil }
    self = key
  }

  /// Whether a wrapper's value under the key can begin with this byte.
  func wraps(_ byte: UInt8) -> Bool {
    let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    switch self {
    case .cards, .message: return false
    case .wrapped: return isContainer
    case .stored: return isContainer || byte == UInt8(ascii: "\"")
    }
  }
}
