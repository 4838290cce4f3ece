import CardJSON

/// A key of an array of cards in an envelope.
package enum CardsKey: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// The key in sync responses, React Native and the Web SDK.
  case cards
  /// The key in Unity.
  case mContentCards
  /// The key in Flutter.
  case contentCards
  /// The key in the Web SDK's data in a browser's local storage: `{"v":[…]}`.
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

  /// The shape of the cards in such an array, as far as SDKs write it.
  var shape: Shape {
    switch self {
    case .cards, .mContentCards, .contentCards: .wire
    case .v: .webStorage
    }
  }

  /// Whether cards may also have the key: in wire cards, `v` is the flag "viewed".
  package var isAlsoCardKey: Bool { self == .v }

  /// The number of keys, in the order of the cases, that only envelopes have.
  static let ofEnvelopes = 3
}

/// A known key of envelopes and wrappers.
enum EnvelopeKey: Equatable {
  /// An array of cards.
  case cards(CardsKey)
  /// The message of a sync response, which states its outcome.
  case message
  /// The key of a wrapper, whose value is read like a separate file.
  case wrapped
  /// The key of a wrapper in a browser's local storage, whose value may also be a string of JSON.
  case stored

  /// The key of a wrapper's value, which is common in API responses.
  static let data: StaticString = "data"
  /// The prefix of the keys in which the Web SDK stores cards, one for each API key.
  private static let storagePrefix: StaticString = "ab.storage.cc."

  /// Creates the key from a JSON string; fails for other keys.
  init?(_ name: JSONNode) {
    guard let key = JSONString(name).withText({ EnvelopeKey($0) }) else { return nil }
    self = key
  }

  /// Creates the key from its text; fails for other keys.
  init?(_ text: ByteView) {
    let prefix = ByteView(EnvelopeKey.storagePrefix)
    if text == ByteView("message") {
      self = .message
    } else if text == ByteView(EnvelopeKey.data) {
      self = .wrapped
    } else if text.count > prefix.count, prefix.occurs(at: 0, in: text) {
      self = .stored
    } else if let key = CardsKey.allCases.first(where: { text == ByteView($0.name) }) {
      self = .cards(key)
    } else {
      return nil
    }
  }

  /// Whether the key makes an object a wrapper if its value begins with this byte.
  func wraps(_ byte: UInt8) -> Bool {
    let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    switch self {
    case .cards, .message: return false
    case .wrapped: return isContainer
    case .stored: return isContainer || byte == UInt8(ascii: "\"")
    }
  }
}
