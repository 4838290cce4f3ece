import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// Looks at checked blocks in order and keeps the cards that a page shows.
///
/// However many cards there are, not many more than `limit` of them are held.
final class PreviewCards: BatchObserver {
  /// A card that may be shown.
  struct KeptCard {
    /// Where its bytes are among those that are kept.
    var bytes: Range<Int>
    let path: String
    /// Its number in the input, from 1.
    let record: Int
    let findings: [LocatedFinding]
  }

  private let limit: Int
  private let name: (Int) -> String
  private var stream: FindingStream
  private var keys = PreviewRows.makeKeys()
  /// How many bytes were kept when cards were last dropped.
  private var bytesAtPruning = 0

  /// The bytes of the cards that are kept.
  private(set) var bytes = ByteBuffer()
  /// The cards that are kept; in order once `finish` was called.
  private(set) var cards: [KeptCard] = []
  /// What was found that is not about one card; of much of it only the beginning.
  private(set) var findings: [LocatedFinding] = []
  /// How many findings there are of each severity, those about cards that were dropped included.
  private(set) var findingCounts = ReportSummary()

  /// The most findings about the input itself that are kept.
  private static let findingLimit = 100

  /// Nothing yet; later `limit` cards.
  ///
  /// - Parameter name: what an input is called, by its number.
  init(_ plan: CheckPlan, _ policy: Policy, limit: Int, name: @escaping (Int) -> String) {
    self.limit = limit
    self.name = name
    stream = FindingStream(plan, policy, name: name)
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let first = stream.begin(origin)
    var found: [LocatedFinding] = []
    stream.take(batch, of: origin) { found.append($0) }
    switch origin {
    case .block(let task, _):
      let path = name(task.input)
      keep(batch.content(), from: first, found) { _ in path }
    case .device(let origin):
      keep(batch.content(), from: first, found) { name(origin($0 - 1).input) }
    }
  }

  /// Sorts the cards and drops those beyond the limit.
  func finish() { prune() }

  /// Keeps the cards of a batch, whose records count from `first`, with what was found in them.
  private func keep(
    _ part: HeldContent<PreviewRows>, from first: Int, _ found: [LocatedFinding],
    path: (Int) -> String
  ) {
    for finding in found { findingCounts.add(finding.finding.severity) }
    var ofRecords = Dictionary(grouping: found) { $0.finding.record ?? 0 }
    var start = 0
    for row in part.value.rows {
      let begin = bytes.count
      bytes.append(part.value.bytes.view.slice(start..<row.end))
      start = row.end
      let number = row.record + first
      cards.append(
        KeptCard(
          bytes: begin..<bytes.count, path: path(number), record: number,
          findings: ofRecords.removeValue(forKey: number) ?? []))
    }
    // Those that are about no card, in the order of the input.
    for finding in found where ofRecords[finding.finding.record ?? 0] != nil {
      if findings.count < PreviewCards.findingLimit { findings.append(finding) }
    }
    keys.append(contentsOf: part.value.keys)
    let isMuch = bytes.count > 2 * bytesAtPruning + PreviewCards.slack
    let isMany = cards.count - limit > max(limit, PreviewCards.spareCards)
    if cards.count > limit, isMuch || isMany { prune() }
  }

  /// How many bytes and cards may be held beyond those that are wanted.
  private static let slack = 16 << 20
  private static let spareCards = 1000

  private func prune() {
    var keptBytes = ByteBuffer()
    var keptCards: [KeptCard] = []
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

/// The cards of a batch as a page needs them: their bytes, and what tells their order.
///
/// Cards are drawn when all are read, because only then it is known which are among the first.
struct PreviewRows: ~Copyable {
  /// The cards, one after the other.
  private(set) var bytes = ByteBuffer()
  /// Where each card ends, and its number in the block, from 1.
  private(set) var rows: [(end: Int, record: Int)] = []
  /// What tells the order of the feed.
  private(set) var keys = PreviewRows.makeKeys()

  /// Room for keys in the order of the feed, in which the time plays no part.
  static func makeKeys() -> SortKeys { SortKeys(SortKey.feed, now: 0) }

  /// Adds a card.
  mutating func append(_ card: Card, record: Int) {
    bytes.append(card.raw)
    rows.append((bytes.count, record))
    keys.append(card)
  }

  /// Makes room for the next block.
  mutating func removeAll() {
    guard !rows.isEmpty else { return }
    bytes.removeAll()
    bytes.shrink(to: PreviewRows.keptCapacity)
    rows.removeAll(keepingCapacity: true)
    keys = PreviewRows.makeKeys()
  }

  /// How much memory is kept for the next block, in bytes.
  private static let keptCapacity = 1 << 20
}

/// Checks the cards of a block and passes them on; each worker has its own.
struct PreviewProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  private var rows: HeldContent<PreviewRows> { batch.content() }
  var checker: RecordChecker

  static func makeContent() -> BatchContent { HeldContent(PreviewRows()) { $0.removeAll() } }

  /// A processor that checks by `plan`.
  init(_ plan: CheckPlan) { checker = RecordChecker(plan) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    checker.visit(card, at: offset, place)
    rows.value.append(card, record: place.record)
    batch.counts.rows += 1
  }

  /// A page shows what was found in full.
  func wantsWords(for reason: NoCardReason) -> Bool { true }
}
