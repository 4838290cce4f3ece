@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards

/// Checks the cards of a block and passes them on; each worker has its own.
struct PreviewProcessor: CheckingProcessor, ~Copyable {
  var checker: RecordChecker

  /// A processor that checks by `plan`.
  init(_ plan: CheckPlan) { checker = RecordChecker(plan) }

  mutating func process(
    _ card: Card, at offset: Int, _ place: RecordPlace, into batch: inout Batch
  ) {
    checker.check(card, at: offset, place, into: &batch.checked)
    batch.inspected.preview.append(card, record: place.record)
    batch.counts.rows += 1
  }

  /// A page shows what was found in full.
  func wantsWords(for reason: NoCardReason, in batch: borrowing Batch) -> Bool { true }
}
