import CardJSON
import CardRules
import ContentCards

/// Adds up what is in the inputs, block by block in their order.
final class Overview: BatchObserver {
  private let listing: OverviewProcessor.Listing
  private var stream: FindingStream
  private var listed = 0

  /// The time that ages count from, in epoch milliseconds.
  let now: Int64
  /// The classes that class types are looked up in.
  let registry: Registry
  /// The counts so far.
  private(set) var tally = CardTally()
  /// The first cards.
  private(set) var rows = CardRows()
  /// Whether the cards are those that a device holds, not all that were read.
  private(set) var isOfDevice = false
  /// What `validate` would find.
  private(set) var findings = ReportSummary()

  /// An overview of cards that are checked by `plan`, whose findings `policy` judges.
  init(_ plan: CheckPlan, _ policy: Policy, _ listing: OverviewProcessor.Listing) {
    stream = FindingStream(plan, policy) { _ in "" }
    self.listing = listing
    now = plan.settings.now
    registry = plan.classes.registry
    tally.prepare(now: now)
  }

  func see(_ task: BlockTask, at position: TextPosition) {
    stream.take(task, at: position) { findings.add($0.finding.severity) }
    take(&task.batch)
  }

  func see(_ batch: inout Batch, origin: (Int) -> CardOrigin) {
    isOfDevice = true
    stream.take(batch, origin: origin) { findings.add($0.finding.severity) }
    take(&batch)
  }

  private func take(_ batch: inout Batch) {
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
