import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// The data that one block contributes to the overview.
struct OverviewPart: BlockContent, ~Copyable {
  /// The counts of cards.
  var tally = CardTally()
  /// The first cards, or all if they are sorted.
  var cards: [ListedCard] = []
  /// The end offset of each card that is listed as JSON in the batch's output.
  var rowEnds: [Int] = []
  /// The members of sync responses.
  var responses = SyncEventBuffer()
}

/// Counts, checks and lists the cards of a block in one scan.
struct OverviewProcessor: CheckingProcessor, ~Copyable {
  /// The way cards are listed.
  struct Listing {
    /// The number of cards to list.
    let limit: Int
    let format: InspectFormat
    /// Whether a table shows the shortest unique prefixes of ids.
    var shortensIDs = false
    /// Whether the cards are sorted; otherwise they have the order of the input.
    let sorts: Bool
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
    if listing.format == .html { writer = PageCardWriter(checks.plan.classes, in: zone) }
  }

  mutating func begin(input: Int) { use(checks, forInput: input) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    if place.arrayKey != nil { part.responses.count(isRemoved: card.flag(.removed)) }
    guard matcher.matches(card) else { return }
    let context = checker.context(of: card)
    let facts = CountedCard(context, now: now)
    part.tally.add(context, facts, today: today, in: zone)
    checker.check(context, at: offset, place)
    list(card, facts, at: offset, in: place)
  }

  /// Adds the card to the list, with its sort keys if the list is sorted.
  private mutating func list(
    _ card: Card, _ facts: CountedCard, at offset: Int, in place: RecordPlace
  ) {
    if listing.format == .json {
      guard listing.sorts || part.rowEnds.count < listing.limit else { return }
      cardWriter.append(card, using: &scratch, to: &batch.output)
      batch.output.append(UInt8(ascii: "\n"))
      part.rowEnds.append(batch.output.count)
    } else {
      guard listing.sorts || part.cards.count < listing.limit else { return }
      let json = listing.format == .html ? writer?.json(card, facts) : nil
      part.cards.append(
        ListedCard(card, facts, record: place.record, offset: offset, json: json ?? []))
    }
    if listing.sorts { batch.endRow(of: card) }
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.add(problem)
    checker.note(problem, place)
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
    listing.format == .html || batch.problemCounts.hasRoom(for: reason.code.description)
  }
}

/// Adds up the parts of the blocks in order.
final class Overview: RunObserver {
  private let listing: OverviewProcessor.Listing
  /// The number of cards in the table.
  var tableLimit: Int { listing.format == .html ? InspectRun.listedCards : listing.limit }
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
  private let inputName: (Int) -> String
  /// The listed cards.
  private(set) var cards: [ListedCard] = []
  /// The sort keys of the cards, if they are sorted.
  private var keys = SortKeys()
  /// The first findings of a page that are not about a listed card.
  private(set) var otherFindings: [LocatedFinding] = []
  /// Whether the cards are those that a device has cached, instead of all that were read.
  private(set) var isDeviceFeed = false
  /// The shortest unique prefixes of the first cards' ids.
  private(set) var shortIDs = ShortIDs()
  /// The counts of the findings that `validate` would report.
  private(set) var findings = ReportSummary(statistics: RuleStatistics())
  /// The sync responses.
  private(set) var responses: ResponseList
  /// Creates an empty overview of the inputs of a run.
  init(
    _ run: InspectRun, of inputs: InputFiles, checks: InputChecks,
    listing: OverviewProcessor.Listing
  ) {
    let session = run.session
    (selects, zone, console) = (!run.selection.isEmpty, session.zone, session.console)
    (self.checks, self.listing, inputName) = (checks, listing, inputs.name)
    tally = CardTally(sumWith: console)
    let listed = listing.format == .json ? Overview.listedResponses : InspectRun.listedCards
    responses = ResponseList(
      limit: session.inspect.limit ?? listed, user: session.device.user, in: zone,
      inputName: run.path(inputs))
    stream = checks.findings(name: inputName)
  }

  /// The number of sync responses to list as JSON by default, so that memory stays bounded.
  private static let listedResponses = 1000

  /// Returns the name of the object for a class type; nil if it is not in the registry.
  func objectName(ofClass name: String) -> String? {
    let registry = checks.plan.classes.registry
    return registry.index(of: name).map { registry.classes[$0].object }
  }

  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed) { responses.add(merged) }

  /// Ends a response that was cut off, and ranks what is listed.
  func end() throws(SystemFailure) {
    responses.end()
    if listing.sorts, listing.format != .json { sortCards() }
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
    let first = cards.count
    list(part.value.cards, rowEnds: part.value.rowEnds, of: &batch, at: origin)
    let records = stream.begin(origin)
    var counts = findings
    stream.take(batch, of: origin) { finding in
      let severity = finding.finding.severity
      counts.add(rule: finding.finding.rule, severity)
      let record = (finding.finding.record ?? 0) - records
      let index = (first..<cards.count).partitionPoint { cards[$0].record < record }
      let isListed = index < cards.count && cards[index].record == record
      if isListed { cards[index].worst = max(cards[index].worst ?? severity, severity) }
      guard listing.format == .html else { return }
      if isListed {
        cards[index].findings.append(finding)
      } else if otherFindings.count < Overview.findingLimit {
        otherFindings.append(finding)
      }
    }
    findings = counts
    if listing.sorts, (cards.count - Overview.spareCards) / 2 > listing.limit { sortCards() }
  }

  /// The maximum number of findings that are not about a listed card.
  private static let findingLimit = 100
  /// The number of unneeded cards that triggers sorting.
  private static let spareCards = 512

  /// Sorts the cards, and drops those that are not needed.
  private func sortCards() { cards = keys.keepFirst(listing.limit).map { cards[$0] } }

  /// Adds the listed cards of a batch until the limit is reached.
  private func list(
    _ new: [ListedCard], rowEnds ends: [Int], of batch: inout Batch, at origin: BatchOrigin
  ) {
    if listing.format == .json {
      if listing.sorts { return }
      let kept = min(ends.count, listing.limit - listed)
      if kept < ends.count { batch.output.truncate(to: kept == 0 ? 0 : ends[kept - 1]) }
      listed += kept
      return
    }
    let new = listing.sorts ? new[...] : new.prefix(listing.limit - cards.count)
    let places = listing.format == .html ? origin.places : nil
    for (number, var card) in new.enumerated() {
      if listing.sorts { keys.append(batch.sorting.values(at: number)) }
      card.location = places.map { CardLocation($0(card.offset), inputName) }
      cards.append(card)
    }
    if listing.shortensIDs { shortIDs.add(new, batch.checked) }
  }
}

extension ShortIDs {
  /// Adds the ids of listed cards, and takes into account those of all cards.
  fileprivate mutating func add(_ listed: ArraySlice<ListedCard>, _ cards: borrowing CheckedBatch) {
    for card in listed { ByteBuffer(card.id.utf8).read { list($0) } }
    sort()
    cards.forEachID { note($0) }
  }
}
