import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// The results of the cards of one block: output, messages and counts.
///
/// One worker fills it. It is then passed to the `OrderedWriter` in the order of the input, cleared
/// and reused.
struct Batch: ~Copyable {
  /// The rows, stored consecutively.
  var output = ByteBuffer()
  /// The sort keys of the rows; unused if rows keep the order of the input.
  private(set) var sorting: SortKeys
  /// The end offset of each row in the output; recorded only if rows may be removed or sorted.
  private(set) var rowEnds: [Int] = []
  /// The problems of the block, limited for each kind to the number that may be printed.
  private(set) var problems: [ReadingProblem] = []
  /// The number of problems of each kind, including those that were not kept.
  ///
  /// A run prints at most as many messages of a kind as each block keeps, so the printed ones do
  /// not depend on block boundaries.
  private(set) var problemCounts: MessageCounts
  /// The results of checking, if cards are checked.
  var checked = CheckedBatch()
  private var part: BatchContent?
  /// The id of each row's card, or empty text without one; recorded only for `--unique`.
  private(set) var ids = TextList()
  /// The counts of the block.
  var counts = Counts()
  /// The maximum number of rows.
  var limit = Int.max
  private var isStopped = false

  private let (isSorted, isUnique, stopsAtProblem): (Bool, Bool, Bool)

  /// Creates an empty batch for a command with these options.
  init(_ options: StreamOptions = StreamOptions()) {
    (isSorted, isUnique) = (!options.sort.isEmpty, options.isUnique)
    stopsAtProblem = options.onError == .stop
    problemCounts = MessageCounts(limit: options.maximumMessages)
    sorting = SortKeys(options.sort, now: options.now)
  }

  /// Returns the additional content of the processor, which is empty at first.
  mutating func content<Value: BlockContent & ~Copyable>() -> HeldContent<Value> {
    if let part = part as? HeldContent<Value> { return part }
    let content = HeldContent<Value>()
    part = content
    return content
  }

  /// Whether more cards are needed.
  var wantsMore: Bool { counts.rows < limit && !isStopped }

  /// Stops reading if the options say to stop at the first problem.
  mutating func stopAtProblem() { isStopped = stopsAtProblem }

  /// Ends the row of `card`, which was appended to the output.
  mutating func endRow(of card: Card) {
    counts.rows += 1
    if isUnique {
      let id = card.text(.id)
      if let id { id.withText { ids.append($0) } } else { ids.append(ByteView("")) }
    }
    if isSorted { sorting.append(card) }
    if isSorted || isUnique { rowEnds.append(output.count) }
  }

  /// Removes the rows whose element of `isWanted` is false; an empty array keeps all rows.
  mutating func keepRows(_ isWanted: [Bool]) {
    guard isWanted.contains(false) else { return }
    counts.rows = isWanted.count { $0 }
    if isSorted { sorting.keep { isWanted[$0] } }
    var kept = ByteBuffer(capacity: output.count)
    var ends: [Int] = []
    var start = 0
    for (number, end) in rowEnds.enumerated() {
      if isWanted[number] {
        kept.append(output.view.slice(start..<end))
        ends.append(kept.count)
      }
      start = end
    }
    swap(&output, &kept)
    rowEnds = ends
  }

  /// Adds a problem.
  ///
  /// A problem that will not be printed is only counted, so that many bad records do not take more
  /// memory than valid ones.
  mutating func add(_ problem: ReadingProblem) {
    counts.problems += 1
    stopAtProblem()
    if problemCounts.admits(problem.code) { problems.append(problem) }
  }

  /// Clears the batch for the next block.
  mutating func removeAll() {
    output.removeAll()
    output.shrink(to: Batch.keptCapacity)
    sorting.removeAll()
    ids.removeAll()
    rowEnds.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
    problemCounts.removeAll()
    checked.removeAll()
    part?.removeAll()
    counts = Counts()
    isStopped = false
  }

  /// The output capacity that a batch keeps, in bytes; enough for a typical block.
  private static let keptCapacity = 1 << 20
}

/// A value that a processor collects for a block.
protocol BlockContent: ~Copyable {
  /// Creates an empty value.
  init()
  /// Clears the value for the next block.
  mutating func removeAll()
}

extension BlockContent where Self: ~Copyable {
  mutating func removeAll() { self = Self() }
}

