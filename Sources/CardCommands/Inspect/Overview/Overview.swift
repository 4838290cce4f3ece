import CardProcessing
import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// Adds up what is in the inputs, block by block in their order.
final class Overview: BatchObserver {
  private let listing: OverviewProcessor.Listing
  private var stream: FindingStream
  private var listed = 0

  /// The time that ages count from, in epoch milliseconds.
  let now: Int64
  /// The classes that class types are looked up in.
  private let registry: Registry
  /// The counts so far.
  private(set) var tally = CardTally()
  /// The first cards.
  private(set) var rows = CardRows()
  /// Whether the cards are those that a device holds, not all that were read.
  private(set) var isOfDevice = false
  /// The shortest unique prefixes of the first cards' ids.
  private(set) var shortIDs = ShortIDs()
  /// The findings of `validate`.
  private(set) var findings = ReportSummary(statistics: RuleStatistics())
  /// The sync responses.
  private(set) var responses: ResponseList

  /// An overview of cards that are checked by `plan`, whose findings `policy` judges.
  ///
  /// - Parameter responses: an empty list.
  init(
    _ plan: CheckPlan, _ policy: Policy, _ listing: OverviewProcessor.Listing,
    responses: ResponseList
  ) {
    self.responses = responses
    stream = FindingStream(plan, policy) { _ in "" }
    self.listing = listing
    now = plan.settings.now
    registry = plan.classes.registry
    tally.prepare(now: now)
  }

  /// The object that cards of a class become; nil for one that is not in the registry.
  func objectName(ofClass name: String) -> String? {
    registry.index(of: name).map { registry.classes[$0].object }
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<OverviewPart> = batch.content()
    observe(&part.value, &batch, of: origin)
  }

  /// Adds the counts of a batch, which the batch may have in another content.
  func observe(_ part: inout OverviewPart, _ batch: inout Batch, of origin: BatchOrigin) {
    switch origin {
    case .device: isOfDevice = true
    case .block(let task, let position):
      responses.add(&part.responses, of: task, at: position)
    }
    let listed = list(part, &batch)
    let records = stream.begin(origin)
    var counts = findings
    stream.take(batch, of: origin) { note($0, &counts, listed, records) }
    findings = counts
  }

  /// Counts a finding, and marks the row of its card when that is one of those just listed.
  private func note(
    _ finding: LocatedFinding, _ counts: inout ReportSummary, _ listed: Range<Int>, _ records: Int
  ) {
    let severity = finding.finding.severity
    counts.add(severity)
    counts.statistics?.add(rule: finding.finding.rule, severity)
    guard !listed.isEmpty, let record = finding.finding.record else { return }
    rows.note(severity, inRecord: record - records, from: listed.lowerBound)
  }

  /// Adds what the batch counted and lists its cards.
  ///
  /// - Returns: which rows it gave.
  private func list(_ part: borrowing OverviewPart, _ batch: inout Batch) -> Range<Int> {
    let first = rows.rows.count
    tally.add(part.tally, now: now)
    switch listing {
    case .table(let limit):
      rows.append(part.rows, limit: limit)
      for row in rows.rows[first...] { shortIDs.list(rows.id(of: row)) }
      // Their own for the time: an access to a class's property for each id would cost more.
      var ids = ShortIDs()
      swap(&ids, &shortIDs)
      batch.checked.forEachID { ids.note($0) }
      swap(&ids, &shortIDs)
    case .json(let limit?):
      let ends = part.rowEnds
      let kept = min(ends.count, limit - listed)
      if kept < ends.count { batch.output.truncate(to: kept == 0 ? 0 : ends[kept - 1]) }
      listed += kept
    case .json(nil): break
    }
    return first..<rows.rows.count
  }
}

extension Overview: FeedObserver {
  var observesFailures: Bool { false }

  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed) { responses.add(merged) }

  func end(_ standing: [FeedDecision.Action], inputName: (Int) -> String) {}

  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    responses.end()
  }
}
