import CardRules
import ContentCardKit

/// A flag of a card, as `filter` selects it.
enum CardFlag: Int, CaseIterable {
  case pinned, dismissible, viewed, clicked, dismissed, control, test, removed, expired, active,
    shown

  private static let names = allCases.map { "\($0)" }

  /// The name, as options and JSON have it.
  var name: String { CardFlag.names[rawValue] }

  /// All flags, with those first that decide what users see.
  static let displayOrder: [CardFlag] = [
    .shown, .active, .expired, .removed, .control, .dismissed, .test, .pinned, .viewed, .clicked,
    .dismissible,
  ]

  /// One letter for a narrow column; nil if another column shows the flag.
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

  /// The flags that are fields.
  private static let fields: [(flag: CardFlag, field: CardField)] = [
    (.pinned, .pinned), (.dismissible, .dismissible), (.viewed, .viewed), (.clicked, .clicked),
    (.dismissed, .dismissed), (.test, .test), (.removed, .removed),
  ]

  /// The flags of a card.
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

  /// Counts the flags of the card in `counts`, which has those of all flags from `start` on.
  func add(to counts: inout [Int], from start: Int) {
    var rest = bits
    while rest != 0 {
      counts[start + rest.trailingZeroBitCount] += 1
      rest &= rest - 1
    }
  }

  /// The flags of the card.
  var all: some Sequence<CardFlag> { CardFlag.allCases.lazy.filter { contains($0) } }

  /// The letters of the flags that have one.
  var letters: String { String(all.compactMap(\.letter)) }

  /// The names of the same flags.
  var names: String { all.filter { $0.letter != nil }.map(\.name).joined(separator: ",") }
}
