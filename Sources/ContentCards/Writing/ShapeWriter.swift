import CardJSON

/// Writes cards as JSON in one shape, whatever shape they were found in (`convert --as SHAPE`).
///
/// A field is written when the card has it and the shape documents it (`Shape.keys`), in the order
/// of that table; it does not depend on the card's type. Text keeps the escapes it was written
/// with, numbers their spelling, extras everything but the white space between tokens.
///
///     let writer = ShapeWriter(.wire)
///     writer.append(card, to: &output)  // {"id":"…","tp":"short_news",…}
public struct ShapeWriter: Sendable {
  /// The shape that is written.
  public let shape: Shape
  /// How `Shape.card` prints times; the other shapes have a form of their own.
  public let times: CardTimeFormat

  let plan: ShapePlan

  /// A writer of `shape`.
  public init(_ shape: Shape, times: CardTimeFormat = .seconds) {
    self.shape = shape
    self.times = shape == .card ? times : .seconds
    plan = ShapePlan.plan(of: shape)
  }

  /// Appends `card` as one JSON object, without a line end.
  public func append(_ card: Card, to buffer: inout ByteBuffer) {
    let start = buffer.count
    for index in 0..<plan.steps.count { append(plan.steps[index], of: card, to: &buffer) }
    if buffer.count == start {
      buffer.append("{}")
    } else {
      // Every member brought its comma; the first one stands where the brace belongs.
      buffer.replace(at: start, with: UInt8(ascii: "{"))
      buffer.append(UInt8(ascii: "}"))
    }
  }

  /// Appends one member; nothing when the card has no such value and the shape leaves it out then.
  private func append(_ step: ShapePlan.Step, of card: Card, to buffer: inout ByteBuffer) {
    let start = buffer.count
    buffer.append(step.key)
    if !appendValue(step, of: card, to: &buffer) { buffer.truncate(to: start) }
  }

  /// Appends the value of a member; false when there is none.
  private func appendValue(
    _ step: ShapePlan.Step, of card: Card, to buffer: inout ByteBuffer
  ) -> Bool {
    switch step.form {
    case .text: appendText(step.field, of: card, to: &buffer)
    case .boolean: appendFlag(card.flag(step.field), to: &buffer)
    case .isControl: appendFlag(card.isControl, to: &buffer)
    case .number: appendNumber(step.field, of: card, to: &buffer)
    case .type: appendType(step.typeNames[card.type], to: &buffer)
    case .seconds, .secondsOrNever, .dateOrNull, .date, .millisecondsOrNull:
      appendTime(card.time(step.field), as: step.form, to: &buffer)
    case .pairs, .pairsOrEmpty:
      appendPairs(of: card, isAlwaysWritten: step.form == .pairsOrEmpty, to: &buffer)
    }
  }

  private func appendText(_ field: CardField, of card: Card, to buffer: inout ByteBuffer) -> Bool {
    guard let text = field == .classType ? card.classType : card.text(field) else { return false }
    text.appendJSON(to: &buffer)
    return true
  }

  private func appendFlag(_ flag: Bool, to buffer: inout ByteBuffer) -> Bool {
    buffer.append(flag)
    return true
  }

  private func appendNumber(_ field: CardField, of card: Card, to buffer: inout ByteBuffer) -> Bool
  {
    guard let number = card.number(field) else { return false }
    buffer.append(number)
    return true
  }

  private func appendType(_ name: ByteView?, to buffer: inout ByteBuffer) -> Bool {
    guard let name else { return false }
    CardText(name).appendJSON(to: &buffer)
    return true
  }

  private func appendTime(_ time: CardTime?, as form: FieldForm, to buffer: inout ByteBuffer)
    -> Bool
  {
    switch form {
    case .secondsOrNever:
      guard let time else { return append("-1", to: &buffer) }
      time.appendSeconds(to: &buffer)
      return true
    case .dateOrNull:
      if let time, time.appendQuotedISO8601(to: &buffer, milliseconds: true) { return true }
      return append("null", to: &buffer)
    case .millisecondsOrNull:
      guard let time, time.isInCalendar else { return append("null", to: &buffer) }
      buffer.append(signed: time.milliseconds)
      return true
    case .date:
      return time?.appendQuotedISO8601(to: &buffer, milliseconds: false) ?? false
    case .seconds:
      guard let time else { return false }
      return times.appendJSON(time, to: &buffer)
    case .text, .boolean, .number, .type, .isControl, .pairs, .pairsOrEmpty:
      return false
    }
  }

  private func append(_ text: StaticString, to buffer: inout ByteBuffer) -> Bool {
    buffer.append(text)
    return true
  }

  private func appendPairs(of card: Card, isAlwaysWritten: Bool, to buffer: inout ByteBuffer)
    -> Bool
  {
    let start = buffer.count
    if case .nested(let pairs) = card.value(.extras) {
      JSONText.appendCompact(pairs, to: &buffer)
    }
    if shape != .card, let classType = card.classTypeOutsideExtras {
      appendPair(card.typeKey, classType, to: &buffer, from: start)
    }
    if buffer.count > start { return true }
    return isAlwaysWritten && append("{}", to: &buffer)
  }

  /// Adds a member to the object that begins at `start`, or a new object when there is none.
  ///
  /// As the last member it counts, whatever else has its key.
  private func appendPair(
    _ key: ByteView, _ value: CardText, to buffer: inout ByteBuffer, from start: Int
  ) {
    if buffer.count == start {
      buffer.append(UInt8(ascii: "{"))
    } else {
      buffer.truncate(to: buffer.count - 1)
      if buffer.count > start + 1 { buffer.append(UInt8(ascii: ",")) }
    }
    JSONText.appendQuoted(key, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    value.appendJSON(to: &buffer)
    buffer.append(UInt8(ascii: "}"))
  }
}

extension Card {
  /// The class type of a card in cardctl's own shape whose extras do not name it.
  ///
  /// No other shape has a place for it but the extras.
  var classTypeOutsideExtras: CardText? {
    guard shape == .card, let classType else { return nil }
    switch extra(typeKey) {
    case .text, .number, .boolean: return nil
    case .absent, .time, .nested: return classType
    }
  }
}

extension CardTime {
  /// Whether the time lies in the years 1 to 9999, which is what the date forms can write.
  var isInCalendar: Bool {
    milliseconds >= -62_135_596_800_000 && milliseconds < 253_402_300_800_000
  }
}
