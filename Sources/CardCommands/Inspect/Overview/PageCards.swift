import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// The cards of a block for the page.
struct PagePart: ~Copyable {
  /// Each card as a JSON object, with its record number in the block and its offset in the input.
  fileprivate var cards: [(json: [UInt8], record: Int, offset: Int)] = []

  /// Adds a card.
  mutating func add(json: [UInt8], record: Int, offset: Int) {
    cards.append((json, record, offset))
  }
}

/// Collects the first cards in the order of the page, with their findings.
///
/// Only about `limit` cards, or some megabytes of them, are kept in memory.
final class PageCards {
  /// A card that may be on the page.
  struct Kept {
    let json: [UInt8]
    let location: CardLocation
    let findings: [LocatedFinding]
  }

  private let limit: Int
  private let name: (Int) -> String
  private var keys = SortKeys()
  /// The number of bytes of JSON, now and after cards were last dropped.
  private var bytes = 0
  private var keptBytes = 0

  /// The kept cards, in the order of the page after `finish` was called.
  private(set) var cards: [Kept] = []
  /// The first findings that are not about a card of the page.
  private(set) var findings: [LocatedFinding] = []

  private static let findingLimit = 100

  /// Creates an empty collection for `limit` cards.
  init(limit: Int, name: @escaping (Int) -> String) {
    self.limit = limit
    self.name = name
  }

  /// Adds the cards of a block with their findings; `records` previous records are in its input.
  func add(
    _ part: borrowing PagePart, _ batch: borrowing Batch, findings found: [LocatedFinding],
    of origin: BatchOrigin,
    after records: Int
  ) {
    var ofRecords = Dictionary(grouping: found) { $0.finding.record ?? 0 }
    let origins = origin.places
    for (number, card) in part.cards.enumerated() {
      keys.append(batch.sorting.values(at: number))
      bytes += card.json.count
      cards.append(
        Kept(
          json: card.json, location: CardLocation(origins(card.offset), name),
          findings: ofRecords.removeValue(forKey: card.record + records) ?? []))
    }
    let rest = found.filter { ofRecords[$0.finding.record ?? 0] != nil }
    findings += rest.prefix(PageCards.findingLimit - findings.count)
    if cards.count > limit, bytes > 2 * keptBytes + PageCards.spareBytes { finish() }
  }

  /// The number of bytes to keep beyond the limit before cards are dropped.
  private static let spareBytes = 4 << 20

  /// Sorts the cards and drops those beyond the limit.
  func finish() {
    cards = keys.keepFirst(limit).map { cards[$0] }
    keptBytes = cards.reduce(0) { $0 + $1.json.count }
    bytes = keptBytes
  }
}

/// Writes cards as JSON objects for the script of the page: facts about each, and the card as
/// `convert --as card` prints it.
struct PageCardWriter: ~Copyable {
  private var writer: ObjectWriter
  private let cardWriter: ShapeWriter
  private var scratch = ByteBuffer()
  private var object = ByteBuffer()

  /// Creates a writer that converts cards to objects of these classes, with times in `zone`.
  init(_ classes: ClassTable, in zone: Zone) {
    writer = ObjectWriter(classes)
    cardWriter = ShapeWriter(.card, times: CardTimeFormat(.date, in: zone))
  }

  /// Returns the JSON of a card with these facts.
  mutating func json(_ card: Card, _ facts: CountedCard) -> [UInt8] {
    var json = JSONWriter()
    json.begin("{")
    json.array("flags") { flags in
      for flag in facts.flags.all where flag != .active && flag != .shown {
        flags.add(nil, flag.name)
      }
    }
    let absence = PageCardWriter.absences.first { facts.flags.contains($0.flag) }
    if let absence { json.add("absence", "Not shown: \(absence.words).") }
    if let ratio = card.number(.imageAspectRatio).flatMap(JSONNumber.thousandths), ratio > 0 {
      // The width of the image if its height is 1000, limited to what a phone can show.
      json.add("ratio", Int(min(max(ratio, 250), 6000)))
    }
    json.add("size", facts.payload)
    json.add("limit", CheckSettings.payloadLimit)
    json.array("derived") { pairs in
      for field in [
        FieldPath.derived(.shape), .derived(.campaignID), .derived(.messageVariationID),
      ] {
        guard case .text(let text) = card.value(at: field, now: 0, using: &scratch) else {
          continue
        }
        pairs.array {
          $0.add(nil, field.name); $0.add(nil, .text(text))
        }
      }
    }
    addObject(card, to: &json)
    json.add("card") { cardWriter.append(card, to: &$0) }
    json.end("}")
    return json.text.view.array
  }

  /// The reason why users do not see a card with a flag; the first flag that the card has is used.
  private static let absences: [(flag: CardFlag, words: String)] = [
    (.removed, FeedDecision.Action.removed.absence), (.control, CardVerdict.controlWords),
    (.dismissed, FeedDecision.Action.dismissed.absence),
    (.expired, FeedDecision.Action.expired.absence),
  ]

  /// The view of the page that shows each object; custom objects are in the view `objects`.
  private static let views = [
    "FullPageMessage": "messages", "WebViewMessage": "messages", "Coupon": "offers",
    "Tile": "home", "Group": "home", "Ad": "home",
  ]

  private mutating func addObject(_ card: Card, to json: inout JSONWriter) {
    object.removeAll()
    switch writer.convert(card, to: &object) {
    case .converted(let index):
      let name = writer.reader.classes.registry.classes[index].object
      json.begin("{", "object")
      json.add("name", name)
      json.add("place", PageCardWriter.views[name] ?? "objects")
      json.add("value", json: object.view)
      json.end("}")
    case .skipped(let reason): json.add("reason", card.words(for: reason))
    case .failed(let failure): json.add("reason", failure.description)
    }
  }
}
