import CardJSON
import ContentCardKit

/// A condition on one field, compiled for many cards; all selectors of `filter` become conditions.
struct Condition: BitwiseCopyable {
  let field: FieldPath
  let test: Test
  /// Whether a card without the field satisfies the condition.
  var matchesAbsent = false
  /// Whether the test must fail instead of succeed.
  var isNegated = false

  /// A test of the field's value.
  enum Test: BitwiseCopyable {
    case presence
    /// Compares text, which is lowercase for a class type.
    case text(WhereClause.Operator, ByteView)
    case number(WhereClause.Operator, ByteView)
    case flag(Bool)
    case time(WhereClause.Operator, CardTime)
    /// The value is one of these strings.
    case oneOf(TextSet)
    /// The card has one of these types.
    case types(CardTypes)
    /// The class type is one of these lowercase strings, or is not one of the known ones.
    case classTypes(TextSet, known: TextSet? = nil)
  }

  /// Returns whether `card` meets the condition.
  func matches(_ card: Card, now: Int64, using scratch: inout MatchingScratch) -> Bool {
    isNegated != satisfies(card, now: now, using: &scratch)
  }

  private func satisfies(_ card: Card, now: Int64, using scratch: inout MatchingScratch) -> Bool {
    switch test {
    case .types(let types):
      let own = card.types
      return own.isEmpty ? matchesAbsent : !types.isDisjoint(with: own)
    case .classTypes(let wanted, let known):
      guard let classType = card.classType else { return matchesAbsent }
      if wanted.contains(classType: classType, using: &scratch) { return true }
      guard let known else { return false }
      return !known.contains(classType: classType, using: &scratch)
    default: break
    }
    let value = card.value(at: field, now: now, using: &scratch.derived)
    if value.isAbsent {
      // A card that never expires is treated as expiring at the latest possible time.
      guard case .time(let operation, let bound) = test, case .canonical(.expiresAt) = field else {
        return matchesAbsent
      }
      return operation.isFulfilled(by: CardTime.never.order(bound))
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
      return operation.isFulfilled(by: time.order(bound))
    case .number(let operation, let wanted):
      let number = JSONNumber.trimmed(value.plainText(using: &scratch.text))
      guard JSONNumber.isValid(number) else { return operation == .notEqual }
      return operation.isFulfilled(by: JSONNumber.compare(number, wanted))
    case .text(let operation, let wanted):
      let text = value.plainText(using: &scratch.text)
      guard case .canonical(.classType) = field else {
        return operation.isFulfilled(by: text, against: wanted)
      }
      return operation.isFulfilled(by: scratch.lowercased(text), against: wanted)
    case .oneOf(let wanted): return wanted.contains(value.plainText(using: &scratch.text))
    case .types, .classTypes: return false
    }
  }
}

extension WhereClause.Operator {
  /// Whether a comparison succeeds for the order of the card's value and the given one.
  fileprivate func isFulfilled(by order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .hasPrefix, .hasSuffix, .contains: false
    }
  }

  /// Returns whether a comparison of text succeeds.
  fileprivate func isFulfilled(by text: ByteView, against wanted: ByteView) -> Bool {
    switch self {
    case .hasPrefix: wanted.occurs(at: 0, in: text)
    case .hasSuffix: wanted.occurs(at: text.count - wanted.count, in: text)
    case .contains: text.firstIndex(of: wanted) != nil
    default: isFulfilled(by: text == wanted ? 0 : text.precedes(wanted) ? -1 : 1)
    }
  }
}

/// The buffers for values that must be derived or decoded.
struct MatchingScratch: ~Copyable {
  /// Derived fields, and lowercase text.
  var derived = ByteBuffer()
  /// Decoded text, times in seconds, and compact JSON.
  var text = ByteBuffer()

  /// Returns a copy of `text` with ASCII letters lowercased.
  mutating func lowercased(_ text: ByteView) -> ByteView {
    derived.removeAll()
    derived.append(lowercased: text)
    return derived.view
  }
}

extension CardValue {
  /// Returns the value as text, which borrows from the card or, if converted, from `scratch`.
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
