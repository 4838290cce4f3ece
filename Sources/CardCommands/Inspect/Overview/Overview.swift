import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// The overview of one block.
struct OverviewPart: ~Copyable {
  /// The counts of cards.
  var tally = CardTally()
  /// The number of values that could not be read, by the rule that they break.
  ///
  /// They are only counted, so they need no findings.
  var unreadable = RuleStatistics()
  /// The first cards, for a table.
  var rows: [CardRow] = []
  /// The end of each card that is listed as JSON in the batch's output.
  var rowEnds: [Int] = []
  /// The members of sync responses.
  var responses = SyncEventBuffer()
  /// The cards for a page.
  var page = PagePart()
}

/// Counts the cards of a block, checks them, and lists them; each card is scanned once.
struct OverviewProcessor: CheckingProcessor, ~Copyable {
  /// How cards are listed.
  struct Listing {
    /// The number of cards to list.
    let limit: Int
    /// Whether the cards are JSON objects and not the rows of a table.
    var isJSON = false
    /// Whether the rows show the shortest unique prefixes of ids.
    var shortensIDs = false
    /// Whether a page loads images; nil without a page.
    var loadsImages: Bool?
    fileprivate var isPage: Bool { loadsImages != nil }
  }

  var batch = Batch()
  var checker: RecordChecker
  /// The overview of the block, which the batch gets at the end: access to it there takes longer.
  private var part = OverviewPart()
  private let checks: InputChecks
  private let listing: Listing
  private let now: Int64
  private let today: Int
  /// The writer for a page.
  private var writer: PageCardWriter?
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent { HeldContent(OverviewPart()) { $0 = OverviewPart() } }

  /// A processor that checks cards at the time of the checks.
  init(_ checks: InputChecks, _ listing: Listing) {
    checker = RecordChecker(checks.plan)
    self.checks = checks
    self.listing = listing
    now = checks.plan.settings.now
    today = Days.number(of: now)
    if let loadsImages = listing.loadsImages {
      writer = PageCardWriter(checks.plan.classes, loadsImages: loadsImages)
    }
  }

  mutating func begin(input: Int) { use(checks, forInput: input) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    let context = checker.context(of: card)
    let facts = CountedCard(context, now: now)
    part.tally.add(context, facts, today: today)
    checker.check(context, at: offset, place)
    if place.arrayKey != nil { part.responses.count(isRemoved: card.flag(.removed)) }
    if listing.isJSON, part.rowEnds.count < listing.limit {
      batch.output.append(",\n")
      batch.output.json { $0.addCard(card, facts, using: &scratch) }
      part.rowEnds.append(batch.output.count)
    } else if !listing.isJSON, part.rows.count < listing.limit {
      part.rows.append(CardRow(card, facts, record: place.record))
    }
    // Even an absent writer is moved by an access to it, which takes longer than the counts.
    guard listing.isPage, let json = writer?.json(card, facts) else { return }
    part.page.add(card, json: json, record: place.record, offset: offset)
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.add(problem)
    if listing.isPage {
      checker.note(problem, place)
    } else {
      part.unreadable.add(rule: problem.rule.id, problem.rule.severity)
    }
    _ = part.responses.add(problem)
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    checker.visitContainer(event, place)
    part.responses.add(event)
  }

  mutating func end() {
    endChecking()
    swap(&part, &(batch.content() as HeldContent<OverviewPart>).value)
  }

  /// A page shows findings in full.
  mutating func wantsWords(for reason: NoCardReason) -> Bool {
    listing.isPage || batch.problemCounts.hasRoom(for: reason.code.description)
  }
}

/// Adds up the contents of the inputs, block by block in their order.
final class Overview: RunObserver {
  private let listing: OverviewProcessor.Listing
  private var stream: FindingStream
  private let checks: InputChecks
  private var listed = 0

  /// The time that ages count from, in epoch milliseconds.
  var now: Int64 { checks.plan.settings.now }
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

  /// An overview of cards that are checked by `checks`.
  ///
  /// - Parameters:
  ///   - responses: an empty list.
  ///   - inputName: the name of the input with this number.
  init(
    _ checks: InputChecks, _ listing: OverviewProcessor.Listing, _ responses: ResponseList,
    page: PageCards? = nil, inputName: @escaping (Int) -> String
  ) {
    self.responses = responses
    self.page = page
    stream = checks.findings(name: inputName)
    (self.checks, self.listing) = (checks, listing)
  }

  /// The object that cards of a class become; nil for one that is not in the registry.
  func objectName(ofClass name: String) -> String? {
    let registry = checks.plan.classes.registry
    return registry.index(of: name).map { registry.classes[$0].object }
  }

  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed) { responses.add(merged) }

  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    responses.end()
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<OverviewPart> = batch.content()
    switch origin {
    case .device: isOfDevice = true
    case .block(let task, _): responses.add(&part.value.responses, of: task, at: origin)
    }
    tally.add(part.value.tally)
    let firstRow = rows.count
    list(part.value.rows, rowEnds: part.value.rowEnds, of: &batch)
    let records = stream.begin(origin)
    var counts = findings
    for row in part.value.unreadable.rows where !checks.plan.inactive.contains(row.rule) {
      guard let severity = stream.severity(of: row.rule, row.severity) else { continue }
      counts.add(rule: row.rule, severity, count: row.count)
    }
    var found: [LocatedFinding] = []
    stream.take(batch, of: origin) { finding in
      let severity = finding.finding.severity
      counts.add(rule: finding.finding.rule, severity)
      let row = rows[firstRow...].firstIndex { $0.record + records == finding.finding.record }
      if let row { rows[row].worst = max(rows[row].worst ?? severity, severity) }
      if page != nil { found.append(finding) }
    }
    findings = counts
    page?.add(part.value.page, found, of: origin, after: records)
  }

  /// Lists the cards of a batch.
  private func list(_ cards: [CardRow], rowEnds ends: [Int], of batch: inout Batch) {
    if listing.isJSON {
      let kept = min(ends.count, listing.limit - listed)
      if kept < ends.count { batch.output.truncate(to: kept == 0 ? 0 : ends[kept - 1]) }
      return listed += kept
    }
    let new = cards.prefix(listing.limit - rows.count)
    rows += new
    if listing.shortensIDs { shortIDs.add(Array(new), batch.checked) }
  }
}

extension ShortIDs {
  /// Adds the ids of rows of the table, and of other cards.
  fileprivate mutating func add(_ rows: [CardRow], _ cards: borrowing CheckedBatch) {
    for row in rows { ByteBuffer(row.id.utf8).read { list($0) } }
    cards.forEachID { note($0) }
  }
}
