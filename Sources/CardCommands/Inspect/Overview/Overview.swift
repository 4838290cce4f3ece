import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// The data that one block contributes to the overview.
struct OverviewPart: ~Copyable {
  /// The counts of cards.
  var tally = CardTally()
  /// The number of unreadable values by rule; they are only counted, so no findings are created.
  var unreadable = RuleStatistics()
  /// The first cards, for a table.
  var rows: [CardRow] = []
  /// The end offset of each card that is listed as JSON in the batch's output.
  var rowEnds: [Int] = []
  /// The members of sync responses.
  var responses = SyncEventBuffer()
  /// The cards for a page.
  var page = PagePart()
}

/// Counts, checks and lists the cards of a block in one scan.
struct OverviewProcessor: CheckingProcessor, ~Copyable {
  /// The way cards are listed.
  struct Listing {
    /// The number of cards to list.
    let limit: Int
    /// Whether the cards are listed as JSON objects instead of table rows.
    var isJSON = false
    /// Whether table rows show the shortest unique prefixes of ids.
    var shortensIDs = false
    /// Whether the cards are sorted; otherwise they have the order of the input.
    var sorts = false
    /// Whether the cards are on a page.
    var isPage = false
  }

  var batch = Batch()
  var checker: RecordChecker
  /// The part of the block, moved to the batch at the end because access through the batch is
  /// slower.
  private var part = OverviewPart()
  private let checks: InputChecks
  private let listing: Listing
  private var matcher: CardMatcher
  private let now: Int64
  private let zone: Zone
  private let today: Int
  /// The writer of the page's cards; nil if there is no page.
  private var writer: PageCardWriter?
  private let cardWriter = ShapeWriter(.card)
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent { HeldContent(OverviewPart()) { $0 = OverviewPart() } }

  /// Creates a processor whose current time is that of `checks`.
  init(
    _ checks: InputChecks, _ listing: Listing, selecting selection: CardSelection,
    in stream: StreamOptions
  ) {
    checker = RecordChecker(checks.plan)
    self.checks = checks
    self.listing = listing
    now = checks.plan.settings.now
    zone = stream.zone
    today = Days.number(of: now &+ zone.offset(at: now))
    matcher = CardMatcher(selection, now: now, in: zone)
    if listing.isPage { writer = PageCardWriter(checks.plan.classes, in: zone) }
  }

  mutating func begin(input: Int) { use(checks, forInput: input) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    if place.arrayKey != nil { part.responses.count(isRemoved: card.flag(.removed)) }
    guard matcher.matches(card) else { return }
    let context = checker.context(of: card)
    let facts = CountedCard(context, now: now)
    part.tally.add(context, facts, today: today, in: zone)
    checker.check(context, at: offset, place)
    list(card, facts, at: place)
    // Check this first: an access to `writer` moves it even if it is nil, which is slower than
    // counting.
    guard listing.isPage, let json = writer?.json(card, facts) else { return }
    part.page.add(json: json, record: place.record, offset: offset)
  }