/// The additional content of a batch, whatever its type.
class BatchContent {
  /// Clears the content for the next block.
  func removeAll() {}
}

/// The additional content of the batches of one type of processor.
final class HeldContent<Value: BlockContent & ~Copyable>: BatchContent {
  var value = Value()

  override func removeAll() { value.removeAll() }
}

/// The counts of an input or a part of it.
struct Counts {
  /// Whether any input had bytes; set only in the total.
  var hasInput = false
  /// The first reason why an input could not be read, if any; set only in the total.
  var failure: SystemFailure?
  /// The number of files whose content is not recognized; set only in the total.
  var skippedFiles = 0
  /// The number of lines of the journal that are not events; set only in the total.
  var invalidLines = 0
  /// The number of cards that were read.
  var cards = 0
  /// The number of cards in the device's feed, or nil if nothing was merged.
  var inFeed: Int?
  /// The number of distinct cards by the last decision about them; set only after a merge.
  var standing: [FeedDecision.Action: Int] = [:]
  /// The number of cards that produced output.
  var rows = 0
  /// The number of cards whose class type is missing or not in the registry.
  var unknownClass = 0
  /// The number of cards whose class type was not selected.
  var otherClass = 0
  /// The number of cards that a command with other output did not select.
  var unselected = 0
  /// The number of cards that the server removed.
  var tombstones = 0
  /// The number of cards without an id in output of ids.
  var withoutID = 0
  /// The numbers of cards that the target shape cannot represent.
  private(set) var unrepresentable: [UnrepresentableReason: Int] = [:]
  /// The number of records that could not be read or converted.
  var problems = 0
  /// The number of parts of inputs whose content is not in their files; set only in the total.
  var unreadParts = 0

  /// The number of records, lines of the journal, and inputs or parts of them that were not read.
  var unread: Int { problems + invalidLines + unreadParts + (failure == nil ? 0 : 1) }

  static func += (total: inout Counts, part: Counts) {
    total.cards += part.cards
    total.rows += part.rows
    total.unknownClass += part.unknownClass
    total.otherClass += part.otherClass
    total.unselected += part.unselected
    total.tombstones += part.tombstones
    total.withoutID += part.withoutID
    total.problems += part.problems
    total.unrepresentable.merge(part.unrepresentable, uniquingKeysWith: +)
  }

  /// Counts a card that the target shape cannot represent.
  mutating func add(_ reason: UnrepresentableReason) { unrepresentable[reason, default: 0] += 1 }

  /// The numbers of cards read and in the device's feed, as the start of a sentence.
  var read: String {
    let read = "\(counted(cards, "card")) read"
    guard let inFeed else { return read }
    let reasons = FeedDecision.Action.allCases.compactMap { action in
      action.absence.isEmpty ? nil : standing[action].map { "\($0) \(action.absence)" }
    }
    let rest = reasons.isEmpty ? "" : " (not held: " + reasons.joined(separator: ", ") + ")"
    return "\(read), \(inFeed) held by the device\(rest)"
  }

  /// Whether there were inputs but none could be read.
  var couldReadNothing: Bool { failure != nil && !hasInput }

  /// The number of cards to convert or match.
  var offered: Int { inFeed ?? cards }

  /// The numbers of cards without output, as the end of a sentence.
  var rest: String {
    let parts = [
      (unselected, "not selected"), (unknownClass, "without a known class type"),
      (otherClass, "of another class type"),
      (tombstones, "removed by the server"), (unrepresentable.values.reduce(0, +), "omitted"),
      (problems, "bad"),
    ]
    return parts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }

  /// A note about the cards that `shape` cannot represent, or nil if it can represent all.
  func skippedText(_ shape: Shape) -> String? {
    guard !unrepresentable.isEmpty else { return nil }
    let words: [(UnrepresentableReason, String)] = [
      (.removed, "removed by the server"), (.control, "control"),
      (.unknownType, "of an unknown type"), (.noType, "without a type"),
    ]
    let parts = words.compactMap { reason, words in
      unrepresentable[reason].map { "\($0) \(words)" }
    }
    let count = unrepresentable.values.reduce(0, +)
    return "skipped: \(shape.name) cannot represent \(counted(count, "card")): "
      + parts.joined(separator: ", ")
  }
}
