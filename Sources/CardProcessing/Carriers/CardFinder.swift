import CardJSON
import ContentCardKit

/// Decides whether a JSON value in a carrier is a record: a card, an array of cards, an envelope or
/// a push.
///
/// The value is read as if it were a whole file, so carriers recognize what plain JSON files may
/// contain.
struct CardFinder: ~Copyable {
  private var reader: CardReader<FoundCards>
  private var scanner = JSONScanner()
  private var decoder: CardDecoder
  private var closed = ByteBuffer()
  private let readsEvents: Bool

  /// Creates a finder that reads cards with `options`.
  init(_ options: ReadingOptions) {
    reader = CardReader(options, FoundCards())
    readsEvents = options.readsEvents
    decoder = CardDecoder(options.cards)
  }

  /// Examines a complete value: the content of a sealed buffer.
  mutating func find(in value: ByteView) -> FoundCards {
    reader.visitor = FoundCards(readsEvents: readsEvents)
    _ = reader.read(Block(value))
    return reader.visitor
  }

  /// The usable part of a truncated value.
  struct Remains {
    /// The number of bytes before the truncated card and its preceding comma.
    let completeCount: Int
    /// The brackets that close the containers that are open there.
    let closers: [UInt8]
    /// The start of the truncated card in the value, or nil if the cut is between two cards.
    let cardStart: Int?
    /// The complete cards.
    let complete: FoundCards
  }

  /// Finds the cards in a truncated value, or returns nil if it has none.
  ///
  /// - Parameters:
  ///   - isCard: whether the text before the value announces a card.
  mutating func remains(of value: ByteView, _ scan: ValueScanner, isCard: Bool) -> Remains? {
    // Most brackets in text do not start JSON.
    guard scan.keyCount > 0 || isCard else { return nil }
    // Include the last key even if its value is missing.
    let hasKey = scan.keyCount > scan.completeCount
    let beginning = value.slice(0..<(hasKey ? scan.keyCount : scan.completeCount))
    close(beginning, hasKey ? ":null" : "", with: scan.closers)
    guard case .value = scanner.scan(closed.sealed()) else { return nil }
    let root = scanner.document.root
    let path = CardFinder.openPath(from: root, depth: scan.closers.count)
    var card = isCard || CardFinder.looksLikeCard(root) ? 0 : nil
    var list: Int?
    for level in path.indices where card == nil {
      if path[level].kind == .object, list == level - 1 {
        card = level
      } else if path[level].kind == .array, level == 0 || isEnvelope(path[level - 1]) {
        list = level
      }
    }
    // As in broken files, keys that only cards have are sufficient.
    let isNamed = CardMarks.suffice(inText: value)
    if isNamed, card == nil, list == nil, !isEnvelope(root) { card = 0 }
    // The number of containers to close: those around the card or the list, or all of an envelope.
    guard
      let level = card ?? list.map({ $0 + 1 }) ?? (isEnvelope(root) ? scan.closers.count : nil)
    else { return nil }
    let start = card.map { path[$0].range.lowerBound }
    let isListed = list ?? 0 > 0
    let isAlike =
      isNamed
      || card.map { isCard || CardFinder.looksLikeCard(path[$0], isListed: isListed) } ?? false
    let end = CardFinder.trimmed(value, to: start ?? scan.completeCount)
    let closers = Array(scan.closers.prefix(level))
    close(value.slice(0..<end), with: closers)
    let complete = closers.isEmpty ? FoundCards() : find(in: closed.sealed())
    guard isAlike || complete.isRecord else { return nil }
    return Remains(completeCount: end, closers: closers, cardStart: start, complete: complete)
  }

  /// Fills `closed` with the beginning of a value, an optional suffix, and its closing brackets.
  private mutating func close(
    _ beginning: ByteView, _ member: StaticString = "", with closers: [UInt8]
  ) {
    closed.removeAll()
    closed.append(beginning)
    closed.append(member)
    closed.append(contentsOf: closers.reversed())
  }

  /// Returns `end` without the comma and the whitespace before it.
  private static func trimmed(_ value: ByteView, to end: Int) -> Int {
    var end = end
    while end > 0, value[end - 1] <= 0x20 || value[end - 1] == UInt8(ascii: ",") { end -= 1 }
    return end
  }

  /// Returns the containers that are open at the end of a truncated value, outermost first.
  ///
  /// Each is the last value of its parent.
  private static func openPath(from root: JSONNode, depth: Int) -> [JSONNode] {
    var path = [root]
    while path.count < depth {
      var last: JSONNode?
      for (_, value) in path[path.count - 1].members { last = value }
      for element in path[path.count - 1].elements { last = element }
      guard let last, last.word.isContainer else { break }
      path.append(last)
    }
    return path
  }

  private mutating func isEnvelope(_ value: JSONNode) -> Bool {
    if case .envelope = decoder.find(value) { true } else { false }
  }

  /// Returns whether a possibly incomplete object has the keys of a card: at least three keys of
  /// one shape that are at least half of its keys, or only such keys if the object is in an
  /// envelope.
  private static func looksLikeCard(_ object: JSONNode, isListed: Bool = false) -> Bool {
    let keys = Set(object.members.map(\.key.string))
    return shapeKeys.contains { shape in
      let own = keys.intersection(shape).count
      return own >= 3 && own * 2 >= keys.count || isListed && own > 0 && own == keys.count
    }
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
  /// The ids of the cards.
  private(set) var ids: Set<String> = []

  /// Whether the value is the response of a failed sync.
  private var isFailed = false
  /// The reader of events; nil if they are not read.
  private var events: CardEventReader?
  /// Whether the value is an event of a card, or states a fact about the device.
  private var isEvent = false

  /// Creates an empty summary, which recognizes events too if `readsEvents`.
  init(readsEvents: Bool = false) { events = readsEvents ? CardEventReader() : nil }

  /// Whether the value is a record.
  var isRecord: Bool { cards > 0 || syncKeys > 1 || isFailed || isEvent }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    cards += 1
    if place.element != nil { isList = true }
    guard let id = card.text(.id) else { return }
    id.withText { _ = ids.insert($0.text) }
  }

  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool {
    if events?.read(value) == true { isEvent = true }
    return isEvent
  }

  mutating func wantsWords(for reason: NoCardReason) -> Bool { false }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    if case .noCard(let reason) = problem.reason, reason.isSyncResponse { isFailed = true }
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    if case .envelope = event { isList = true }
    if event.isSyncMember { syncKeys += 1 }
  }
}
