import CardJSON
import ContentCardKit

/// A `CardSelection` made ready for many cards.
///
/// Each worker makes its own: a matcher shares nothing, and once its buffers have grown to the
/// largest text it has seen, matching allocates nothing. Cheap tests come first, whatever order the
/// selectors were given in, because the first that fails decides.
///
///     var matcher = CardMatcher(selection, now: now)
///     if matcher.matches(card) { output.append(card.raw) }
package struct CardMatcher: ~Copyable {
  private let isInverted: Bool
  private let now: Int64
  private var steps: [Step] = []
  private var texts = TextPool()
  private var scratch = MatchingScratch()

  /// One selector with its alternatives.
  private enum Step: BitwiseCopyable {
    case condition(Condition)
    case control(Bool)
    case active
    case expired
    case oneOf(FieldPath, TextPool.List)
    case classTypes(TextPool.List)
    case unknownClassTypes(or: TextPool.List, known: TextPool.List)
  }

  /// A matcher for `selection`.
  ///
  /// - Parameters:
  ///   - selection: which cards are wanted.
  ///   - now: the time that decides what is expired and that durations in conditions count from, in
  ///     epoch milliseconds.
  package init(_ selection: CardSelection, now: Int64) {
    isInverted = selection.isInverted
    self.now = now
    // The cheapest first.
    addFlags(of: selection)
    addTimes(of: selection)
    addTexts(of: selection)
    for clause in selection.conditions {
      steps.append(.condition(Condition(clause, now: now, texts: &texts)))
    }
  }

  /// Whether `card` is wanted.
  package mutating func matches(_ card: Card) -> Bool {
    for index in 0..<steps.count where !holds(steps[index], for: card) { return isInverted }
    return !isInverted
  }
}

extension CardMatcher {
  private mutating func addFlags(of selection: CardSelection) {
    let flags: [(CardField, Bool?)] = [
      (.pinned, selection.isPinned), (.dismissible, selection.isDismissible),
      (.viewed, selection.isViewed), (.clicked, selection.isClicked),
      (.dismissed, selection.isDismissed), (.test, selection.isTest),
    ]
    for case (let field, let wanted?) in flags { add(.canonical(field), .flag(wanted)) }
    if let isControl = selection.isControl { steps.append(.control(isControl)) }
    if selection.isShown { steps.append(.control(false)) }
    if !selection.types.isEmpty { add(.canonical(.type), .types(selection.types)) }
    if let ids = selection.ids { steps.append(.oneOf(.canonical(.id), texts.add(ids))) }
    if selection.isActive || selection.isShown { steps.append(.active) }
    if selection.isExpired { steps.append(.expired) }
  }

  private mutating func add(_ field: FieldPath, _ test: Condition.Test) {
    steps.append(.condition(Condition(field, test)))
  }

  /// Of several times that a card may be after, the earliest is all that counts; of those it may be
  /// before, the latest.
  private mutating func addTimes(of selection: CardSelection) {
    func add(_ operation: WhereClause.Operator, _ field: CardField, _ bound: Instant?) {
      guard let bound else { return }
      self.add(.canonical(field), .time(operation, TimeBound(bound, texts: &texts)))
    }
    func instants(_ times: [TimeArgument]) -> [Instant] { times.map { $0.instant(at: now) } }
    add(.greater, .created, instants(selection.createdAfter).min())
    add(.less, .created, instants(selection.createdBefore).max())
    add(.greater, .expiresAt, instants(selection.expiresAfter).min())
    add(.less, .expiresAt, instants(selection.expiresBefore).max())
  }

  private mutating func addTexts(of selection: CardSelection) {
    addClassTypes(of: selection)
    var keys: [String] = []
    for selector in selection.extras
    where !keys.contains(where: { $0.utf8.elementsEqual(selector.key.utf8) }) {
      keys.append(selector.key)
    }
    for key in keys {
      let values = selection.extras.filter { $0.key.utf8.elementsEqual(key.utf8) }.map(\.value)
      let path = FieldPath.extra(ByteView(permanent: key))
      let wanted = values.compactMap { $0 }
      if wanted.count < values.count {
        add(path, .presence)
      } else {
        steps.append(.oneOf(path, texts.add(wanted)))
      }
    }
  }

  private mutating func addClassTypes(of selection: CardSelection) {
    guard !selection.classTypes.isEmpty else { return }
    let wanted = selection.classTypes.map(\.lowercasedASCII)
    let named = texts.add(wanted.filter { $0 != CardSelection.noClassType })
    guard wanted.contains(CardSelection.noClassType) else {
      steps.append(.classTypes(named))
      return
    }
    let known = texts.add(selection.knownClassTypes.map(\.lowercasedASCII))
    steps.append(.unknownClassTypes(or: named, known: known))
  }
}

extension CardMatcher {
  private mutating func holds(_ step: Step, for card: Card) -> Bool {
    switch step {
    case .condition(let condition):
      return condition.holds(for: card, now: now, texts: texts, using: &scratch)
    case .control(let wanted): return card.isControl == wanted
    case .active: return card.isActive(at: now)
    case .expired: return card.isExpired(at: now)
    case .oneOf(let field, let wanted):
      let value = card.value(at: field, now: now, using: &scratch.derived)
      return !value.isAbsent
        && texts.contains(value.plainText(using: &scratch.text), in: wanted)
    case .classTypes(let wanted):
      guard let classType = card.classType else { return false }
      return isOne(classType, of: wanted)
    case .unknownClassTypes(let wanted, let known):
      guard let classType = card.classType else { return true }
      return isOne(classType, of: wanted) || !isOne(classType, of: known)
    }
  }

  private mutating func isOne(_ classType: CardText, of list: TextPool.List) -> Bool {
    let text = classType.decoded(using: &scratch.text)
    return texts.containsIgnoringCase(text, in: list, using: &scratch.derived)
  }
}
