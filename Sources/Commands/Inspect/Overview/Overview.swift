import CardJSON
import CardRules
import ContentCards

/// Adds up what is in the inputs, block by block in their order.
final class Overview: BatchObserver {
  private let listing: OverviewProcessor.Listing
  private let policy: Policy
  private var feeds: FeedChecker
  private var input = -1
  private var listed = 0

  /// The time that ages count from, in epoch milliseconds.
  let now: Int64
  /// The classes that class types are looked up in.
  let registry: Registry
  /// The counts so far.
  private(set) var tally = CardTally()
  /// The first cards.
  private(set) var rows = CardRows()
  /// What `validate` would find.
  private(set) var findings = ReportSummary()

  /// An overview of cards that are checked by `plan`, whose findings `policy` judges.
  init(_ plan: CheckPlan, _ policy: Policy, _ listing: OverviewProcessor.Listing) {
    feeds = FeedChecker(plan)
    self.policy = policy
    self.listing = listing
    now = plan.settings.now
    registry = plan.classes.registry
    tally.prepare(now: now)
  }

  func see(_ task: BlockTask, at position: TextPosition) {
    if task.input != input {
      input = task.input
      feeds.beginInput()
    }
    feeds.take(task.batch.checked, task.end) { finding in
      guard let severity = policy.severity(of: finding.rule, finding.severity) else { return }
      findings.add(severity)
    }
    tally.add(task.batch.inspected.tally, now: now)
    switch listing {
    case .table(let limit): rows.append(task.batch.inspected.rows, limit: limit)
    case .json(let limit?):
      let ends = task.batch.inspected.rowEnds
      let kept = min(ends.count, limit - listed)
      if kept < ends.count { task.batch.output.truncate(to: kept == 0 ? 0 : ends[kept - 1]) }
      listed += kept
    case .json(nil): break
    }
  }
}
