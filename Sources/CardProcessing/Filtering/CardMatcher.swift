import CardJSON
import ContentCardKit

/// A `CardSelection` that was prepared for matching many cards.
///
/// Each worker has its own matcher, so nothing is shared. Once the buffers have grown to the size
/// of the largest text, matching allocates no memory. Cheap tests run first, in whatever order the
/// selectors were given, because the first failure decides.
///
///     var matcher = CardMatcher(selection, now: now)
///     if matcher.matches(card) { output.append(card.raw) }
package struct CardMatcher: ~Copyable {
  private let isInverted: Bool
  /// The current time, in epoch milliseconds.
  let now: Int64
  /// The conditions of all selectors.
  private var conditions: [Condition] = []
  /// The selectors.
  ///
  /// Each has consecutive conditions; either one or all of them must be met.
  private var steps: [Step] = []
  private var scratch = MatchingScratch()

  /// The conditions of one selector.
  private struct Step: BitwiseCopyable {
    let first: Int
    let end: Int
    /// Whether one of several conditions is enough.
    let needsOne: Bool
  }

  /// Prepares `selection`.
  ///
  /// - Parameters:
  ///   - selection: the selection.
  ///   - now: the time that decides which cards are expired, and from which durations count, in
  ///     epoch milliseconds.
  package init(_ selection: CardSelection, now: Int64) {
    isInverted = selection.isInverted
    self.now = now
    add(selection)
  }

  /// Whether the selection includes `card`.
  package mutating func matches(_ card: Card) -> Bool {
    for index in 0..<steps.count where !satisfies(steps[index], card) { return isInverted }
    return !isInverted
  }

  private mutating func satisfies(_ step: Step, _ card: Card) -> Bool {
    for index in step.first..<step.end
    where conditions[index].holds(for: card, now: now, using: &scratch)
      == step.needsOne
    {
      return step.needsOne
    }
    return !step.needsOne
  }

  /// Adds a selector with one condition.
  mutating func add(
    _ field: FieldPath, _ test: Condition.Test, matchesAbsent: Bool = false
  ) {
    let first = conditions.count
    conditions.append(Condition(field, test, matchesAbsent: matchesAbsent))
    steps.append(Step(first: first, end: first + 1, needsOne: true))
  }

  /// Adds the conditions of a clause.
  mutating func add(_ clause: WhereClause) {
    let first = conditions.count
    let needsOne = Condition.append(clause, now: now, to: &conditions)
    steps.append(Step(first: first, end: conditions.count, needsOne: needsOne))
  }
}
