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
