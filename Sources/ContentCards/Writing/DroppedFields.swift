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
  private var writesCalendarDates: Bool {
    switch shape {
    case .webStorage, .web, .capacitor, .rest: true
    case .card: times == .iso8601
    case .wire, .abk, .metadata, .cordova, .reactNative: false
    }
  }

  /// The type that the written card has for a reader (`Card.type`).
  private func typeReadBack(of card: Card) -> CardType {
    let type = card.type
    if type == .control, plan.saysControl { return .control }
    let hasImage = plan.fields.contains(CardFields(.image)) && card.text(.image) != nil
    if plan.fields.contains(CardFields(.type)), let name = type.name(in: shape) {
      return ShapeCatalog.shared.tables.item(Int(shape.rawValue)).typeNames
        .type(ByteView(name), hasImage: hasImage) ?? type
    }
    let hasText = card.text(.title) != nil || card.text(.description) != nil
    guard hasImage else { return hasText ? .classic : .control }
    if !hasText { return .imageOnly }
    let hasRatio =
      plan.fields.contains(CardFields(.imageAspectRatio)) && card.number(.imageAspectRatio) != nil
    return hasRatio ? .captionedImage : .classicImage
  }
}
