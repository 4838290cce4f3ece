import CardJSON
import ContentCardKit

/// A `WhereClause` or a selector of one field, made ready for many cards: how the field is compared
/// is decided once.
struct Condition: BitwiseCopyable {
  private let field: FieldPath
  private let test: Test
  /// Whether a card without the field satisfies the condition.
  private let holdsForAbsent: Bool

  /// What is asked of the field.
  enum Test: BitwiseCopyable {
    case presence
    case text(WhereClause.Operator, TextPool.Text)
    case anyCase(WhereClause.Operator, TextPool.Text)
    case number(WhereClause.Operator, TextPool.Text)
    case flag(Bool)
    case time(WhereClause.Operator, TimeBound)
    case types(CardTypes)
  }

  init(_ field: FieldPath, _ test: Test, holdsForAbsent: Bool = false) {
    self.field = field
    self.test = test
    self.holdsForAbsent = holdsForAbsent
  }

  init(_ clause: WhereClause, now: Int64, texts: inout TextPool) {
    guard let comparison = clause.comparison, let operand = clause.operand else {
      self.init(clause.field, .presence)
      return
    }
    let operation = comparison.operator
    let test: Test =
      switch operand {
      case .text(let text): .text(operation, texts.add(text))
      case .anyCase(let text): .anyCase(operation, texts.add(text))
      case .number(let number): .number(operation, texts.add(number))
      case .flag(let flag): .flag(flag == (operation == .equal))
      case .time(let time): .time(operation, TimeBound(time.instant(at: now), texts: &texts))
      case .types(let types):
        .types(operation == .equal ? types : CardTypes.all.subtracting(types))
      }
    self.init(clause.field, test, holdsForAbsent: operation == .notEqual)
  }

  /// Whether the condition holds for `card`.
  func holds(
    for card: Card, now: Int64, texts: borrowing TextPool, using scratch: inout MatchingScratch
  ) -> Bool {
    if case .types(let types) = test {
      let own = card.types
      return own.isEmpty ? holdsForAbsent : !types.isDisjoint(with: own)
    }
    let value = card.value(at: field, now: now, using: &scratch.derived)
    if value.isAbsent {
      // What never expires has a time, the last of all.
      guard case .time(let operation, let bound) = test, case .canonical(.expiresAt) = field else {
        return holdsForAbsent
      }
      return operation.holds(bound.order(of: nil, texts, using: &scratch.text))
    }
    switch test {
    case .presence:
      if case .boolean(let flag) = value, field.content == .boolean { return flag }
      return true
    case .flag(let wanted):
      if case .boolean(let flag) = value { return flag == wanted }
      return false
    case .time(let operation, let bound):
      guard case .time(let time) = value else { return holdsForAbsent }
      return operation.holds(bound.order(of: time, texts, using: &scratch.text))
    case .number(let operation, let wanted):
      let number = JSONNumber.trimmed(value.plainText(using: &scratch.text))
      guard JSONNumber.isValid(number) else { return operation == .notEqual }
      return operation.holds(JSONNumber.compare(number, texts[wanted]))
    case .text(let operation, let wanted):
      return Condition.holds(value.plainText(using: &scratch.text), operation, texts[wanted])
    case .anyCase(let operation, let wanted):
      let text = value.plainText(using: &scratch.text)
      scratch.derived.removeAll()
      scratch.derived.append(lowercased: text)
      return Condition.holds(scratch.derived.view, operation, texts[wanted])
    case .types: return false
    }
  }

  private static func holds(_ text: ByteView, _ operation: WhereClause.Operator, _ wanted: ByteView)
    -> Bool
  {
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

/// The buffers in which a matcher works out what does not stand in a card as it is.
struct MatchingScratch: ~Copyable {
  /// Derived fields.
  var derived = ByteBuffer()
  /// Texts with their escapes resolved, times in seconds, compact JSON.
  var text = ByteBuffer()
}

extension CardValue {
  /// The value as text: the card's own bytes where they are that already, else a loan of `scratch`.
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
