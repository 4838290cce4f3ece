import CardJSON
import ContentCardKit

/// Writes cards as JSON in one shape, whatever shape they were found in (`convert --as SHAPE`).
///
/// A field is written when the card has it and the shape documents it, in the order of the shape's
/// keys; it does not depend on the card's type. Text keeps the escapes it was written
/// with, numbers their spelling, extras everything but the white space between tokens.
///
///     let writer = ShapeWriter(.wire)
///     writer.append(card, to: &output)  // {"id":"…","tp":"short_news",…}
package struct ShapeWriter: Sendable {
  /// The shape that is written.
  package let shape: Shape
  /// How `Shape.card` prints times; the other shapes have a form of their own.
  package let times: CardTimeFormat

  let plan: ShapePlan
  let timeForm: TimeForm

  /// A writer of `shape`.
  package init(_ shape: Shape, times: CardTimeFormat = .seconds) {
    self.shape = shape
    self.times = times
    plan = ShapePlan.plan(of: shape)
    timeForm = plan.times(times)
  }

  /// Appends `card` as one JSON object, without a line end.
  package func append(_ card: Card, to buffer: inout ByteBuffer) {
    if keeps(card) { return JSONText.appendCompact(card.raw, to: &buffer) }
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

  /// Whether a card stays as it is written: one of the REST API that is written for the REST API
  /// has an address for each platform, and says how long it lives, in more ways than a field can.
  func keeps(_ card: Card) -> Bool { shape == .rest && card.shape == .rest }

  /// Appends one member; nothing when the card has no such value and the shape leaves it out then.
  private func append(_ step: ShapePlan.Step, of card: Card, to buffer: inout ByteBuffer) {
    let start = buffer.count
    buffer.append(step.key)
    if !appendValue(step, of: card, to: &buffer) { buffer.truncate(to: start) }
  }

  /// Appends the value of a member; false when there is none and the key is left out then.
  private func appendValue(
    _ step: ShapePlan.Step, of card: Card, to buffer: inout ByteBuffer
  ) -> Bool {
    let hasValue =
      switch step.form {
      case .text:
        append(step.field == .classType ? card.classType : card.text(step.field), to: &buffer)
      case .boolean: append(card.flag(step.field), to: &buffer)
      case .control: append(card.isControl, to: &buffer)
      case .number: append(card.number(step.field), to: &buffer)
      case .type: append(step.typeNames.spelling(of: card), to: &buffer)
      case .time: appendTime(card.time(step.field), to: &buffer)
      case .pairs: appendPairs(of: card, to: &buffer)
      }
    if hasValue { return true }
    // The REST API asks for both texts, an empty one too, but not of an image alone.
    let hasNoTexts = shape == .rest && (card.type == .imageOnly || card.type == .control)
    guard step.absent.count > 0, step.form != .text || !hasNoTexts else { return false }
    buffer.append(step.absent)
    return true
  }

  private func append(_ text: CardText?, to buffer: inout ByteBuffer) -> Bool {
    guard let text else { return false }
    text.appendJSON(to: &buffer)
    return true
  }

  private func append(_ flag: Bool, to buffer: inout ByteBuffer) -> Bool {
    buffer.append(flag)
    return true
  }

  private func append(_ number: ByteView?, to buffer: inout ByteBuffer) -> Bool {
    guard let number else { return false }
    buffer.append(number)
    return true
  }

  private func appendTime(_ time: CardTime?, to buffer: inout ByteBuffer) -> Bool {
    guard let time else { return false }
    switch timeForm {
    case .seconds, .chosen: time.appendNumber(to: &buffer)
    case .milliseconds:
      guard time.isInCalendar else { return false }
      buffer.append(signed: time.milliseconds)
    case .date: return time.appendQuotedISO8601(to: &buffer, milliseconds: false)
    case .dateWithMilliseconds:
      return time.appendQuotedISO8601(to: &buffer, milliseconds: true)
    }
    return true
  }

  private func appendPairs(of card: Card, to buffer: inout ByteBuffer) -> Bool {
    let start = buffer.count
    card.appendExtras(to: &buffer, addsClassType: shape != .card)
    return buffer.count > start
  }
}

extension Card {
  /// Appends the extras as one object; nothing where there are none.
  ///
  /// - Parameters:
  ///   - keys: those of the extras that are left out.
  ///   - addsClassType: whether a class type that the extras do not name becomes one of them, in
  ///     place of what has its key and names none.
  func appendExtras(
    to buffer: inout ByteBuffer, without keys: PermanentTable<ByteView> = Card.noKeys,
    addsClassType: Bool
  ) {
    let (start, document) = (buffer.count, extras.document)
    let classType = addsClassType ? classTypeOutsideExtras : nil
    guard keys.count > 0 || classType != nil else {
      if extras.node != 0 { JSONText.appendCompact(document.raw(extras.node), to: &buffer) }
      return
    }
    forEachExtraNode { value in
      let key = value - 1
      for index in 0..<keys.count where document.text(key, equals: keys[index]) { return }
      if classType != nil, document.text(key, equals: typeKey) { return }
      buffer.append(UInt8(ascii: buffer.count == start ? "{" : ","))
      buffer.append(document.raw(key))
      buffer.append(UInt8(ascii: ":"))
      JSONText.appendCompact(document.raw(value), to: &buffer)
    }
    if let classType {
      buffer.append(UInt8(ascii: buffer.count == start ? "{" : ","))
      JSONText.appendQuoted(typeKey, to: &buffer)
      buffer.append(UInt8(ascii: ":"))
      classType.appendJSON(to: &buffer)
    }
    if buffer.count > start { buffer.append(UInt8(ascii: "}")) }
  }

  static let noKeys = PermanentTable<ByteView>([])

  /// The class type of a card in cardctl's own shape whose extras do not name it.
  ///
  /// No other shape has a place for it but the extras.
  var classTypeOutsideExtras: CardText? {
    guard shape == .card, let own = text(.classType) else { return nil }
    let node = extras.node == 0 ? nil : extras.document.member(typeKey, of: extras.node)
    switch node.map(extra) ?? .absent {
    case .text, .number, .boolean: return nil
    case .absent, .time, .nested: return own
    }
  }
}
