import CardJSON
import ContentCards

/// Runs the rules for single cards.
///
/// One checker serves one thread and is reused for every card.
struct CardChecker: ~Copyable {
  private let delivered: [Entry]
  private let requests: [Entry]
  private let tombstones: [Entry]
  private var classes: ClassCheck

  /// A rule and the signs by which it is called.
  private struct Entry {
    let signs: CardSigns
    let rule: any CardRule.Type
  }

  /// A checker that runs the rules for which `isActive` holds.
  init(_ classes: ClassTable, isActive: (any Rule.Type) -> Bool) {
    let rules = Rules.all.compactMap { $0.cardRule }.filter { isActive($0) }
    func entries(_ scope: CardScope) -> [Entry] {
      rules.filter { $0.scope.contains(scope) }.map { Entry(signs: $0.signs, rule: $0) }
    }
    delivered = entries(.delivered)
    requests = entries(.requests)
    tombstones = entries(.tombstones)
    self.classes = ClassCheck(classes, isActive: isActive)
  }

  /// Reports what is wrong with a card, which the sink has entered.
  mutating func check(_ context: CardContext, _ findings: inout FindingSink) {
    switch context.scope {
    case .tombstones:
      for entry in tombstones { entry.rule.check(context, &findings) }
    case .requests:
      for entry in requests { entry.rule.check(context, &findings) }
      classes.check(context, &findings)
    default:
      for entry in delivered where !entry.signs.isDisjoint(with: context.signs) {
        entry.rule.check(context, &findings)
      }
      classes.check(context, &findings)
    }
  }
}
