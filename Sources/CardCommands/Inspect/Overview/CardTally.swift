import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// Counts of cards by type, shape, flag, class type, day and size.
///
/// A worker fills one for each block. Adding them up in the order of the input gives the same
/// result as one sequential reader. Memory is bounded, because `NameCounts` and `DayCounts` are.
struct CardTally: ~Copyable {
  /// A name and the number of cards that it applies to.
  typealias Count = (name: String, count: Int)

  /// The number of cards.
  private(set) var cards = 0
  /// The counts by type, followed by those by shape and by flag.
  private var counts = [Int](repeating: 0, count: flagStart + CardFlag.allCases.count)
  /// The counts by lowercased class type.
  private(set) var classTypes: NameCounts
  /// The counts by the day of creation and of expiry, for cards that have one.
  private(set) var created = DayCounts()
  private(set) var expires = DayCounts()
  /// The total size of all payloads in bytes, and the number of payloads above the limit.
  private(set) var payload = 0
  private(set) var aboveLimit = 0
  /// The size of the largest payload, and the id of the first card that has it.
  private(set) var largest: (bytes: Int, id: String?) = (0, nil)

  private var scratch = ByteBuffer()

  /// Creates an empty tally of a block or, with a console, a sum.
  init(sumWith console: Console? = nil) { classTypes = NameCounts(sumWith: console) }

  /// The indices of the first shape and of the first flag in `counts`.
  ///
  /// The count before the shapes is that of cards without a type.
  private static let shapeStart = CardType.allCases.count + 1
  private static let flagStart = shapeStart + Shape.allCases.count

  /// The types and the shapes that occurred, in declaration order.
  var types: [Count] { occurring(CardType.allCases.map(\.name.description) + ["none"], from: 0) }
  var shapes: [Count] {
    occurring(Shape.allCases.map(\.name.description), from: CardTally.shapeStart)
  }

  private func occurring(_ names: [String], from start: Int) -> [Count] {
    zip(names, counts[start...]).filter { $0.1 > 0 }.map { ($0.0, $0.1) }
  }

  /// The number of cards with a flag.
  func count(of flag: CardFlag) -> Int { counts[CardTally.flagStart + flag.rawValue] }

  /// Returns the most frequent class types of a sum.
  mutating func classTypes(limit: Int, _ console: Console) throws(SystemFailure) -> NameRanking {
    try classTypes.ranking(limit: limit, console)
  }

  /// Counts a card, whose days are in `zone`.
  mutating func add(_ context: CardContext, _ facts: CountedCard, today: Int, in zone: Zone) {
    cards += 1
    counts[facts.type.map { Int($0.rawValue) } ?? CardType.allCases.count] += 1
    counts[CardTally.shapeStart + Int(context.shape.rawValue)] += 1
    for flag in facts.flags.all { counts[CardTally.flagStart + flag.rawValue] += 1 }
    if let name = context.classType { classTypes.add(classType: name, using: &scratch) }
    if let time = facts.created { created.add(time &+ zone.offset(at: time), today: today) }
    if let time = facts.expires { expires.add(time &+ zone.offset(at: time), today: today) }
    payload += facts.payload
    if facts.payload > CheckSettings.payloadLimit { aboveLimit += 1 }
    if facts.payload > largest.bytes { largest = (facts.payload, context.card.text(.id)?.string) }
  }

  /// Adds the counts of the next block.
  mutating func add(_ block: borrowing CardTally) throws(SystemFailure) {
    cards += block.cards
    for index in counts.indices { counts[index] += block.counts[index] }
    try classTypes.add(block.classTypes)
    created.add(block.created)
    expires.add(block.expires)
    payload += block.payload
    aboveLimit += block.aboveLimit
    if block.largest.bytes > largest.bytes { largest = block.largest }
  }
}

/// Facts about a card that several parts of the overview need.
struct CountedCard: BitwiseCopyable {
  let type: CardType?
  let flags: CardFlags
  /// The times of creation and expiry, in epoch milliseconds; nil if unknown or never.
  let created: Int64?
  let expires: Int64?
  /// The number of payload bytes that count toward the limit of 2 KB.
  let payload: Int

  /// Collects the facts of a card; `now` determines whether it has expired.
  init(_ context: CardContext, now: Int64) {
    type = context.type
    created = context.created?.milliseconds
    expires = context.expiry?.milliseconds
    flags = CardFlags(context, isExpired: expires.map { $0 <= now } ?? false)
    payload = context.card.payloadSize
  }
}

/// A flag of a card, as selected by an option of `filter`.
enum CardFlag: Int, CaseIterable {
  case pinned, dismissible, viewed, clicked, dismissed, control, test, removed, expired, active,
    shown

  private static let names = allCases.map { "\($0)" }

  /// The name in options and in JSON.
  var name: String { CardFlag.names[rawValue] }

  /// All flags, starting with those that determine whether users see a card.
  static let displayOrder: [CardFlag] = [
    .shown, .active, .expired, .removed, .control, .dismissed, .test, .pinned, .viewed, .clicked,
    .dismissible,
  ]

  /// A letter for a narrow column; nil if another column shows the flag.
  var letter: Character? {
    switch self {
    case .control, .active, .shown: nil
    case .dismissed: "x"
    default: name.first
    }
  }
}

/// The flags of one card.
struct CardFlags: BitwiseCopyable, Sendable {
  private var bits: UInt16 = 0

  /// The flags that are read from fields.
  private static let fields: [(flag: CardFlag, field: CardField)] = [
    (.pinned, .pinned), (.dismissible, .dismissible), (.viewed, .viewed), (.clicked, .clicked),
    (.dismissed, .dismissed), (.test, .test), (.removed, .removed),
  ]

  /// Determines the flags of a card.
  init(_ card: CardContext, isExpired: Bool) {
    for (flag, field) in CardFlags.fields where card.flag(field) { insert(flag) }
    if card.type == .control { insert(.control) }
    if isExpired { insert(.expired) }
    if contains(.dismissed) || contains(.removed) || isExpired { return }
    insert(.active)
    if !contains(.control) { insert(.shown) }
  }

  private mutating func insert(_ flag: CardFlag) { bits |= 1 << flag.rawValue }

  /// Whether the card has the flag.
  func contains(_ flag: CardFlag) -> Bool { bits & 1 << flag.rawValue != 0 }

  /// The flags that are set.
  var all: some Sequence<CardFlag> { CardFlag.allCases.lazy.filter { contains($0) } }

  /// The letters of the set flags that have one.
  var letters: String { String(all.compactMap(\.letter)) }

  /// The comma-separated names of these flags.
  var names: String { all.filter { $0.letter != nil }.map(\.name).joined(separator: ",") }
}
