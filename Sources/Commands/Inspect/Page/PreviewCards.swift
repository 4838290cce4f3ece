import CardJSON
import CardRules
import ContentCards
import Platform

/// Something a rule found, as the page shows it.
struct PlacedFinding {
  let severity: Severity
  let rule: String
  let message: String
  /// The name of the input.
  let path: String
  let position: TextPosition
}

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
    let findings: [PlacedFinding]
  }

  private let limit: Int
  private let policy: Policy
  private let name: (Int) -> String
  private var feeds: FeedChecker
  private var keys = PreviewRows.makeKeys()
  /// How many bytes were kept when cards were last dropped.
  private var bytesAtPruning = 0

  private var input = -1
  private var records = 0
  private var container: (offset: Int, position: TextPosition)?

  /// The bytes of the cards that are kept.
  private(set) var bytes = ByteBuffer()
  /// The cards that are kept; in order once `finish` was called.
  private(set) var cards: [KeptCard] = []
  /// What was found that is not about one card; of much of it only the beginning.
  private(set) var findings: [PlacedFinding] = []
  /// How many findings there are of each severity, those about cards that were dropped included.
  private(set) var findingCounts: [Severity: Int] = [:]

  /// The most findings about the input itself that are kept.
  private static let findingLimit = 100

  /// Nothing yet; later `limit` cards.
  ///
  /// - Parameter name: what an input is called, by its number.
  init(_ plan: CheckPlan, _ policy: Policy, limit: Int, name: @escaping (Int) -> String) {
    self.limit = limit
    self.policy = policy
    self.name = name
    feeds = FeedChecker(plan)
  }

  func see(_ task: BlockTask, at position: TextPosition) {
    if task.input != input {
      input = task.input
      (records, container) = (0, nil)
      feeds.beginInput()
    }
    let path = name(task.input)
    var locator = Locator(task, position, container: container)
    let found = findings(of: task.batch, task.end, path) { locator.position(of: $0) }
    if let offset = feeds.containerOffset, offset >= task.offset {
      container = (offset, locator.position(of: offset))
    }
    var ofRecords = Dictionary(grouping: found, by: \.record).mapValues { $0.map(\.finding) }
    keep(task.batch.inspected.preview, &ofRecords) { _ in path }
    // Those that are about no card, in the order of the input.
    for (record, finding) in found where ofRecords[record] != nil { add(finding) }
    records += task.end.records
  }

  func see(_ batch: inout Batch, origin: (Int) -> CardOrigin) {
    // Cards that a device holds have numbers of their own and stand in no input any more; what is
    // found in one is shown where the card was read.
    records = 0
    feeds.beginInput()
    var found: [Int: [PlacedFinding]] = [:]
    for (number, finding) in findings(of: batch, .nothing, "", { _ in TextPosition() }) {
      let origin = origin(number - 1)
      found[number, default: []].append(
        PlacedFinding(
          severity: finding.severity, rule: finding.rule, message: finding.message,
          path: name(origin.input), position: origin.position))
    }
    keep(batch.inspected.preview, &found) { name(origin($0 - 1).input) }
  }

  /// Sorts the cards and drops those beyond the limit.
  func finish() { prune() }

  /// The findings of a batch in the order of the input, with the number of their record; 0 for those
  /// of none.
  private func findings(
    of batch: borrowing Batch, _ end: BlockEnd, _ path: String,
    _ position: (Int) -> TextPosition
  ) -> [(record: Int, finding: PlacedFinding)] {
    var found: [(record: Int, finding: PlacedFinding)] = []
    feeds.take(batch.checked, end) { finding in
      guard let severity = policy.severity(of: finding.rule, finding.severity) else { return }
      findingCounts[severity, default: 0] += 1
      let placed = PlacedFinding(
        severity: severity, rule: finding.rule, message: finding.message, path: path,
        position: position(finding.offset))
      found.append((finding.record ?? 0, placed))
    }
    return found
  }

  private func add(_ finding: PlacedFinding) {
    if findings.count < PreviewCards.findingLimit { findings.append(finding) }
  }

  private func keep(
    _ rows: borrowing PreviewRows, _ found: inout [Int: [PlacedFinding]], path: (Int) -> String
  ) {
    var start = 0
    for row in rows.rows {
      let first = bytes.count
      bytes.append(rows.bytes.view.slice(start..<row.end))
      start = row.end
      let number = row.record + records
      cards.append(
        KeptCard(
          bytes: first..<bytes.count, path: path(number), record: number,
          findings: found.removeValue(forKey: number) ?? []))
    }
    keys.append(contentsOf: rows.keys)
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
