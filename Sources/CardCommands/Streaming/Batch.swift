import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// The results of the cards of one block: output, messages and counts.
///
/// One worker fills it. It is then passed to the `OrderedWriter` in the order of the input, cleared
/// and reused.
struct Batch: ~Copyable {
  /// The rows, stored consecutively.
  var output = ByteBuffer()
  /// The sort keys of the rows; unused if they stay in the order of the input.
  private(set) var sorting: SortKeys
  /// The end of each row in the output; only if rows may be removed or sorted.
  private(set) var rowEnds: [Int] = []
  /// The problems of the block: of each kind as many as may be printed.
  private(set) var problems: [ReadingProblem] = []
  /// The number of problems of each kind, including those that were not kept.
  ///
  /// A run prints no more messages of a kind than are kept for each block, so
  /// the printed ones do not depend on where blocks end.
  private(set) var problemCounts: MessageCounts
  /// The results of checking, if cards are checked.
  var checked = CheckedBatch()
  /// The additional content of the processor.
  private let part: BatchContent
  /// The ids of the cards with rows, empty if they have none; only if the first card of each id
  /// gives a row.
  private(set) var ids = TextList()
  /// The counts of the block.
  var counts = Counts()
  /// The maximum number of rows.
  var limit = Int.max
  /// Whether reading stops because of a problem.
  private var isStopped = false

  private let (isSorted, isUnique, stopsAtProblem): (Bool, Bool, Bool)

  /// Creates an empty batch for a command with these options, whose processor uses `content`.
  init(_ options: StreamOptions = StreamOptions(), content: BatchContent = BatchContent()) {
    (isSorted, isUnique) = (!options.sort.isEmpty, options.isUnique)
    stopsAtProblem = options.onError == .stop
    problemCounts = MessageCounts(limit: options.maximumMessages)
    sorting = SortKeys(options.sort, now: options.now)
    part = content
  }

  /// The additional content of the processor, created by its `makeContent`.
  func content<Value: ~Copyable>() -> HeldContent<Value> {
    guard let part = part as? HeldContent<Value> else {
      preconditionFailure("a batch has the content of its processor")
    }
    return part
  }

  /// Whether more cards are needed.
  var wantsMore: Bool { counts.rows < limit && !isStopped }

  /// Whether rows may be removed or sorted.
  private var hasRowEnds: Bool { isSorted || isUnique }

  /// Stops reading if the options say to stop at the first problem.
  mutating func stopAtProblem() { isStopped = stopsAtProblem }

  /// Counts the row of `card`; false if the row is not needed, because enough rows precede it.
  ///
  /// The row is the text appended to the output up to `endRow`.
  mutating func beginRow(of card: Card) -> Bool {
    counts.rows += 1
    if isUnique {
      let id = card.text(.id)
      if let id { id.withText { ids.append($0) } } else { ids.append(ByteView("")) }
    }
    return !isSorted || sorting.append(card)
  }

  /// Ends the row for which `beginRow` returned true.
  mutating func endRow() { if hasRowEnds { rowEnds.append(output.count) } }

  /// Counts the row of `card`, which ends here, and removes it again if it is not needed.
  mutating func endRow(of card: Card) {
    if beginRow(of: card) { endRow() } else { output.truncate(to: rowEnds.last ?? 0) }
  }

  /// Keeps only these rows; `isWanted` has a value for each row.
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

  /// Excludes all rows added later that do not precede these values of the sort keys.
  mutating func setBound(_ values: ByteView) { sorting.setBound(values) }

  /// Adds a problem.
  ///
  /// A problem that will not be printed is only counted, so that a block of only bad records takes
  /// no more memory than any other.
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
    part.removeAll()
    counts = Counts()
    isStopped = false
  }

  /// The memory that a batch keeps for the next block, in bytes: enough for any usual one.
  private static let keptCapacity = 1 << 20
}

/// Additional content that a processor collects for a block; empty by default.
class BatchContent {
  /// Clears the content for the next block.
  func removeAll() {}
}

/// A value that a processor collects for a block.
final class HeldContent<Value: ~Copyable>: BatchContent {
  var value: Value
  private let empty: (inout Value) -> Void

  /// Creates the content with a value, and a closure that clears it for the next block.
  init(_ value: consuming Value, removeAll empty: @escaping (inout Value) -> Void) {
    self.value = value
    self.empty = empty
  }

  override func removeAll() { empty(&value) }
}
