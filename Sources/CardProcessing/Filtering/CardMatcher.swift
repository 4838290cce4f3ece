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
  private let now: Int64
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
    // Add the cheapest conditions first.
    addFlags(of: selection)
    addTimes(of: selection)
    addClassTypes(of: selection)
    addExtras(of: selection)
    for clause in selection.conditions {
      let first = conditions.count
      let needsOne = Condition.append(clause, now: now, to: &conditions)
      steps.append(Step(first: first, end: conditions.count, needsOne: needsOne))
    }
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

  private mutating func add(
    _ field: FieldPath, _ test: Condition.Test, matchesAbsent: Bool = false
  ) {
    let first = conditions.count
    conditions.append(Condition(field, test, matchesAbsent: matchesAbsent))
    steps.append(Step(first: first, end: first + 1, needsOne: true))
  }
}

// The options as conditions.
extension CardMatcher {
  private mutating func addFlags(of selection: CardSelection) {
    for field in CardField.allCases {
      if let wanted = selection.flags[field] { add(.canonical(field), .flag(wanted)) }
    }
    if selection.isActive || selection.isShown {
      add(.canonical(.removed), .flag(false))
      add(.canonical(.dismissed), .flag(false))
      add(.derived(.isExpired), .flag(false))
    }
    if selection.isExpired { add(.derived(.isExpired), .flag(true)) }
    for case let isControl? in [selection.isControl, selection.isShown ? false : nil] {
      let control = CardTypes(.control)
      add(
        .canonical(.type), .types(isControl ? control : CardTypes.all.subtracting(control)),
        matchesAbsent: !isControl)
    }
    if !selection.types.isEmpty { add(.canonical(.type), .types(selection.types)) }
    if let ids = selection.ids { add(.canonical(.id), .oneOf(TextSet(ids))) }
  }

  /// Adds the conditions on times: of several `after` times the earliest, and of several `before`
  /// times the latest.
  private mutating func addTimes(of selection: CardSelection) {
    func add(_ operation: WhereClause.Operator, _ field: CardField, bound: Instant?) {
      guard let bound else { return }
      self.add(.canonical(field), .time(operation, bound))
    }
    func instants(_ times: [TimeArgument]) -> [Instant] { times.map { $0.instant(at: now) } }
    add(.greater, .created, bound: instants(selection.createdAfter).min())
    add(.less, .created, bound: instants(selection.createdBefore).max())
    add(.greater, .expiresAt, bound: instants(selection.expiresAfter).min())
    add(.less, .expiresAt, bound: instants(selection.expiresBefore).max())
  }

  private mutating func addExtras(of selection: CardSelection) {
    // Compare keys by their bytes: Swift considers different bytes equal if they are canonically
    // equivalent.
    var indices: [[UInt8]: Int] = [:]
    var groups: [(key: String, values: [String?])] = []
    for selector in selection.extras {
      let key = [UInt8](selector.key.utf8)
      if let index = indices[key] {
        groups[index].values.append(selector.value)
      } else {
        indices[key] = groups.count
        groups.append((selector.key, [selector.value]))
      }
    }
    for (key, values) in groups {
      let wanted = values.compactMap { $0 }
      let isPresence = wanted.count < values.count
      add(
        .extra(ByteView(permanent: key)), isPresence ? .presence : .oneOf(TextSet(wanted)))
    }
  }

  private mutating func addClassTypes(of selection: CardSelection) {
    guard !selection.classTypes.isEmpty else { return }
    let wanted = selection.classTypes.map(\.lowercasedASCII)
    let named = TextSet(wanted.filter { $0 != CardSelection.noClassType })
    guard wanted.contains(CardSelection.noClassType) else {
      return add(.canonical(.classType), .classTypes(named))
    }
    let known = TextSet(selection.knownClassTypes.map(\.lowercasedASCII))
    add(.canonical(.classType), .unknownClassTypes(or: named, known: known), matchesAbsent: true)
  }
}
