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

/// Receives checked blocks in order and keeps the cards that a page shows.
///
/// However many cards there are, not many more than `limit` of them are held.
final class PreviewDelivery: BlockReceiver {
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
  private let messages: Delivery
  private let name: (Int) -> String
  private var feeds: FeedChecker
  private var keys: SortKeys
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

  /// A delivery that keeps `limit` cards.
  ///
  /// - Parameters:
  ///   - messages: prints what could not be read and adds up the counts.
  ///   - name: what an input is called, by its number.
  init(
    _ plan: CheckPlan, _ policy: Policy, _ order: SortOrder, limit: Int, messages: Delivery,
    name: @escaping (Int) -> String
  ) {
    self.limit = limit
    self.policy = policy
    self.messages = messages
    self.name = name
    feeds = FeedChecker(plan)
    keys = SortKeys(order.keys, now: order.now)
  }

  var wantedRows: Int { .max }
  /// How many of what there were in all inputs.
  var counts: Counts { messages.counts }
  /// Whether an input could not be read.
  var hasFailedInput: Bool { messages.hasFailedInput }

  func receive(_ task: BlockTask, at position: TextPosition, rest: RestOfArray?)
    throws(SystemFailure) -> Bool
  {
    if task.input != input {
      input = task.input
      (records, container) = (0, nil)
      feeds.beginInput()
    }
    let path = name(task.input)
    var found = findings(of: task, path, Locator(task, position, rest, container))
    keep(task, path, &found)
    for record in found.keys.sorted() { found[record]?.forEach(add) }
    records += task.end.records
    return try messages.receive(task, at: position, rest: rest)
  }

  /// Sorts the cards and drops those beyond the limit.
  func finish() { prune() }

  /// The findings of a block, by the number of their record; 0 for those of none.
  private func findings(of task: BlockTask, _ path: String, _ locator: Locator)
    -> [Int: [PlacedFinding]]
  {
    var locator = locator
    var found: [Int: [PlacedFinding]] = [:]
    feeds.take(task.batch.checked, task.end) { finding in
      guard let severity = policy.severity(of: finding.rule, finding.severity) else { return }
      findingCounts[severity, default: 0] += 1
      let position = locator.position(of: finding.offset)
      found[finding.record ?? 0, default: []].append(
        PlacedFinding(
          severity: severity, rule: finding.rule, message: finding.message, path: path,
          position: position))
    }
    if let offset = feeds.containerOffset, offset >= task.offset {
      container = (offset, locator.position(of: offset))
    }
    return found
  }

  private func add(_ finding: PlacedFinding) {
    if findings.count < PreviewDelivery.findingLimit { findings.append(finding) }
  }

  private func keep(_ task: BlockTask, _ path: String, _ found: inout [Int: [PlacedFinding]]) {
    let rows = task.batch.output.view
    var start = 0
    for end in task.batch.rowEnds {
      let row = rows.slice(start..<end)
      let mark = row.firstIndex(of: UInt8(ascii: "\n"), from: 0, to: row.count) ?? 0
      let number = Int(JSONNumber.smallInteger(row.slice(0..<mark)) ?? 0) + records
      let first = bytes.count
      bytes.append(row.slice(mark + 1..<row.count))
      cards.append(
        KeptCard(
          bytes: first..<bytes.count, path: path, record: number,
          findings: found.removeValue(forKey: number) ?? []))
      start = end
    }
    keys.append(contentsOf: task.batch.sorting)
    let isMuch = bytes.count > 2 * bytesAtPruning + PreviewDelivery.slack
    let isMany = cards.count - limit > max(limit, PreviewDelivery.spareCards)
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
