import CardJSON
import CardRules
import ContentCardKit

/// The part of a command that processes cards: a visitor that fills a batch.
///
/// Each worker has its own.
protocol CardProcessor: CardVisitor, ~Copyable, SendableMetatype {
  /// The results of the current block, swapped in and out for each block.
  var batch: Batch { get set }

  /// Called before the blocks of the input with this number; does nothing by default.
  mutating func begin(input: Int)

  /// Checks a whole template of a request body; returns false if the command does not check it.
  mutating func visitTemplate(_ text: ByteView) -> Bool

  /// Completes the batch at the end of the block; does nothing by default.
  mutating func end()
}

extension CardProcessor where Self: ~Copyable {
  /// Inlined because it is read after each card: as a call it takes 5 % of the time of `convert`.
  @inline(__always) var wantsMore: Bool { batch.wantsMore }

  mutating func begin(input: Int) {}
  mutating func visitTemplate(_ text: ByteView) -> Bool { false }
  mutating func end() {}

  func message(about value: JSONNode) -> String? { RecognizedValue(value)?.message }

  /// Whether a message with this reason might be printed.
  mutating func wantsWords(for reason: NoCardReason) -> Bool {
    batch.problemCounts.hasRoom(for: reason.code.description)
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) { batch.add(problem) }
}

/// A processor that also checks records with rules.
protocol CheckingProcessor: CardProcessor, ~Copyable {
  /// The checker.
  var checker: RecordChecker { get set }
}

extension CheckingProcessor where Self: ~Copyable {
  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.add(problem)
    checker.note(problem, place)
  }

  mutating func visitTemplate(_ text: ByteView) -> Bool { checker.visitTemplate(text) }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    checker.visitContainer(event, place)
  }

  mutating func end() { endChecking() }

  /// Moves the check results of the block to the batch.
  mutating func endChecking() {
    var checked = CheckedBatch()
    swap(&checked, &batch.checked)
    checker.exchange(&checked)
    swap(&checked, &batch.checked)
  }
}
