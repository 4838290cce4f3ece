import CardJSON
import CardRules
import ContentCards

/// Checks the cards of a block and passes them on, each with its number in the block; each worker
/// has its own.
///
/// A row is the record's number, a line feed and the card's bytes. Cards are drawn when all are
/// read, because only then it is known which are among the first.
struct PreviewProcessor: CardProcessor, ~Copyable {
  private var checker: RecordChecker

  /// A processor that checks by `plan`.
  init(_ plan: CheckPlan) { checker = RecordChecker(plan) }

  mutating func process(_ card: Card, at offset: Int, into batch: inout Batch) {}

  mutating func process(
    _ card: Card, at offset: Int, _ place: RecordPlace, into batch: inout Batch
  ) {
    checker.check(card, at: offset, place, into: &batch.checked)
    batch.output.append(decimal: UInt64(place.record))
    batch.output.append(UInt8(ascii: "\n"))
    batch.output.append(card.raw)
    batch.endRow(of: card)
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace, into batch: inout Batch) {
    batch.add(.reading(problem))
    checker.note(problem, place, into: &batch.checked)
  }

  mutating func see(_ event: ContainerEvent, into batch: inout Batch) {
    checker.see(event, into: &batch.checked)
  }
}
