@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// Checks a whole input that is in memory.
///
///     var validator = Validator(CheckPlan())
///     for finding in validator.findings(in: bytes) { … }
///
/// The tool itself streams its inputs through several threads, with the same parts.
package struct Validator: ~Copyable {
  private var reader: CardReader
  private var visitor: ValidationVisitor
  private var feeds: FeedChecker

  /// A validator for `plan`.
  package init(_ plan: CheckPlan) {
    var options = CardReader.Options()
    options.cards.typeKey = plan.typeKey
    options.maximumCardSize = plan.settings.maximumCardSize
    reader = CardReader(options)
    visitor = ValidationVisitor(checker: RecordChecker(plan))
    feeds = FeedChecker(plan)
  }

  /// What is wrong with an input, in the order of its bytes.
  package mutating func findings(in bytes: ByteView) -> [Finding] {
    visitor.batch.removeAll()
    feeds.beginInput()
    let end = reader.read(Block(bytes), from: ReadingState(), visitor: &visitor)
    var findings: [Finding] = []
    feeds.take(visitor.batch, end) { findings.append($0) }
    return findings
  }
}

/// Hands what is read to a checker.
private struct ValidationVisitor: CardVisitor, ~Copyable {
  var checker: RecordChecker
  var batch = CheckedBatch()

  init(checker: consuming RecordChecker) { self.checker = checker }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) -> Bool {
    checker.check(card, at: offset, place, into: &batch)
    return true
  }

  mutating func visitOther(_ document: JSONDocument, at offset: Int, _ place: RecordPlace)
    -> Bool
  {
    checker.checkOther(document, at: offset, place, into: &batch)
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) -> Bool {
    checker.note(problem, place, into: &batch)
    return true
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    checker.visitContainer(event, place, into: &batch)
  }
}
