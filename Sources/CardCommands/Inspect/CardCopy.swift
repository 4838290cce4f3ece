import CardJSON
import CardProcessing
import ContentCardKit

/// A card that remains available when the bytes of its input are gone.
struct CardCopy {
  /// The card's own bytes.
  let bytes: [UInt8]
  /// The flags that the device recorded.
  private(set) var recorded: CardFields = []
  /// Whether the card is known to be one that the server removed.
  private(set) var isRemoved = false

  /// A card as received, without flags that the device recorded.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// A copy of `card`.
  init(_ card: Card) {
    bytes = card.raw.array
    recorded = card.recorded
    isRemoved = card.flag(.removed)
  }
}

/// The value of a field that remains available when the card is gone.
struct FieldValue {
  /// The value as JSON.
  let json: String
  /// The value of a time, in epoch milliseconds.
  private(set) var time: Int64?

  /// A copy of `value`; `null` if it is absent.
  init(_ value: CardValue) {
    var text = ByteBuffer()
    value.appendJSON(to: &text)
    json = text.view.text
    if case .time(let value) = value { time = value.milliseconds }
  }
}

extension CachedCardReader {
  /// The copied card, valid until the next call; nil if the bytes are not a card.
  mutating func card(_ copy: CardCopy) -> Card? {
    guard var card = card(copy.bytes) else { return nil }
    card.recorded = copy.recorded
    return card
  }
}

extension Card {
  /// The words that name the card: its title, otherwise its description.
  var heading: CardText? { text(.title) ?? text(.description) }
}
