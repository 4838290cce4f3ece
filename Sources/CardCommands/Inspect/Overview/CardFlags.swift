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

  /// The flags of a card.
  init(_ card: CardContext, isExpired: Bool) {
    let isDismissed = card.flag(.dismissed)
    let isRemoved = card.flag(.removed)
    let isControl = card.type == .control
    let isActive = !isDismissed && !isRemoved && !isExpired
    set(.pinned, card.flag(.pinned))
    set(.dismissible, card.flag(.dismissible))
    set(.viewed, card.flag(.viewed))
    set(.clicked, card.flag(.clicked))
    set(.dismissed, isDismissed)
    set(.control, isControl)
    set(.test, card.flag(.test))
    set(.removed, isRemoved)
    set(.expired, isExpired)
    set(.active, isActive)
    set(.shown, isActive && !isControl)
  }

  private mutating func set(_ flag: CardFlag, _ isSet: Bool) {
    if isSet { bits |= 1 << flag.rawValue }
  }

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
