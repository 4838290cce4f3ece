import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// The counts of cards.
///
/// A worker fills one for each block. Their sum, in the order of the input, is the same as for one
/// sequential reader. Memory is bounded, because `NameCounts` is.
struct CardTally: ~Copyable {
  /// All cards.
  private(set) var cards = 0
  /// The cards by type, by shape, by flag, and by class type in lower case.
  private(set) var types = NameCounts()
  private(set) var shapes = NameCounts()
  private(set) var flags = NameCounts()
  private(set) var classTypes = NameCounts()
  /// The cards by the day of their creation and of their expiry, if they have one.
  private(set) var created = NameCounts()
  private(set) var expires = NameCounts()
  /// The bytes of all payloads, and the number of payloads above the limit.
  private(set) var payload = 0
  private(set) var aboveLimit = 0
  /// The first card with the largest payload.
  private(set) var largest: (bytes: Int, id: String?) = (0, nil)

  private var scratch = ByteBuffer()

  /// The names of the types, followed by the name for a removed card without a type.
  static let typeNames = CardType.allCases.map(\.name.description) + ["none"]
  private static let types = typeNames.map { ByteView(permanent: $0) }
  private static let flags = CardFlag.allCases.map { ByteView(permanent: $0.name) }

  /// Counts a card.
  mutating func add(_ context: CardContext, _ facts: CountedCard, _ days: DayWindow) {
    cards += 1
    types.add(CardTally.types[facts.type.map { Int($0.rawValue) } ?? CardType.allCases.count])
    shapes.add(ValueWords.shape(context.shape))
    for flag in CardFlag.allCases where facts.flags.contains(flag) {
      flags.add(CardTally.flags[flag.rawValue])
    }
    if let name = context.classType { classTypes.add(classType: name, using: &scratch) }
    if let time = facts.created { created.add(days.name(of: time, using: &scratch)) }
    if let time = facts.expires { expires.add(days.name(of: time, using: &scratch)) }
    payload += facts.payload
    if facts.payload > CheckSettings.payloadLimit { aboveLimit += 1 }
    if facts.payload > largest.bytes {
      largest = (facts.payload, context.card.text(.id)?.string)
    }
  }

  /// Adds the counts of the next block.
  mutating func add(_ block: borrowing CardTally) {
    cards += block.cards
    types.add(block.types)
    shapes.add(block.shapes)
    flags.add(block.flags)
    classTypes.add(block.classTypes)
    created.add(block.created)
    expires.add(block.expires)
    payload += block.payload
    aboveLimit += block.aboveLimit
    if block.largest.bytes > largest.bytes { largest = block.largest }
  }
}

/// The facts about a card that several parts of an overview need.
struct CountedCard: BitwiseCopyable {
  let type: CardType?
  let flags: CardFlags
  /// The times of creation and expiry, in epoch milliseconds; nil if unknown or never.
  let created: Int64?
  let expires: Int64?
  /// The number of bytes that count toward the limit of 2 KB.
  let payload: Int

  /// The facts of a card.
  ///
  /// - Parameter now: the time that decides what is expired, in epoch milliseconds.
  init(_ context: CardContext, now: Int64) {
    let card = context.card
    type = context.type
    created = context.created?.milliseconds
    expires = context.expiry?.milliseconds
    flags = CardFlags(context, isExpired: expires.map { $0 <= now } ?? false)
    payload = card.payloadSize
  }
}
