import CardJSON
import ContentCardKit

@testable import CardRules

/// Checks a whole input that is in memory.
///
///     var validator = Validator(CheckPlan())
///     for finding in validator.findings(in: bytes) { … }
///
/// The tool itself streams its inputs through several threads, with the same types.
struct Validator: ~Copyable {
  private var reader: CardReader<RecordChecker>
  private var feeds: FeedChecker

  /// A validator for `plan`.
  init(_ plan: CheckPlan) {
    var options = ReadingOptions()
    options.cards.typeKey = plan.typeKey
    options.maximumCardSize = plan.settings.maximumCardSize
    reader = CardReader(options, RecordChecker(plan))
    feeds = FeedChecker(plan)
  }

  /// The findings of an input, in the order of its bytes.
  mutating func findings(in bytes: ByteView) -> [Finding] {
    reader.visitor.batch.removeAll()
    feeds.beginInput()
    let end = reader.read(Block(bytes))
    var findings: [Finding] = []
    feeds.take(reader.visitor.batch, end) { findings.append($0) }
    return findings
  }
}
