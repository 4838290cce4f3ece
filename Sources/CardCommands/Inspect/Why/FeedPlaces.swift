import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// A card of a device's feed, as far as it decides whether users see it.
struct FeedPlace {
  /// The position in the feed, from 1; nil for a control card.
  var position: Int?
  /// The reason why the card is not converted to an object; nil if it is.
  let failure: String?
}

/// Collects the cached cards of a device and their order.
struct FeedPlaceProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var converter: ObjectConverter
  private var object = ByteBuffer()
  private var part: HeldContent<FeedPart> { batch.content() }

  static func makeContent() -> BatchContent { HeldContent(FeedPart()) { $0 = FeedPart() } }

  init(_ classes: ClassTable) { converter = ObjectConverter(classes) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard let id = card.text(.id) else { return }
    var text = ByteBuffer()
    id.appendText(to: &text)
    part.value.cards.append((text.view.array, card.isControl, failure(of: card)))
    if !card.isControl { part.value.order.append(card) }
  }

  private mutating func failure(of card: Card) -> String? {
    object.removeAll()
    switch converter.convert(card, to: &object) {
    case .converted: return nil
    case .failed(let failure): return "\(failure)"
    case .skipped(.unknownClass):
      return "the class type \"\(card.classType?.string ?? "")\" is not in the registry"
    case .skipped: return "it has no class type"
    }
  }
}

/// Some cached cards of a device.
struct FeedPart: ~Copyable {
  fileprivate(set) var cards: [(id: [UInt8], isControl: Bool, failure: String?)] = []
  /// The order of the cards, except for control cards.
  fileprivate(set) var order = SortKeys(SortKey.feed, now: 0)
}

/// The places of the cached cards in the feed that users see.
final class FeedPlaces: BatchObserver {
  private var ids = TextNumbers()
  private var places: [FeedPlace] = []
  private var order = SortKeys(SortKey.feed, now: 0)
  /// The numbers of the cards in `order`.
  private var ordered: [Int] = []
  /// The number of cards that users see.
  var count: Int { ordered.count }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    guard case .device = origin else { return }
    let part: HeldContent<FeedPart> = batch.content()
    for card in part.value.cards {
      let number = ByteBuffer(card.id).read { ids.number(of: $0) }
      if !card.isControl { ordered.append(number) }
      places.append(FeedPlace(failure: card.failure))
    }
    order.append(contentsOf: part.value.order)
  }

  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    for (position, place) in order.sorted().enumerated() {
      places[ordered[place]].position = position + 1
    }
  }

  /// The place of the card with this id; nil if the device has not cached it.
  func place(of id: String) -> FeedPlace? {
    ByteBuffer(id.utf8).read { ids.find($0) }.map { places[$0] }
  }
}
