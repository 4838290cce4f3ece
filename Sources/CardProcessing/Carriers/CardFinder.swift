import CardJSON
import ContentCardKit

/// Decides whether a JSON value in a carrier is a record: a card, an array of cards, an envelope or
/// a push.
///
/// The value is read as if it were a whole file, so carriers recognize what plain JSON files may
/// contain.
struct CardFinder: ~Copyable {
  private var reader: CardReader<FoundCards>
  private let readsEvents: Bool
  /// Scans values that are whole; a single card needs no reader.
  private var scanner = CardDecoder.makeScanner()
  private var decoder: CardDecoder
  private var hasScanned = false

  /// Creates a finder that reads cards with `options`.
  init(_ options: ReadingOptions) {
    reader = CardReader(options, FoundCards())
    decoder = CardDecoder(options.cards)
    readsEvents = options.readsEvents
  }

  /// Scans the value at the start of a sealed buffer, which must be examined next; returns its end,
  /// or nil if it is not whole or not valid.
  mutating func scan(_ bytes: ByteView) -> Int? {
    guard case .value(let end) = scanner.scan(bytes, isFinal: false) else { return nil }
    hasScanned = true
    return end
  }

  /// Examines a value: the content of a sealed buffer.
  ///
  /// - Parameter collectsIDs: whether to examine all cards, and not only the first.
  mutating func find(in value: ByteView, collectsIDs: Bool = false) -> FoundCards {
    var found = FoundCards(readsEvents: readsEvents, collectsIDs: collectsIDs)
    if hasScanned {
      hasScanned = false
      let root = scanner.document.root
      if case .card(let card) = decoder.find(root, keys: scanner.rootKeys) {
        found.add(card)
        return found
      }
    }
    reader.visitor = found
    _ = reader.read(Block(value))
    return reader.visitor
  }

  /// Returns whether a value that cannot be read to its end is about cards: it has complete cards,
  /// keys that only Braze uses, or a card whose keys are those of a shape.
  ///
  /// At least three keys must belong to the shape, and at least half of the keys; in an envelope,
  /// all of them.
  func isAboutCards(_ value: ByteView, _ finding: FoundCards) -> Bool {
    if finding.isRecord || CardMarks.suffice(inText: value) { return true }
    guard let start = finding.cutStart else { return false }
    let keys = CardFinder.keys(in: value.slice(start..<value.count))
    return CardFinder.shapeKeys.contains { shape in
      let own = keys.intersection(shape).count
      return own >= 3 && own * 2 >= keys.count || finding.isList && own > 0 && own == keys.count
    }
  }

  /// Returns the texts in quotes that end before a colon.
  private static func keys(in text: ByteView) -> Set<String> {
    let quote = UInt8(ascii: "\"")
    var keys: Set<String> = []
    var start = 0
    while let end = text.firstIndex(of: quote, from: start, to: text.count) {
      let colon = JSONScanner.skipSpace(text, from: end + 1)
      if colon < text.count, text[colon] == UInt8(ascii: ":") {
        keys.insert(text.slice(start..<end).text)
      }
      start = end + 1
    }
    return keys
  }

  private static let shapeKeys = Shape.allCases.map { Set($0.documentedKeys.map(\.key)) }
}

/// Summarizes the cards in a value.
struct FoundCards: CardVisitor {
  private var cards = 0
  /// The number of sync response keys in its envelopes.
  private var syncKeys = 0
  /// Whether the value is a list of cards and not a single card.
  private(set) var isList = false
  /// The ids of the cards, if they are collected.
  private(set) var ids: [String] = []
  private let collectsIDs: Bool
  /// The start of a card that is not valid JSON.
  private(set) var cutStart: Int?
  /// Whether the value is the response of a failed sync.
  private var isFailed = false
  /// The reader of events; nil if they are not read.
  private var events: CardEventReader?
  /// Whether the value is an event of a card, or states a fact about the device.
  private var isEvent = false

  /// Creates an empty summary, which recognizes events too if `readsEvents`.
  init(readsEvents: Bool = false, collectsIDs: Bool = false) {
    events = readsEvents ? CardEventReader() : nil
    self.collectsIDs = collectsIDs
  }

  /// Whether the value is a record.
  var isRecord: Bool { cards > 0 || syncKeys > 1 || isFailed || isEvent }

  /// The first card decides, unless the ids of all are needed.
  var wantsMore: Bool { collectsIDs || cards == 0 }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    if place.element != nil { isList = true }
    add(card)
  }

  mutating func add(_ card: Card) {
    cards += 1
    if collectsIDs, let id = card.text(.id) { id.withText { ids.append($0.text) } }
  }

  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool {
    if events?.read(value) == true { isEvent = true }
    return isEvent
  }

  mutating func wantsWords(for reason: NoCardReason) -> Bool { false }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    if case .noCard(let reason) = problem.reason, reason.isSyncResponse { isFailed = true }
    if case .syntax = problem.reason { cutStart = problem.start }
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    if case .envelope = event { isList = true }
    if event.isSyncMember { syncKeys += 1 }
  }
}
