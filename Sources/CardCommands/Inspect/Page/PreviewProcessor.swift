@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards

/// Checks the cards of a block and passes them on; each worker has its own.
struct PreviewProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  private var rows: HeldContent<PreviewRows> { batch.content() }
  var checker: RecordChecker

  static func makeContent() -> BatchContent { HeldContent(PreviewRows()) { $0.removeAll() } }

  /// A processor that checks by `plan`.
  init(_ plan: CheckPlan) { checker = RecordChecker(plan) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    checker.visit(card, at: offset, place)
    rows.value.append(card, record: place.record)
    batch.counts.rows += 1
  }

  /// A page shows what was found in full.
  func wantsWords(for reason: NoCardReason) -> Bool { true }
}
