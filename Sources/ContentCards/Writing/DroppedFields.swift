import CardJSON

extension ShapeWriter {
  /// The fields that `card` has and that would not come back from what this writer makes of it
  /// (`--summary` names them).
  ///
  /// A field counts when it has a value; a boolean when it is true. The card type counts when a
  /// reader would take the written card for one of another type; the class type never does, since
  /// it travels in the extras.
  public func droppedFields(of card: Card) -> CardFields {
    var dropped = CardFields()
    for field in CardField.allCases where isDropped(field, of: card) {
      dropped.insert(CardFields(field))
    }
    return dropped
  }

  private func isDropped(_ field: CardField, of card: Card) -> Bool {
    switch field {
    case .type: return typeReadBack(of: card) != card.type
    case .classType: return false
    default: break
    }
    let isCarried = plan.fields.contains(CardFields(field))
    switch field.content {
    case .text: return !isCarried && card.text(field) != nil
    case .boolean: return !isCarried && card.flag(field)
    case .number: return !isCarried && card.number(field) != nil
    case .pairs: return !isCarried && !card.value(field).isAbsent
    case .time:
      guard let time = card.time(field) else { return false }
      return !isCarried || writesCalendarDates && !time.isInCalendar
    }
  }

  /// Whether times are written in a form that knows the years 1 to 9999 only.
  private var writesCalendarDates: Bool { timeForm.isDate || timeForm == .milliseconds }

  /// The type that the written card has for a reader (`Card.type`).
  func typeReadBack(of card: Card) -> CardType? {
    let type = card.type
    if type == .control, plan.hasControlKey { return .control }
    let hasImage = plan.fields.contains(CardFields(.image)) && card.text(.image) != nil
    if plan.fields.contains(CardFields(.type)) {
      guard let name = plan.typeNames.spelling(of: card) else { return nil }
      return typeNamed(name, hasImage: hasImage)
    }
    let hasText = card.text(.title) != nil || card.text(.description) != nil
    guard hasImage else { return hasText || plan.hasControlKey ? .classic : .control }
    if !hasText { return .imageOnly }
    let hasRatio =
      plan.fields.contains(CardFields(.imageAspectRatio)) && card.number(.imageAspectRatio) != nil
    return hasRatio ? .captionedImage : .classicImage
  }

  private func typeNamed(_ name: CardText, hasImage: Bool) -> CardType {
    let names = ShapeCatalog.shared.tables.item(Int(shape.rawValue)).value.typeNames
    guard name.isEscaped else {
      return names.meaning(of: name.content, hasImage: hasImage)?.type ?? .unknown
    }
    var text = ByteBuffer(capacity: name.content.count)
    name.appendText(to: &text)
    return text.read { names.meaning(of: $0, hasImage: hasImage)?.type ?? .unknown }
  }
}

/// What makes it impossible to say a card in a shape, whatever else is left out of it.
public enum Unsayable: CaseIterable, Sendable {
  /// The server withdrew the card, and the shape has no way to say so: it would come back.
  case removed
  /// The card is the control variant, or is not, and a reader would take it for the other.
  case control
  /// Nobody knows the card's type, and a reader of the shape would take it for another.
  case unknownType
}

extension ShapeWriter {
  /// Why the shape cannot say `card`; nil when it can.
  public func unsayable(_ card: Card) -> Unsayable? {
    if !plan.fields.contains(CardFields(.removed)), card.flag(.removed) { return .removed }
    let type = card.type
    if type == .unknown {
      return plan.keepsUnknownTypes && typeReadBack(of: card) == .unknown ? nil : .unknownType
    }
    if plan.keepsUnknownTypes || plan.hasControlKey { return nil }
    return (typeReadBack(of: card) == .control) == (type == .control) ? nil : .control
  }
}
