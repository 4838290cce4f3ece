@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards

/// Checks the records of a block; each worker has its own.
struct ValidateProcessor: CheckingProcessor, ~Copyable {
  var checker: RecordChecker

  private let paths: [String]

  /// A processor of the inputs at `paths` for `plan`.
  init(_ plan: CheckPlan, _ paths: [String]) {
    checker = RecordChecker(plan)
    self.paths = paths
  }

  mutating func begin(input: Int) {
    let path = paths[input]
    checker.fileName = path.split(separator: "/").last.map(String.init)
  }

  mutating func process(
    _ card: Card, at offset: Int, _ place: RecordPlace, into batch: inout Batch
  ) {
    checker.check(card, at: offset, place, into: &batch.checked)
  }

  mutating func processOther(
    _ document: JSONDocument, at offset: Int, _ place: RecordPlace, into batch: inout Batch
  ) -> Bool {
    checker.checkOther(document, at: offset, place, into: &batch.checked)
  }

  /// Every finding has its words.
  func wantsWords(for reason: NoCardReason, in batch: borrowing Batch) -> Bool { true }

  mutating func note(
    _ problem: ReadingProblem, _ place: RecordPlace, into batch: inout Batch
  ) {
    batch.counts.problems += 1
    checker.note(problem, place, into: &batch.checked)
  }
}
