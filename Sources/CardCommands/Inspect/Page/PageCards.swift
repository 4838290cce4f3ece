import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// The cards of a block for the page.
struct PagePart: ~Copyable {
  /// The cards as JSON objects.
  var bytes = ByteBuffer()
  /// The end of each card in the bytes, its number in the block, and its offset in the input.
  fileprivate var rows: [(end: Int, record: Int, offset: Int)] = []
  /// The order of the feed, which does not depend on the time.
  fileprivate var keys = SortKeys(SortKey.feed, now: 0)

  /// Ends the JSON of a card.
  mutating func end(of card: Card, record: Int, offset: Int) {
    rows.append((bytes.count, record, offset))
    keys.append(card)
  }
}

/// Keeps the first cards of the feed, with their findings.
///
/// Not many more than `limit` cards are kept in memory.
final class PageCards {
  /// A card that may be shown.
  struct Kept {
    /// The range of its JSON.
    var bytes: Range<Int>
    let place: CardHistory.Place
    let findings: [LocatedFinding]
  }

  private let limit: Int
  private let name: (Int) -> String
  private var keys = SortKeys(SortKey.feed, now: 0)
  private var bytesAtPruning = 0

  /// The JSON of the kept cards.
  private(set) var bytes = ByteBuffer()
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
    var start = 0
    for row in part.rows {
      let begin = bytes.count
      bytes.append(part.bytes.view.slice(start..<row.end))
      start = row.end
      cards.append(
        Kept(
          bytes: begin..<bytes.count, place: CardHistory.Place(place(row.offset), name),
          findings: ofRecords.removeValue(forKey: row.record + records) ?? []))
    }
    let rest = found.filter { ofRecords[$0.finding.record ?? 0] != nil }
    findings += rest.prefix(PageCards.findingLimit - findings.count)
    keys.append(contentsOf: part.keys)
    let isMuch = bytes.count > 2 * bytesAtPruning + PageCards.spareBytes
    let isMany = cards.count - limit > max(limit, PageCards.spareCards)
    if cards.count > limit, isMuch || isMany { finish() }
  }

  /// The number of bytes and cards to keep beyond the limit.
  private static let spareBytes = 16 << 20
  private static let spareCards = 1000

  /// Sorts the cards and drops those beyond the limit.
  func finish() {
    var keptBytes = ByteBuffer()
    cards = keys.keepFirst(limit).map { number in
      var card = cards[number]
      let first = keptBytes.count
      keptBytes.append(bytes.view.slice(card.bytes))
      card.bytes = first..<keptBytes.count
      return card
    }
    swap(&bytes, &keptBytes)
    bytesAtPruning = bytes.count
  }
}
