import CardJSON
import ContentCardKit

/// A `CardSelection` compiled for matching many cards; each worker has its own.
///
/// Once the buffers have grown, matching does not allocate. Because the first failure decides,
/// cheap tests run first, regardless of the order of the selectors.
package struct CardMatcher: ~Copyable {
  private let isInverted: Bool
  /// The current time, in epoch milliseconds.
  let now: Int64
  private var conditions: [Condition] = []
  /// The selectors, each with a range of conditions of which one or all must be met.
  private var steps: [Step] = []
  private var scratch = MatchingScratch()

  private struct Step: BitwiseCopyable {
    let first: Int
    let end: Int
    /// Whether a single condition suffices; otherwise all are required.
    let needsOne: Bool
  }

  /// Compiles `selection` at the time `now`, in epoch milliseconds.
  package init(_ selection: CardSelection, now: Int64) {
    isInverted = selection.isInverted
    self.now = now
    add(selection)
  }

  /// Returns whether the selection includes `card`.
  package mutating func matches(_ card: Card) -> Bool {
    for index in 0..<steps.count where !satisfies(steps[index], card) { return isInverted }
    return !isInverted
  }

  private mutating func satisfies(_ step: Step, _ card: Card) -> Bool {
    for index in step.first..<step.end
    where conditions[index].matches(card, now: now, using: &scratch) == step.needsOne {
      return step.needsOne
    }
    return !step.needsOne
  }

  /// Adds a selector with one condition.
  mutating func add(_ field: FieldPath, _ test: Condition.Test, matchesAbsent: Bool = false) {
    conditions.append(Condition(field: field, test: test, matchesAbsent: matchesAbsent))
    endStep(from: conditions.count - 1, needsOne: true)
  }

  /// Adds the conditions of a clause: one for each value, except for equal strings and card types.
  mutating func add(_ clause: WhereClause) {
    let first = conditions.count
    let field = clause.field
    guard let operation = clause.operation else {
      conditions.append(Condition(field: field, test: .presence, isNegated: clause.isNegated))
      return endStep(from: first, needsOne: false)
    }
    let isUnequal = operation == .notEqual
    func append(_ test: Condition.Test) {
      conditions.append(Condition(field: field, test: test, matchesAbsent: isUnequal))
    }
    var names: [String] = []
    var types = CardTypes()
    for operand in clause.operands {
      switch operand {
      case .text(let text) where operation == .equal || isUnequal: names.append(text)
      case .text(let text): append(.text(operation, ByteView(permanent: text)))
      case .number(let number): append(.number(operation, ByteView(permanent: number)))
      case .flag(let flag): append(.flag(flag != isUnequal))
      case .time(let time): append(.time(operation, time.instant(at: now)))
      case .types(let wanted): types.formUnion(wanted)
      }
    }
    if !types.isEmpty { append(.types(isUnequal ? CardTypes.all.subtracting(types) : types)) }
    if !names.isEmpty {
      let list = TextSet(names)
      let test: Condition.Test = field == .canonical(.classType) ? .classTypes(list) : .oneOf(list)
      conditions.append(Condition(field: field, test: test, isNegated: isUnequal))
    }
    endStep(from: first, needsOne: !isUnequal)
  }

  private mutating func endStep(from first: Int, needsOne: Bool) {
    steps.append(Step(first: first, end: conditions.count, needsOne: needsOne))
  }
}
