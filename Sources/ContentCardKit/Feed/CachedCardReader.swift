import CardJSON

/// Reads cached cards: the bytes of the newest copy, marked as viewed if an older copy or the
/// device's history states that the card was viewed.
///
/// In a shape without a key for that, the bytes are unchanged, and only the card's flag is set.
package struct CachedCardReader: ~Copyable {
  private var decoder: OwnedCardDecoder
  private var edited = ByteBuffer()

  /// Creates a reader with the options that the cards were read with.
  package init(_ options: CardDecoder.Options) { decoder = OwnedCardDecoder(options) }

  /// Returns the card, valid until the next call; nil if the bytes are not a card.
  ///
  /// - Parameter source: the location of the card, if it is needed.
  package mutating func card(_ cached: CachedCard, at source: Card.Source? = nil) -> Card? {
    guard var card = card(cached.bytes) else { return nil }
    if cached.isViewed, !card.states(.viewed) {
      edited.removeAll()
      if CachedCardReader.append(card, to: &edited) {
        guard let viewed = decoder.card({ swap(&$0, &edited) }) else { return nil }
        card = viewed
      } else {
        decoder.decoder.record(CardFields(.viewed))
      }
    }
    if cached.isClicked { decoder.decoder.record(CardFields(.clicked)) }
    if let source { decoder.decoder.locate(source) }
    return card
  }

  /// Returns the card with these bytes and flags, valid until the next call; nil if they are not a
  /// card.
  package mutating func card(_ bytes: [UInt8], recorded: CardFields = []) -> Card? {
    let card = decoder.card { $0.append(bytes) }
    if card != nil { decoder.decoder.record(recorded) }
    return card
  }

  /// Appends the bytes of a card marked as viewed; returns false if its shape has no key for that.
  private static func append(_ card: Card, to output: inout ByteBuffer) -> Bool {
    let bytes = card.object.document.bytes
    if let value = card.statedNode(of: .viewed)?.range {
      output.append(bytes.slice(0..<value.lowerBound))
      output.append("true")
      output.append(bytes.slice(value.upperBound..<bytes.count))
      return true
    }
    guard let key = card.definition.value.member(of: .viewed) else { return false }
    // A card has at least one key, so the added key follows a comma.
    let object = card.object.document.root.range
    output.append(JSONNumber.trimmed(bytes.slice(object.lowerBound..<object.upperBound - 1)))
    output.append(key)
    output.append("true}")
    return true
  }
}
