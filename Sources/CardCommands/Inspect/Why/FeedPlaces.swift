import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// A cached card, as far as it decides whether users see it.
struct FeedPlace {
  /// The position in the feed, from 1; nil for a card that users do not see.
  fileprivate(set) var position: Int?
  let isControl: Bool
  /// The reason why the card is not converted to an object; nil if it is.
  let failure: String?
}

/// The places of the cached cards in the feed that users see.
struct FeedPlaces {
  private var places: [Int: FeedPlace] = [:]
  /// The number of cards that users see.
  let count: Int

  /// The places of the cards that the device has cached in the end.
  ///
  /// - Parameters:
  ///   - histories: the histories of all cards.
  ///   - options: the options that the cards were read with.
  ///   - classes: the classes that the cards are converted to.
  ///   - needsObject: whether the app shows only cards that are converted to an object.
  init(
    _ histories: [CardHistory], _ options: CardDecoder.Options, classes: ClassTable,
    needsObject: Bool
  ) {
    var reader = CachedCardReader(options)
    var writer = ObjectWriter(classes)
    var order = SortKeys(SortKey.feed, now: 0)
    var numbers: [Int] = []
    for (number, history) in histories.enumerated() where history.isCached {
      guard let card = reader.card(history.copy) else { continue }
      let failure = FeedPlaces.failure(of: card, &writer)
      places[number] = FeedPlace(isControl: card.isControl, failure: failure)
      if card.isControl || needsObject && failure != nil { continue }
      order.append(card)
      numbers.append(number)
    }
    for (position, index) in order.sorted().enumerated() {
      places[numbers[index]]?.position = position + 1
    }
    count = numbers.count
  }

  /// The place of the card with this number; nil if the device has not cached it.
  subscript(number: Int) -> FeedPlace? { places[number] }

  private static func failure(of card: Card, _ writer: inout ObjectWriter) -> String? {
    var object = ByteBuffer()
    switch writer.convert(card, to: &object) {
    case .converted: return nil
    case .failed(let failure): return "\(failure)"
    case .skipped(.unknownClass):
      return "the class type \"\(card.classType?.string ?? "")\" is not in the registry"
    case .skipped: return "it has no class type"
    }
  }
}

/// Ignores the cached cards, because the histories have them already.
struct HistoryProcessor: CardProcessor, ~Copyable {
  var batch = Batch()

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {}
}
