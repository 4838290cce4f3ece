import CardJSON
import ContentCardKit

@testable import CardRules

/// Checks a whole input that is in memory.
///
///     var validator = Validator(CheckPlan())
///     for finding in validator.findings(in: bytes) { … }
///
/// The tool itself streams its inputs through several threads, with the same parts.
struct Validator: ~Copyable {
  private var reader: CardReader
  private var checker: RecordChecker
  private var feeds: FeedChecker

  /// A validator for `plan`.
  init(_ plan: CheckPlan) {
    var options = CardReader.Options()
    options.cards.typeKey = plan.typeKey
    options.maximumCardSize = plan.settings.maximumCardSize
    reader = CardReader(options)
    checker = RecordChecker(plan)
    feeds = FeedChecker(plan)
  }

  /// What is wrong with an input, in the order of its bytes.
  mutating func findings(in bytes: ByteView) -> [Finding] {
    checker.batch.removeAll()
    feeds.beginInput()
    let end = reader.read(Block(bytes), from: ReadingState(), visitor: &checker)
    var findings: [Finding] = []
    feeds.take(checker.batch, end) { findings.append($0) }
    return findings
  }
}
