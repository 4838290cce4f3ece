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
    _ part: borrowing PagePart, _ batch: borrowing Batch, _ found: [LocatedFinding],
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

/// Writes cards as JSON objects for the script of the page.
///
/// Long strings are truncated so that browsers can show the page.
struct PageCardWriter: ~Copyable {
  private var writer: ObjectWriter
  private let loadsImages: Bool
  private let zone: Zone
  private var scratch = ByteBuffer()
  private var derived = ByteBuffer()
  private var object = ByteBuffer()

  private static let textLimit = 4096
  private static let extrasLimit = 1000

  /// Creates a writer that converts cards to objects of these classes.
  init(_ classes: ClassTable, loadsImages: Bool, in zone: Zone) {
    self.zone = zone
    writer = ObjectWriter(classes)
    self.loadsImages = loadsImages
  }

  /// Returns the JSON of a card with these facts.
  mutating func json(_ card: Card, _ facts: CountedCard) -> [UInt8] {
    var json = JSONWriter()
    json.begin("{")
    add("id", card.text(.id).map(CardValue.text), to: &json)
    json.add("type", facts.type?.name.description ?? "none")
    add("class", card.classType.map(CardValue.text), to: &json)
    json.array("flags") { flags in
      for flag in facts.flags.all where flag != .active && flag != .shown {
        flags.add(nil, flag.name)
      }
    }
    let absence = PageCardWriter.absences.first { facts.flags.contains($0.flag) }
    if let absence { json.add("absence", absence.words) }
    for (key, field) in PageCardWriter.texts {
      let limit = field == .image && loadsImages ? .max : PageCardWriter.textLimit
      add(key, card.text(field).map(CardValue.text), limit: limit, to: &json)
    }
    if let ratio = card.number(.imageAspectRatio).flatMap(JSONNumber.thousandths), ratio > 0 {
      // The width of the image if its height is 1000, limited to what a phone can show.
      json.add("ratio", Int(min(max(ratio, 250), 6000)))
    }
    for (key, time) in [("created" as StaticString, facts.created), ("expires", facts.expires)] {
      if let time { json.add(key, ISO8601.text(time, in: zone) ?? "\(time / 1000) s") }
    }
    json.add("size", facts.payload)
    json.add("limit", CheckSettings.payloadLimit)
    addObject(card, to: &json)
    addFields(card, to: &json)
    json.end("}")
    return json.text.view.array
  }

  private static let texts: [(key: StaticString, field: CardField)] = [
    ("title", .title), ("text", .description), ("link", .linkText), ("alt", .imageAlt),
    ("image", .image),
  ]

  /// The reason why users do not see a card with a flag; the first flag that the card has is used.
  private static let absences: [(flag: CardFlag, words: String)] = [
    (.removed, "Removed by the server: no longer shown."),
    (.control, "Control card: users see nothing, and its impression is logged."),
    (.dismissed, "Dismissed by the user: no longer shown."),
    (.expired, "Expired: no longer shown."),
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

  /// The fields to list: those that the page does not show elsewhere.
  private static let listedFields: [FieldPath] =
    [.derived(.shape)]
    + CardField.allCases.filter { field in
      let isDrawn = [.type, .classType, .title, .description, .extras].contains(field)
      return !isDrawn && field != .created && field != .expiresAt
        && (field.content != .boolean || field == .opensURLInWebView)
    }.map { .canonical($0) } + [.derived(.campaignID), .derived(.messageVariationID)]

  private mutating func addFields(_ card: Card, to json: inout JSONWriter) {
    json.begin("[", "fields")
    for field in PageCardWriter.listedFields {
      let value = card.value(at: field, now: 0, using: &derived)
      if case .boolean(false) = value { continue }
      if !value.isAbsent { addPair(field.name, value, to: &json) }
    }
    json.end("]")
    var count = 0
    json.begin("[", "extras")
    card.forEachExtra { key, value in
      count += 1
      if count <= PageCardWriter.extrasLimit { addPair(key.string, value, to: &json) }
    }
    json.end("]")
    if count > PageCardWriter.extrasLimit {
      json.add("moreExtras", count - PageCardWriter.extrasLimit)
    }
  }

  private mutating func addPair(_ name: String, _ value: CardValue, to json: inout JSONWriter) {
    json.begin("[")
    json.add(nil, name.cut(toScalars: PageCardWriter.textLimit))
    add(nil, value, to: &json)
    json.end("]")
  }

  private mutating func add(
    _ key: StaticString?, _ value: CardValue?, limit: Int = PageCardWriter.textLimit,
    to json: inout JSONWriter
  ) {
    guard let value else { return }
    scratch.removeAll()
    value.appendText(to: &scratch)
    let text = scratch.view
    guard text.count > limit else { return json.add(key, text: text) }
    let start = text.prefix(limit)
    json.add(key, "\(start.text)… (\(grouped(text.count - start.count)) bytes more)")
  }
}