  /// Adds the card to the list, with its sort keys if the list is sorted.
  private mutating func list(_ card: Card, _ facts: CountedCard, at place: RecordPlace) {
    if listing.isJSON, listing.sorts || part.rowEnds.count < listing.limit {
      cardWriter.append(card, using: &scratch, to: &batch.output)
      batch.output.append(UInt8(ascii: "\n"))
      part.rowEnds.append(batch.output.count)
    } else if !listing.isJSON, listing.sorts || part.rows.count < listing.limit {
      part.rows.append(CardRow(card, facts, record: place.record))
    }
    if listing.sorts || listing.isPage { batch.endRow(of: card) }
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.add(problem)
    if listing.isPage {
      checker.note(problem, place)
    } else {
      part.unreadable.add(rule: problem.rule, problem.rule.severity)
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

  /// Always true for a page, which shows findings in full.
  mutating func wantsWords(for reason: NoCardReason) -> Bool {
    listing.isPage || batch.problemCounts.hasRoom(for: reason.code.description)
  }
}

/// Adds up the parts of the blocks in order.
final class Overview: RunObserver {
  private let listing: OverviewProcessor.Listing
  private var stream: FindingStream
  private let checks: InputChecks
  private var listed = 0

  /// The time that ages are relative to, in epoch milliseconds.
  var now: Int64 { checks.plan.settings.now }
  /// The counts so far.
  private(set) var tally: CardTally
  /// The most frequent class types, at the end.
  private(set) var classTypes = NameRanking()
  /// Whether the cards are selected from those that were read.
  let selects: Bool
  /// The zone of days and times.
  let zone: Zone
  private let console: Console
  /// The table rows of the first cards.
  private(set) var rows: [CardRow] = []
  /// The sort keys of the rows, if they are sorted.
  private var keys = SortKeys()
  /// Whether the cards are those that a device has cached, instead of all that were read.
  private(set) var isDeviceFeed = false
  /// The shortest unique prefixes of the first cards' ids.
  private(set) var shortIDs = ShortIDs()
  /// The counts of the findings that `validate` would report.
  private(set) var findings = ReportSummary(statistics: RuleStatistics())
  /// The sync responses.
  private(set) var responses: ResponseList
  /// The cards of the page; nil if there is no page.
  let page: PageCards?

  /// Creates an empty overview.
  init(
    _ checks: InputChecks, _ listing: OverviewProcessor.Listing, responses: ResponseList,
    page: PageCards? = nil, selects: Bool, in zone: Zone, on console: Console,
    inputName: @escaping (Int) -> String
  ) {
    (self.selects, self.zone, self.console) = (selects, zone, console)
    tally = CardTally(sumWith: console)
    self.responses = responses
    self.page = page
    stream = checks.findings(name: inputName)
    (self.checks, self.listing) = (checks, listing)
  }

  /// Returns the name of the object for a class type; nil if it is not in the registry.
  func objectName(ofClass name: String) -> String? {
    let registry = checks.plan.classes.registry
    return registry.index(of: name).map { registry.classes[$0].object }
  }

  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed) { responses.add(merged) }

  /// Ends a response that was cut off, and ranks what is listed.
  func end() throws(SystemFailure) {
    responses.end()
    if listing.sorts, !listing.isJSON { sortRows() }
    classTypes = try tally.classTypes(limit: Overview.listedClasses, console)
  }

  /// The maximum number of class types to list.
  private static let listedClasses = 1000

  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    let part: HeldContent<OverviewPart> = batch.content()
    switch origin {
    case .device: isDeviceFeed = true
    case .block(let task, _): responses.add(&part.value.responses, of: task, at: origin)
    }
    try tally.add(part.value.tally)
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
      let record = (finding.finding.record ?? 0) - records
      let row = (firstRow..<rows.count).partitionPoint { rows[$0].record < record }
      if row < rows.count, rows[row].record == record {
        rows[row].worst = max(rows[row].worst ?? severity, severity)
      }
      if page != nil { found.append(finding) }
    }
    findings = counts
    page?.add(part.value.page, batch, findings: found, of: origin, after: records)
    if listing.sorts, (rows.count - Overview.spareRows) / 2 > listing.limit { sortRows() }
  }

  /// The number of unneeded rows that triggers sorting.
  private static let spareRows = 512

  /// Sorts the rows, and drops those that are not needed.
  private func sortRows() { rows = keys.keepFirst(listing.limit).map { rows[$0] } }

  /// Adds the listed cards of a batch until the limit is reached.
  private func list(_ cards: [CardRow], rowEnds ends: [Int], of batch: inout Batch) {
    if listing.sorts {
      if listing.isJSON { return }
      for number in cards.indices { keys.append(batch.sorting.values(at: number)) }
      rows += cards
      return
    }
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
  /// Adds the ids of table rows, and takes into account those of all cards.
  fileprivate mutating func add(_ rows: [CardRow], _ cards: borrowing CheckedBatch) {
    for row in rows { ByteBuffer(row.id.utf8).read { list($0) } }
    sort()
    cards.forEachID { note($0) }
  }
}
