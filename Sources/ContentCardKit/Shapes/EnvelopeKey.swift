import CardJSON

/// The keys under which envelopes have their cards, in an array.
package enum CardsKey: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Sync responses, React Native, the Web SDK.
  case cards
  /// Unity.
  case mContentCards
  /// Flutter.
  case contentCards
  /// What the Web SDK keeps in a browser's local storage: `{"v":[…]}`.
  case v

  /// The key as it is written.
  package var name: StaticString {
    switch self {
    case .cards: "cards"
    case .mContentCards: "mContentCards"
    case .contentCards: "contentCards"
    case .v: "v"
    }
  }

  /// Whether a card may have the key as well, with another value, so that it takes the whole object
  /// to tell: in wire cards `v` is the flag "viewed".
  package var isKeyOfCards: Bool { self == .v }
}

/// The keys of envelopes and wrappers that mean something to a reader.
enum EnvelopeKey: Equatable {
  /// An array of cards.
  case cards(CardsKey)
  /// How a sync ended.
  case message
  /// Of a wrapper: a value that is read as if it stood alone.
  case wrapped
  /// The same in the local storage of a browser, where the value may be a string holding JSON.
  case stored

  /// The names of arrays of cards.
  static let cardNames = CardsKey.allCases.map(\.name)
  /// The key of what a wrapper holds, as many APIs answer.
  static let data: StaticString = "data"
  /// How the keys begin under which the Web SDK stores cards, one for each API key.
  private static let storagePrefix: StaticString = "ab.storage.cc."

  /// The key that the string `node` is.
  init?(_ document: JSONDocument, _ node: Int) {
    if document.text(node, equals: ByteView("message")) {
      self = .message
    } else if document.text(node, equals: ByteView(EnvelopeKey.data)) {
      self = .wrapped
    } else if EnvelopeKey.isOfStorage(document, node) {
      self = .stored
    } else if let key = CardsKey.allCases.first(where: {
      document.text(node, equals: ByteView($0.name))
    }) {
      self = .cards(key)
    } else {
      return nil
    }
  }

  private static func isOfStorage(_ document: JSONDocument, _ node: Int) -> Bool {
    let prefix = ByteView(storagePrefix)
    return CardText(node, of: document).withText { text in
      text.count > prefix.count && prefix.stands(at: 0, of: text)
    }
  }

  /// Whether a value that begins with this byte is one that a wrapper may have under the key.
  func wraps(_ byte: UInt8) -> Bool {
    let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    switch self {
    case .cards, .message: return false
    case .wrapped: return isContainer
    case .stored: return isContainer || byte == UInt8(ascii: "\"")
    }
  }
}
