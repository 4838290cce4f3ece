import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// The cards of a block for the page, and what the overview has of it.
struct PagePart: ~Copyable {
  var overview = OverviewPart()
  /// The cards as JSON objects.
  fileprivate var bytes = ByteBuffer()
  /// The end of each card in the bytes, its number in the block, and where it begins in the input.
  fileprivate var rows: [(end: Int, record: Int, offset: Int)] = []
  /// The order of the feed.
  fileprivate var keys = PagePart.makeKeys()

  /// Keys in the order of the feed, which does not depend on the time.
  fileprivate static func makeKeys() -> SortKeys { SortKeys(SortKey.feed, now: 0) }

  fileprivate mutating func removeAll() {
    overview.removeAll()
    guard !rows.isEmpty else { return }
    bytes.removeAll()
    bytes.shrink(to: PagePart.keptCapacity)
    rows.removeAll(keepingCapacity: true)
    keys = PagePart.makeKeys()
  }

  /// The number of bytes to keep for the next block.
  private static let keptCapacity = 1 << 20
}

/// Checks, counts and writes the cards of a block; each is scanned once.
struct PageProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  private var part: HeldContent<PagePart> { batch.content() }
  var checker: RecordChecker
  private let now: Int64
  private let listed: Int
  private var writer: PageCardWriter

  static func makeContent() -> BatchContent { HeldContent(PagePart()) { $0.removeAll() } }

  /// A processor that checks by `plan`, and lists the first `listed` cards in the overview.
  init(_ plan: CheckPlan, listed: Int, loadsImages: Bool) {
    checker = RecordChecker(plan)
    now = plan.settings.now
    self.listed = listed
    writer = PageCardWriter(plan.classes, loadsImages: loadsImages)
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    let part = part
    let context = checker.context(of: card)
    let facts = CountedCard(context, now: now)
    part.value.overview.tally.add(context, facts, now: now)
    if part.value.overview.rows.rows.count < listed {
      part.value.overview.rows.append(card, facts, record: place.record)
    }
    checker.check(context, at: offset, place)
    if place.arrayKey != nil {
      part.value.overview.responses.count(isRemoved: card.flag(.removed))
    }
    writer.append(card, facts, to: &part.value.bytes)
    part.value.rows.append((part.value.bytes.count, place.record, offset))
    part.value.keys.append(card)
    batch.counts.rows += 1
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.add(.reading(problem))
    checker.note(problem, place)
    _ = part.value.overview.responses.add(problem)
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    checker.visitContainer(event, place)
    part.value.overview.responses.add(event)
  }

  /// The page shows findings in full.
  func wantsWords(for reason: NoCardReason) -> Bool { true }
}

/// Keeps the first cards of the feed, with their findings, and counts all of them.
///
/// Not many more than `limit` cards are kept in memory.
final class PageCards: BatchObserver {
  /// A card that may be shown.
  struct Kept {
    /// The range of its JSON.
    var bytes: Range<Int>
    let path: String
    let position: TextPosition
    let findings: [LocatedFinding]
  }

  /// The counts of all cards.
  let overview: Overview
  private let limit: Int
  private let name: (Int) -> String
  private var stream: FindingStream
  private var keys = PagePart.makeKeys()
  private var bytesAtPruning = 0

  /// The JSON of the kept cards.
  private(set) var bytes = ByteBuffer()
  /// The kept cards, in order once `finish` was called.
  private(set) var cards: [Kept] = []
  /// Findings that are not about a card; only the first of them.
  private(set) var findings: [LocatedFinding] = []
  /// The number of findings of each severity, those of omitted cards included.
  private(set) var findingCounts = ReportSummary()

  private static let findingLimit = 100

  /// No cards yet.
  ///
  /// - Parameters:
  ///   - overview: an empty overview.
  ///   - limit: the number of cards to keep.
  ///   - name: the name of an input, by its number.
  init(
    _ overview: Overview, _ plan: CheckPlan, _ policy: Policy, limit: Int,
    name: @escaping (Int) -> String
  ) {
    self.overview = overview
    stream = FindingStream(plan, policy, name: name)
    self.limit = limit
    self.name = name
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<PagePart> = batch.content()
    overview.observe(&part.value.overview, &batch, of: origin)
    let first = stream.begin(origin)
    var found: [LocatedFinding] = []
    stream.take(batch, of: origin) { found.append($0) }
    switch origin {
    case .block(let task, let position):
      let path = name(task.input)
      var locator = Locator(task, position)
      keep(part, from: first, found) { (path, locator.position(of: $0.offset)) }
    case .device(let origin):
      keep(part, from: first, found) { row in
        let card = origin(row.record - 1)
        return (name(card.input), card.position)
      }
    }
  }

  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    try overview.end(write)
  }

  /// Sorts the cards and drops those beyond the limit.
  func finish() { prune() }

  /// Keeps the cards of a batch, whose records count from `first`, with their findings.
  private func keep(
    _ part: HeldContent<PagePart>, from first: Int, _ found: [LocatedFinding],
    place: ((end: Int, record: Int, offset: Int)) -> (path: String, position: TextPosition)
  ) {
    for finding in found { findingCounts.add(finding.finding.severity) }
    var ofRecords = Dictionary(grouping: found) { $0.finding.record ?? 0 }
    var start = 0
    for row in part.value.rows {
      let begin = bytes.count
      bytes.append(part.value.bytes.view.slice(start..<row.end))
      start = row.end
      let (path, position) = place(row)
      cards.append(
        Kept(
          bytes: begin..<bytes.count, path: path, position: position,
          findings: ofRecords.removeValue(forKey: row.record + first) ?? []))
    }
    for finding in found where ofRecords[finding.finding.record ?? 0] != nil {
      if findings.count < PageCards.findingLimit { findings.append(finding) }
    }
    keys.append(contentsOf: part.value.keys)
    let isMuch = bytes.count > 2 * bytesAtPruning + PageCards.spareBytes
    let isMany = cards.count - limit > max(limit, PageCards.spareCards)
    if cards.count > limit, isMuch || isMany { prune() }
  }

  /// The number of bytes and cards to keep beyond the limit.
  private static let spareBytes = 16 << 20
  private static let spareCards = 1000

  private func prune() {
    var keptBytes = ByteBuffer()
    var keptCards: [Kept] = []
    for number in keys.keepFirst(limit) {
      var card = cards[number]
      let first = keptBytes.count
      keptBytes.append(bytes.view.slice(card.bytes))
      card.bytes = first..<keptBytes.count
      keptCards.append(card)
    }
    swap(&bytes, &keptBytes)
    cards = keptCards
    bytesAtPruning = bytes.count
  }
}
