import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// The overview of one block.
struct OverviewPart: ~Copyable {
  /// The counts of cards.
  var tally = CardTally()
  /// The first cards, for a table.
  var rows: [CardRow] = []
  /// The end of each row in the batch's output, if there is a limit.
  var rowEnds: [Int] = []
  /// The members of sync responses.
  var responses = SyncEventBuffer()
  /// The cards for a page.
  var page = PagePart()
}

/// Counts the cards of a block, checks them, and lists them; each card is scanned once.
struct OverviewProcessor: CheckingProcessor, ~Copyable {
  /// How cards are listed.
  enum Listing: Sendable {
    /// The first ones, as rows of a table.
    case table(Int)
    /// As JSON objects; nil for all of them.
    case json(Int?)
    /// As rows of a table, and all of them as JSON objects for a page.
    case page(Int, loadsImages: Bool)
  }

  var batch = Batch()
  var checker: RecordChecker
  private var part: HeldContent<OverviewPart> { batch.content() }
  private let listing: Listing
  private let now: Int64
  private let today: Int
  private var writer: PageCardWriter?
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent {
    HeldContent(OverviewPart()) { $0 = OverviewPart() }
  }

  /// A processor that checks cards by `plan` at its time.
  init(_ plan: CheckPlan, _ listing: Listing) {
    checker = RecordChecker(plan)
    self.listing = listing
    now = plan.settings.now
    today = Days.number(of: now)
    if case .page(_, let loadsImages) = listing {
      writer = PageCardWriter(plan.classes, loadsImages: loadsImages)
    }
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    let context = checker.context(of: card)
    let facts = CountedCard(context, now: now)
    let part = part
    part.value.tally.add(context, facts, today: today)
    checker.check(context, at: offset, place)
    if place.arrayKey != nil { part.value.responses.count(isRemoved: card.flag(.removed)) }
    switch listing {
    case .table(let limit), .page(let limit, _):
      if part.value.rows.count < limit {
        part.value.rows.append(CardRow(card, facts, record: place.record))
      }
    case .json(let limit):
      if let limit, part.value.rowEnds.count >= limit { return }
      batch.output.append(",\n")
      batch.output.json { $0.addCard(card, facts, using: &scratch) }
      if limit != nil { part.value.rowEnds.append(batch.output.count) }
    }
    guard case .page = listing else { return }
    writer?.append(card, facts, to: &part.value.page.bytes)
    part.value.page.end(of: card, record: place.record, offset: offset)
    batch.counts.rows += 1
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.add(.reading(problem))
    checker.note(problem, place)
    _ = part.value.responses.add(problem)
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    checker.visitContainer(event, place)
    part.value.responses.add(event)
  }

  /// A page shows findings in full.
  mutating func wantsWords(for reason: NoCardReason) -> Bool {
    if case .page = listing { return true }
    return batch.problemCounts.hasRoom(for: reason.code.description)
  }
}

/// Adds up the contents of the inputs, block by block in their order.
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
  private(set) var rows: [CardRow] = []
  /// Whether the cards are those that a device holds, not all that were read.
  private(set) var isOfDevice = false
  /// The shortest unique prefixes of the first cards' ids.
  private(set) var shortIDs = ShortIDs()
  /// The findings of `validate`.
  private(set) var findings = ReportSummary(statistics: RuleStatistics())
  /// The sync responses.
  private(set) var responses: ResponseList
  /// The cards of a page; nil for other lists.
  let page: PageCards?

  /// An overview of cards that are checked by `plan`, whose findings `policy` judges.
  ///
  /// - Parameters:
  ///   - responses: an empty list.
  ///   - inputName: the name of the input with this number.
  init(
    _ plan: CheckPlan, _ policy: Policy, listing: OverviewProcessor.Listing,
    responses: ResponseList, page: PageCards? = nil, inputName: @escaping (Int) -> String
  ) {
    self.responses = responses
    self.page = page
    stream = FindingStream(plan, policy, name: inputName)
    self.listing = listing
    now = plan.settings.now
    registry = plan.classes.registry
  }

  /// The object that cards of a class become; nil for one that is not in the registry.
  func objectName(ofClass name: String) -> String? {
    registry.index(of: name).map { registry.classes[$0].object }
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<OverviewPart> = batch.content()
    switch origin {
    case .device: isOfDevice = true
    case .block(let task, let position):
      responses.add(&part.value.responses, of: task, at: position)
    }
    tally.add(part.value.tally)
    let firstRow = rows.count
    list(part.value.rows, rowEnds: part.value.rowEnds, of: &batch)
    let records = stream.begin(origin)
    var counts = findings
    var found: [LocatedFinding] = []
    stream.take(batch, of: origin) { finding in
      let severity = finding.finding.severity
      counts.add(severity)
      counts.statistics?.add(rule: finding.finding.rule, severity)
      let row = rows[firstRow...].firstIndex { $0.record + records == finding.finding.record }
      if let row { rows[row].worst = max(rows[row].worst ?? severity, severity) }
      if page != nil { found.append(finding) }
    }
    findings = counts
    page?.add(part.value.page, found, of: origin, after: records)
  }

  /// Lists the cards of a batch.
  private func list(_ cards: [CardRow], rowEnds ends: [Int], of batch: inout Batch) {
    switch listing {
    case .table(let limit), .page(let limit, _):
      let new = cards.prefix(limit - rows.count)
      rows += new
      // A local variable, because an access to a class's property for each id would cost more.
      var ids = ShortIDs()
      swap(&ids, &shortIDs)
      for row in new { ByteBuffer(row.id.utf8).read { ids.list($0) } }
      batch.checked.forEachID { ids.note($0) }
      swap(&ids, &shortIDs)
    case .json(let limit?):
      let kept = min(ends.count, limit - listed)
      if kept < ends.count { batch.output.truncate(to: kept == 0 ? 0 : ends[kept - 1]) }
      listed += kept
    case .json(nil): break
    }
  }
}

extension Overview: FeedObserver {
  var observesFailures: Bool { false }

  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed) { responses.add(merged) }

  func end(_ standing: [FeedDecision.Action]) {}

  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    responses.end()
  }
}
