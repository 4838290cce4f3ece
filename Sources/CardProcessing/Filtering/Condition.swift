import CardJSON
import ContentCardKit

/// A condition on one field, prepared for many cards: the kind of comparison is chosen only once.
///
/// Every selector of `filter` compiles to conditions: `--where`, and the options that abbreviate a
/// condition.
struct Condition: BitwiseCopyable {
  private let field: FieldPath
  private let test: Test
  /// Whether a card without the field satisfies the condition.
  private let matchesAbsent: Bool
  /// Whether the test must fail instead of succeed.
  private let isNegated: Bool

  /// A test of the field's value.
  enum Test: BitwiseCopyable {
    case presence
    case text(WhereClause.Operator, ByteView)
    case anyCase(WhereClause.Operator, ByteView)
    case number(WhereClause.Operator, ByteView)
    case flag(Bool)
    case time(WhereClause.Operator, Instant)
    /// The value is one of these strings.
    case oneOf(TextSet)
    /// The card has one of these types.
    case types(CardTypes)
    /// The class type is one of these lowercase strings; case is ignored.
    case classTypes(TextSet)
    /// The class type is one of these or is unknown.
    case unknownClassTypes(or: TextSet, known: TextSet)
  }

  init(
    _ field: FieldPath, _ test: Test, matchesAbsent: Bool = false, isNegated: Bool = false
  ) {
    self.field = field
    self.test = test
    self.matchesAbsent = matchesAbsent
    self.isNegated = isNegated
  }

  /// Appends the conditions of a clause.
  ///
  /// - Returns: whether a card needs to satisfy only one of them.
  static func append(
    _ clause: WhereClause, now: Int64, to conditions: inout [Condition]
  ) -> Bool {
    guard let comparison = clause.comparison else {
      conditions.append(Condition(clause.field, .presence, isNegated: clause.isNegated))
      return false
    }
    let (field, operation) = (clause.field, comparison.operator)
    let isUnequal = operation == .notEqual
    var names: [String] = []
    var types = CardTypes()
    for operand in clause.operands {
      switch operand {
      case .text(let text) where operation == .equal || isUnequal: names.append(text)
      case .anyCase(let text) where operation == .equal || isUnequal: names.append(text)
      case .types(let wanted): types.formUnion(wanted)
      default:
        let test = Test(operand, operation, now: now)
        conditions.append(Condition(field, test, matchesAbsent: isUnequal))
      }
    }
    if !types.isEmpty {
      conditions.append(
        Condition(
          field, .types(isUnequal ? CardTypes.all.subtracting(types) : types),
          matchesAbsent: isUnequal))
    }
    if !names.isEmpty {
      let list = TextSet(names)
      let test: Test = field == .canonical(.classType) ? .classTypes(list) : .oneOf(list)
      conditions.append(Condition(field, test, isNegated: isUnequal))
    }
    return !isUnequal
  }

  /// Whether `card` meets the condition.
  func holds(for card: Card, now: Int64, using scratch: inout MatchingScratch) -> Bool {
    isNegated != satisfies(card, now: now, using: &scratch)
  }

  private func satisfies(_ card: Card, now: Int64, using scratch: inout MatchingScratch) -> Bool {
    switch test {
    case .types(let types):
      let own = card.types
      return own.isEmpty ? matchesAbsent : !types.isDisjoint(with: own)
    case .classTypes(let wanted):
      guard let classType = card.classType else { return matchesAbsent }
      return wanted.contains(classType: classType, using: &scratch)
    case .unknownClassTypes(let wanted, let known):
      guard let classType = card.classType else { return true }
      return wanted.contains(classType: classType, using: &scratch)
        || !known.contains(classType: classType, using: &scratch)
    default: break
    }
    let value = card.value(at: field, now: now, using: &scratch.derived)
    if value.isAbsent {
      // A card that never expires has an expiry time: the last of all times.
      guard case .time(let operation, let bound) = test, case .canonical(.expiresAt) = field else {
        return matchesAbsent
      }
      return operation.holds(bound.order(of: nil, using: &scratch.text))
    }
    switch test {
    case .presence:
      if case .boolean(let flag) = value, field.content == .boolean { return flag }
      return true
    case .flag(let wanted):
      if case .boolean(let flag) = value { return flag == wanted }
      return false
    case .time(let operation, let bound):
      guard case .time(let time) = value else { return matchesAbsent }
      return operation.holds(bound.order(of: time, using: &scratch.text))
    case .number(let operation, let wanted):
      let number = JSONNumber.trimmed(value.plainText(using: &scratch.text))
      guard JSONNumber.isValid(number) else { return operation == .notEqual }
      return operation.holds(JSONNumber.compare(number, wanted))
    case .text(let operation, let wanted):
      return Condition.holds(value.plainText(using: &scratch.text), operation, to: wanted)
    case .anyCase(let operation, let wanted):
      let text = value.plainText(using: &scratch.text)
      scratch.derived.removeAll()
      scratch.derived.append(lowercased: text)
      return Condition.holds(scratch.derived.view, operation, to: wanted)
    case .oneOf(let wanted):
      return wanted.contains(value.plainText(using: &scratch.text))
    case .types, .classTypes, .unknownClassTypes: return false
    }
  }

  private static func holds(
    _ text: ByteView, _ operation: WhereClause.Operator, to wanted: ByteView
  ) -> Bool {
    switch operation {
    case .equal: text == wanted
    case .notEqual: !(text == wanted)
    case .hasPrefix: wanted.stands(at: 0, of: text)
    case .hasSuffix: wanted.stands(at: text.count - wanted.count, of: text)
    case .contains: text.firstIndex(of: wanted) != nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      operation.holds(text == wanted ? 0 : text.precedes(wanted) ? -1 : 1)
    }
  }
}

extension Condition.Test {
  /// Creates the comparison with one value.
  fileprivate init(
    _ operand: WhereClause.Operand, _ operation: WhereClause.Operator, now: Int64
  ) {
    self =
      switch operand {
      case .text(let text): .text(operation, ByteView(permanent: text))
      case .anyCase(let text): .anyCase(operation, ByteView(permanent: text))
      case .number(let number): .number(operation, ByteView(permanent: number))
      case .flag(let flag): .flag(flag == (operation == .equal))
      case .time(let time): .time(operation, time.instant(at: now))
      case .types(let types): .types(types)
      }
  }
}

/// The buffers for values that must be derived or decoded.
struct MatchingScratch: ~Copyable {
  /// Derived fields.
  var derived = ByteBuffer()
  /// Text with escapes resolved, times in seconds, and compact JSON.
  var text = ByteBuffer()
}

extension CardValue {
  /// The value as text, which borrows the card's bytes or, if they must be converted, `scratch`.
  func plainText(using scratch: inout ByteBuffer) -> ByteView {
    switch self {
    case .text(let text): return text.decoded(using: &scratch)
    case .number(let spelling): return spelling
    case .boolean(let flag): return flag ? ByteView("true") : ByteView("false")
    case .time(let time):
      if let spelling = time.spelling { return spelling }
    case .absent, .nested: break
    }
    scratch.removeAll()
    appendText(to: &scratch)
    return scratch.view
  }
}
