import CardProcessing
import CardRules
import ContentCardKit

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
}
