import CardJSON
import ContentCards

/// Runs the rules for single cards.
///
/// One checker serves one thread and is reused for every card.
struct CardChecker: ~Copyable {
  private let delivered: [any CardRule.Type]
  /// For each sign the rules for delivered cards that it calls, a bit each.
  private let called: [UInt64]
  private let requests: [any CardRule.Type]
  private let tombstones: [any CardRule.Type]
  private var classes: ClassCheck

  /// A checker that runs the rules for which `isActive` holds.
  init(_ classes: ClassTable, isActive: (any Rule.Type) -> Bool) {
    let rules = Rules.all.compactMap { $0.cardRule }.filter { isActive($0) }
    delivered = rules.filter { $0.scope.contains(.delivered) }
    called = CardChecker.called(delivered.map { $0.signs })
    requests = rules.filter { $0.scope.contains(.requests) }
    tombstones = rules.filter { $0.scope.contains(.tombstones) }
    self.classes = ClassCheck(classes, isActive: isActive)
  }

  /// Reports what is wrong with a card, which the sink has entered.
  mutating func check(_ context: CardContext, _ findings: inout FindingSink) {
    switch context.scope {
    case .tombstones:
      for rule in tombstones { rule.check(context, &findings) }
    case .requests:
      for rule in requests { rule.check(context, &findings) }
      classes.check(context, &findings)
    default:
      var rules = rules(calledBy: context.signs)
      while rules != 0 {
        delivered[rules.trailingZeroBitCount].check(context, &findings)
        rules &= rules - 1
      }
      classes.check(context, &findings)
    }
  }

  /// The rules that one of the signs calls, a bit each.
  private func rules(calledBy signs: CardSigns) -> UInt64 {
    var rules: UInt64 = 0
    var rest = signs.rawValue
    while rest != 0 {
      rules |= called[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return rules
  }

  private static func called(_ signs: [CardSigns]) -> [UInt64] {
    precondition(signs.count <= UInt64.bitWidth, "a bit for each rule")
    return (0..<CardSigns.RawValue.bitWidth).map { sign in
      signs.indices.reduce(0) { $0 | UInt64(signs[$1].rawValue >> UInt32(sign) & 1) << UInt64($1) }
    }
  }
}
