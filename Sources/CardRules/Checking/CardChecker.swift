@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// Runs the rules for single cards.
///
/// One checker serves one thread and is reused for every card.
struct CardChecker: ~Copyable {
  private let delivered: [any CardRule.Type]
  private let requests: [any CardRule.Type]
  private let tombstones: [any CardRule.Type]
  private var classes: ClassCheck

  /// A checker that runs the rules for which `isActive` holds.
  init(_ classes: ClassTable, isActive: (any Rule.Type) -> Bool) {
    let rules = Rules.all.compactMap { $0.cardRule }.filter { isActive($0) }
    delivered = rules.filter { $0.scope.contains(.delivered) }
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
      for rule in delivered { rule.check(context, &findings) }
      classes.check(context, &findings)
    }
  }
}
