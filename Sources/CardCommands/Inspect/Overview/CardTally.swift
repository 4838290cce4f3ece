import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// The counts of cards.
///
/// A worker fills one for each block; added up in the order of the input they are what one
/// sequential reader would have counted. Memory is bounded whatever is counted.
struct CardTally: ~Copyable {
  /// All cards.
  private(set) var cards = 0
  /// By type, shape and flag, in the order of their cases.
  private(set) var types = [Int](repeating: 0, count: CardTally.typeNames.count)
  private(set) var shapes = [Int](repeating: 0, count: Shape.allCases.count)
  private(set) var flags = [Int](repeating: 0, count: CardFlag.allCases.count)
  /// By class type in lower case.
  private(set) var classes = NameCounts()
  /// Cards without a class type.
  private(set) var withoutClass = 0
  /// By creation; cards that do not say when.
  private(set) var created = DayCounts()
  private(set) var withoutCreated = 0
  /// By expiry; cards that never expire.
  private(set) var expires = DayCounts()
  private(set) var never = 0
  /// The bytes of all payloads, and how many are larger than what is sent.
  private(set) var payload = 0
  private(set) var aboveLimit = 0
  /// The first card with the largest payload: its size, and its id as the inside of a JSON string.
  private(set) var largest = 0
  private(set) var largestID = ByteBuffer()

  private var scratch = ByteBuffer()

  /// Counts a card whose type, flags and expiry are known.
  mutating func add(_ context: CardContext, _ facts: CountedCard, now: Int64) {
    if cards == 0 { prepare(now: now) }
    cards += 1
    types[facts.type.map { Int($0.rawValue) } ?? CardType.allCases.count] += 1
    shapes[Int(context.shape.rawValue)] += 1
    for place in flags.indices where facts.flags.holds(place) { flags[place] += 1 }
    if let name = context.classType {
      classes.add(classType: name, using: &scratch)
    } else {
      withoutClass += 1
    }
    if let time = facts.created { created.add(time) } else { withoutCreated += 1 }
    if let time = facts.expires { expires.add(time) } else { never += 1 }
    payload += facts.payload
    if facts.payload > CheckSettings.payloadLimit { aboveLimit += 1 }
    guard facts.payload > largest else { return }
    largest = facts.payload
    largestID.removeAll()
    if let id = context.card.text(.id) { largestID.append(id.content) }
  }

  /// Adds what `part`, which comes after all that is here, counted.
  mutating func add(_ part: borrowing CardTally, now: Int64) {
    guard part.cards > 0 else { return }
    if cards == 0 { prepare(now: now) }
    cards += part.cards
    for index in types.indices { types[index] += part.types[index] }
    for index in shapes.indices { shapes[index] += part.shapes[index] }
    for index in flags.indices { flags[index] += part.flags[index] }
    classes.add(part.classes)
    withoutClass += part.withoutClass
    created.add(part.created)
    withoutCreated += part.withoutCreated
    expires.add(part.expires)
    never += part.never
    payload += part.payload
    aboveLimit += part.aboveLimit
    guard part.largest > largest else { return }
    largest = part.largest
    largestID.removeAll()
    largestID.append(part.largestID.view)
  }

  /// The names of the card types, and after them what a removed card without a type counts as.
  static let typeNames = CardType.allCases.map(\.name.description) + ["none"]

  /// Gets ready for counting; does nothing a second time.
  mutating func prepare(now: Int64) {
    created.prepare(now: now)
    expires.prepare(now: now)
  }

  /// Counts from the beginning; the memory stays.
  mutating func removeAll() {
    guard cards > 0 else { return }
    (cards, withoutClass, withoutCreated, never) = (0, 0, 0, 0)
    (payload, aboveLimit, largest) = (0, 0, 0)
    for index in types.indices { types[index] = 0 }
    for index in shapes.indices { shapes[index] = 0 }
    for index in flags.indices { flags[index] = 0 }
    classes.removeAll()
    created.removeAll()
    expires.removeAll()
    largestID.removeAll()
  }
}

/// The facts about a card that several parts of an overview need.
struct CountedCard: BitwiseCopyable {
  let type: CardType?
  let flags: CardFlags
  /// When the card was created and when it expires, in epoch milliseconds; nil for unknown or
  /// never.
  let created: Int64?
  let expires: Int64?
  /// The bytes that count towards the 2 KB.
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
