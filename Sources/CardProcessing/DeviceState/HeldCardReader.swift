import CardJSON
import ContentCardKit

/// Makes cards of those that a device holds: the newest copy's own bytes, but where an older copy,
/// or the device's history, knows that the card was seen they say so too.
///
/// `true` replaces what denies it. Where the newest copy is silent the shape's key is added at its
/// end; only a shape without a word for it stays silent, and what reads the card's flags is told.
package struct HeldCardReader: ~Copyable {
  private var scanner = CardDecoder.makeScanner()
  private var decoder: CardDecoder
  private var text = ByteBuffer()
  private var edited = ByteBuffer()

  /// A reader of cards that were read with these options.
  package init(_ options: CardDecoder.Options) { decoder = CardDecoder(options) }

  /// The card, on loan until the next one is asked for; nil for bytes that are no card, which no
  /// card has.
  package mutating func card(_ held: HeldCard) -> Card? {
    text.removeAll()
    text.append(held.bytes)
    guard var card = scanned() else { return nil }
    if !held.isViewed || card.says(.viewed) { return card }
    guard HeldCardReader.append(card, to: &edited) else {
      card.recorded.insert(CardFields(.viewed))
      return card
    }
    swap(&text, &edited)
    edited.removeAll()
    return scanned()
  }

  private mutating func scanned() -> Card? {
    let bytes = text.sealed()
    guard case .value = scanner.scan(bytes),
      case .card(let card) = decoder.find(
        scanner.document, keys: scanner.rootKeys, isElement: true)
    else { return nil }
    return card
  }

  /// Appends the bytes of a card that was seen; false when its shape has no word for that.
  private static func append(_ card: Card, to output: inout ByteBuffer) -> Bool {
    let bytes = card.document.bytes
    let node = card.writtenNode(of: .viewed)
    if node != 0 {
      let value = card.document.range(node)
      output.append(bytes.slice(0..<value.lowerBound))
      output.append("true")
      output.append(bytes.slice(value.upperBound..<bytes.count))
      return true
    }
    guard let key = ShapePlan.plan(of: card.shape).key(of: .viewed) else { return false }
    // A card has a key at least, which the comma of the key that is added follows.
    let object = card.document.range(0)
    output.append(JSONNumber.trimmed(bytes.slice(object.lowerBound..<object.upperBound - 1)))
    output.append(key)
    output.append("true}")
    return true
  }
}

/// What merging has to know of a card that a sync response brought; the rest is bytes.
package struct SentCard: BitwiseCopyable, Sendable {
  /// When it was created, in epoch milliseconds; nil when it does not say.
  let created: Int64?
  /// When it expires, in epoch milliseconds; nil for never.
  let expires: Int64?
  let isViewed: Bool
  let isDismissed: Bool
  let isRemoved: Bool
  let isTest: Bool

  /// What `card` says, and what the history that is laid over it does.
  package init(_ card: Card) {
    created = card.time(.created)?.milliseconds
    expires = card.time(.expiresAt)?.milliseconds
    isViewed = card.flag(.viewed)
    isDismissed = card.flag(.dismissed)
    isRemoved = card.flag(.removed)
    isTest = card.flag(.test)
  }
}

/// Where a card was read: the number of the input, and the place in it.
package struct CardOrigin: Equatable, Sendable {
  /// The number of the input, from 0.
  package let input: Int
  /// Where the card begins in the input.
  package let position: TextPosition

  /// The given place.
  package init(input: Int, position: TextPosition) {
    self.input = input
    self.position = position
  }
}

/// A card that a device holds.
package struct HeldCard: Sendable {
  /// The bytes of the newest copy, as they were sent.
  let bytes: [UInt8]
  /// Where that copy was read.
  package let origin: CardOrigin
  let created: Int64?
  /// Whether any copy says that the card was seen.
  let isViewed: Bool
  let isTest: Bool
  /// Counts the cards that came to the device; a newer copy does not change it.
  let arrival: Int
}
