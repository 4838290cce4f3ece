@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards

/// Checks the records of a block; each worker has its own.
struct ValidateProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
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

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    checker.visit(card, at: offset, place)
  }

  mutating func visitOther(_ document: JSONDocument, at offset: Int, _ place: RecordPlace)
    -> Bool
  {
    checker.visitOther(document, at: offset, place)
  }

  /// Every finding has its words.
  func wantsWords(for reason: NoCardReason) -> Bool { true }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.stopAtProblem()
    checker.note(problem, place)
  }
}
