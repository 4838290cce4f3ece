import CardRules
import ContentCardKit

/// A flag of a card, as `filter` selects it.
enum CardFlag: String, CaseIterable {
  case pinned, dismissible, viewed, clicked, dismissed, control, test, removed, expired, active,
    shown

  /// Its place in `allCases`.
  var place: Int { CardFlag.allCases.firstIndex(of: self) ?? 0 }

  /// All flags, those first that say what users see.
  static let byInterest: [CardFlag] = [
    .shown, .active, .expired, .removed, .control, .dismissed, .test, .pinned, .viewed, .clicked,
    .dismissible,
  ]

  /// One letter for a narrow column; nil for what another column says.
  var letter: Character? {
    switch self {
    case .control, .active, .shown: nil
    case .dismissed: "x"
    default: rawValue.first
    }
  }
}

/// Which flags one card has.
struct CardFlags: BitwiseCopyable, Sendable {
  /// One bit for each flag, in the order of `CardFlag.allCases`.
  private(set) var bits: UInt16 = 0

  /// The flags of a card.
  ///
  /// - Parameter isExpired: whether its time is over.
  init(_ card: CardContext, isExpired: Bool) {
    let isDismissed = card.flag(.dismissed)
    let isRemoved = card.flag(.removed)
    let isControl = card.type == .control
    // In the order of the cases.
    set(card.flag(.pinned), 0)
    set(card.flag(.dismissible), 1)
    set(card.flag(.viewed), 2)
    set(card.flag(.clicked), 3)
    set(isDismissed, 4)
    set(isControl, 5)
    set(card.flag(.test), 6)
    set(isRemoved, 7)
    set(isExpired, 8)
    let isActive = !isDismissed && !isRemoved && !isExpired
    set(isActive, 9)
    set(isActive && !isControl, 10)
  }

  private mutating func set(_ isSet: Bool, _ place: UInt16) { if isSet { bits |= 1 << place } }

  /// Whether the card has the flag at this place of `CardFlag.allCases`.
  func holds(_ place: Int) -> Bool { bits & 1 << UInt16(place) != 0 }

  /// The names of the flags that have letters and are set.
  var names: String {
    CardFlag.allCases.enumerated().compactMap { holds($0) && $1.letter != nil ? $1.rawValue : nil }
      .joined(separator: ",")
  }

  /// The letters of the flags that are set.
  var letters: String {
    String(CardFlag.allCases.enumerated().compactMap { holds($0) ? $1.letter : nil })
  }
}
