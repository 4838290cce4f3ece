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
    begin(input: task.input)
    take(&task.batch, task.end)
  }

  func see(_ batch: inout Batch, origin: (Int) -> CardOrigin) {
    begin(input: Overview.deviceInput)
    take(&batch, .nothing)
  }

  /// Stands for the feed of a device, whose cards are compared with each other alone.
  private static let deviceInput = Int.max

  /// Whether the cards are those that a device holds, not all that were read.
  var isOfDevice: Bool { input == Overview.deviceInput }

  private func begin(input: Int) {
    guard input != self.input else { return }
    self.input = input
    feeds.beginInput()
  }

  private func take(_ batch: inout Batch, _ end: BlockEnd) {
    feeds.take(batch.checked, end) { finding in
      guard let severity = policy.severity(of: finding.rule, finding.severity) else { return }
      findings.add(severity)
    }
    tally.add(batch.inspected.tally, now: now)
    switch listing {
    case .table(let limit): rows.append(batch.inspected.rows, limit: limit)
    case .json(let limit?):
      let ends = batch.inspected.rowEnds
      let kept = min(ends.count, limit - listed)
      if kept < ends.count { batch.output.truncate(to: kept == 0 ? 0 : ends[kept - 1]) }
      listed += kept
    case .json(nil): break
    }
  }
}
