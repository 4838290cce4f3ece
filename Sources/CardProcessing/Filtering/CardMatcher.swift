import CardJSON
import ContentCardKit

/// A `CardSelection` compiled for matching many cards; each worker has its own.
///
/// Once the buffers have grown, matching does not allocate.
package struct CardMatcher: ~Copyable {
  private let isInverted: Bool
  /// The current time, in epoch milliseconds.
  private let now: Int64
  private var steps: [Step] = []
  private var tests: [Condition.Test] = []
  private var scratch = MatchingScratch()

  /// A condition, with a range of tests.
  private struct Step: BitwiseCopyable {
    let field: FieldPath
    let first: Int
    let end: Int
    let isNegated: Bool
  }

  /// Compiles `selection` at the time `now`, in epoch milliseconds; times without a zone are in
  /// `zone`.
  package init(_ selection: CardSelection, now: Int64, in zone: Zone = .utc) {
    isInverted = selection.isInverted
    self.now = now
    let registered = TextSet(selection.registeredClassTypes.map(\.lowercasedASCII))
    for condition in selection.conditions {
      let first = tests.count
      tests += condition.tests.map { $0.resolved(at: now, in: zone, registered: registered) }
      steps.append(
        Step(
          field: condition.field, first: first, end: tests.count, isNegated: condition.isNegated))
    }
  }

  /// Returns whether the selection includes `card`.
  package mutating func matches(_ card: Card) -> Bool {
    for index in 0..<steps.count where !meets(steps[index], card) { return isInverted }
    return !isInverted
  }

  private mutating func meets(_ step: Step, _ card: Card) -> Bool {
    for index in step.first..<step.end
    where tests[index].isPassed(by: card, step.field, at: now, using: &scratch) {
      return !step.isNegated
    }
    return step.isNegated
  }
}
