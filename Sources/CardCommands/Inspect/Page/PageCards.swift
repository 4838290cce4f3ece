import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// The cards of a block for the page.
struct PagePart: ~Copyable {
  /// Each card as a JSON object, with its number in the block and its offset in the input.
  fileprivate var cards: [(json: [UInt8], record: Int, offset: Int)] = []
  /// The order of the feed, which does not depend on the time.
  fileprivate var keys = SortKeys(SortKey.feed, now: 0)

  /// Adds a card.
  mutating func add(_ card: Card, json: [UInt8], record: Int, offset: Int) {
    cards.append((json, record, offset))
    keys.append(card)
  }
}

/// Keeps the first cards of the feed, with their findings.
///
/// Not many more than `limit` cards are kept in memory.
final class PageCards {
  /// A card that may be shown.
  struct Kept {
    let json: [UInt8]
    let place: CardHistory.Place
    let findings: [LocatedFinding]
  }

  private let limit: Int
  private let name: (Int) -> String
  private var keys = SortKeys(SortKey.feed, now: 0)
  /// The number of bytes of JSON, and what it was when cards were dropped.
  private var bytes = 0
  private var keptBytes = 0

  /// The kept cards, in order once `finish` was called.
  private(set) var cards: [Kept] = []
  /// Findings that are not about a card; only the first of them.
  private(set) var findings: [LocatedFinding] = []

  private static let findingLimit = 100

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - limit: the number of cards to keep.
  ///   - name: returns the name of the input with this number.
  init(limit: Int, name: @escaping (Int) -> String) {
    self.limit = limit
    self.name = name
  }

  /// Keeps the cards of a block, whose records follow `records` others, with their findings.
  func add(
    _ part: borrowing PagePart, _ found: [LocatedFinding], of origin: BatchOrigin,
    after records: Int
  ) {
    var ofRecords = Dictionary(grouping: found) { $0.finding.record ?? 0 }
    let place = origin.places
    for card in part.cards {
      bytes += card.json.count
      cards.append(
        Kept(
          json: card.json, place: CardHistory.Place(place(card.offset), name),
          findings: ofRecords.removeValue(forKey: card.record + records) ?? []))
    }
    let rest = found.filter { ofRecords[$0.finding.record ?? 0] != nil }
    findings += rest.prefix(PageCards.findingLimit - findings.count)
    keys.append(contentsOf: part.keys)
    let isMuch = bytes > 2 * keptBytes + PageCards.spareBytes
    let isMany = cards.count - limit > max(limit, PageCards.spareCards)
    if cards.count > limit, isMuch || isMany { finish() }
  }

  /// The number of bytes and cards to keep beyond the limit.
  private static let spareBytes = 16 << 20
  private static let spareCards = 1000

  /// Sorts the cards and drops those beyond the limit.
  func finish() {
    cards = keys.keepFirst(limit).map { cards[$0] }
    keptBytes = cards.reduce(0) { $0 + $1.json.count }
    bytes = keptBytes
  }
}
