import CardJSON

/// A `WhereClause` made ready for many cards: its value read as a text, a number and a time.
struct Condition: BitwiseCopyable {
  private let field: FieldPath
  private let test: Test
  /// Whether a card without the field satisfies the condition.
  private let holdsForAbsent: Bool

  private enum Test: BitwiseCopyable {
    case presence
    case comparison(WhereClause.Operator, Operand)
  }

  private struct Operand: BitwiseCopyable {
    let text: TextPool.Text
    /// The text without white space round it, when that is a JSON number.
    let number: TextPool.Text?
    let time: TimeBound?
  }

  init(_ clause: WhereClause, now: Int64, texts: inout TextPool) {
    field = clause.field
    guard let comparison = clause.comparison else {
      test = .presence
      holdsForAbsent = false
      return
    }
    let time = Condition.time(comparison, of: clause.field, now: now)
    let value = ByteBuffer(comparison.value.utf8)
    let number = JSONNumber.trimmed(value.view)
    test = .comparison(
      comparison.operator,
      Operand(
        text: texts.add(comparison.value),
        number: JSONNumber.isValid(number) ? texts.add(number.text) : nil,
        time: time.map { TimeBound($0, texts: &texts) }))
    switch comparison.operator {
    case .notEqual: holdsForAbsent = true
    case .greater, .greaterOrEqual:
      // No expiry is one later than any time.
      holdsForAbsent = clause.field == .canonical(.expiresAt) && time != nil
    case .equal, .less, .lessOrEqual, .hasPrefix, .hasSuffix, .contains: holdsForAbsent = false
    }
  }

  private static func time(_ comparison: WhereClause.Comparison, of field: FieldPath, now: Int64)
    -> TimeArgument?
  {
    switch field {
    case .canonical(.created): try? TimeArgument(comparison.value, now: now)
    case .canonical(.expiresAt):
      try? TimeArgument(comparison.value, now: now, bareDuration: .future)
    case .canonical, .derived, .extra: nil
    }
  }

  /// Whether the condition holds for `card`.
  func holds(
    for card: Card, now: Int64, texts: borrowing TextPool, using scratch: inout MatchingScratch
  ) -> Bool {
    let value = card.value(at: field, now: now, using: &scratch.derived)
    if value.isAbsent { return holdsForAbsent }
    switch test {
    case .presence:
      if case .boolean(let flag) = value, field.content == .boolean { return flag }
      return true
    case .comparison(let comparison, let operand):
      return Condition.compare(value, comparison, operand, texts, &scratch.text)
    }
  }

  private static func compare(
    _ value: CardValue, _ comparison: WhereClause.Operator, _ operand: Operand,
    _ texts: borrowing TextPool, _ scratch: inout ByteBuffer
  ) -> Bool {
    let wanted = texts[operand.text]
    switch comparison {
    case .hasPrefix: return wanted.stands(at: 0, of: value.plainText(using: &scratch))
    case .hasSuffix:
      let text = value.plainText(using: &scratch)
      return wanted.stands(at: text.count - wanted.count, of: text)
    case .contains:
      return value.plainText(using: &scratch).firstIndex(of: wanted) != nil
    case .equal: return order(value, operand, texts, &scratch) == 0
    case .notEqual: return order(value, operand, texts, &scratch) != 0
    case .less: return order(value, operand, texts, &scratch) < 0
    case .lessOrEqual: return order(value, operand, texts, &scratch) <= 0
    case .greater: return order(value, operand, texts, &scratch) > 0
    case .greaterOrEqual: return order(value, operand, texts, &scratch) >= 0
    }
  }

  /// Whether `value` is before, at or after the operand: below, at or above 0.
  private static func order(
    _ value: CardValue, _ operand: Operand, _ texts: borrowing TextPool,
    _ scratch: inout ByteBuffer
  ) -> Int {
    if case .time(let time) = value, let bound = operand.time {
      return bound.order(of: time, texts, using: &scratch)
    }
    let text = value.plainText(using: &scratch)
    if let number = operand.number {
      let own = JSONNumber.trimmed(text)
      if JSONNumber.isValid(own) { return JSONNumber.compare(own, texts[number]) }
    }
    let wanted = texts[operand.text]
    return text == wanted ? 0 : text.precedes(wanted) ? -1 : 1
  }
}

/// A time that the times of cards are compared with, exact to the last digit.
struct TimeBound: BitwiseCopyable {
  private let milliseconds: Int64
  private let seconds: TextPool.Text

  init(_ time: TimeArgument, texts: inout TextPool) {
    milliseconds = time.milliseconds
    seconds = texts.add(time.seconds)
  }

  /// Whether `time` is before, at or after this one: below, at or above 0.
  func order(of time: CardTime, _ texts: borrowing TextPool, using scratch: inout ByteBuffer) -> Int
  {
    // Rounding never swaps two times, so only equal milliseconds need a look at the digits.
    if time.milliseconds != milliseconds { return time.milliseconds < milliseconds ? -1 : 1 }
    return JSONNumber.compare(
      CardValue.time(time).plainText(using: &scratch), texts[seconds])
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
