import CardJSON
import ContentCardKit

extension ShapeWriter {
  /// The fields that `card` has and that would not come back from what this writer makes of it
  /// (`--summary` names them).
  ///
  /// A field counts when it has a value; a boolean when it is true. The card type counts when a
  /// reader would take the written card for one of another type; the class type never does, since
  /// it travels in the extras.
  package func droppedFields(of card: Card) -> CardFields {
    keeps(card) ? [] : droppedFields(of: card, in: places)
  }

  /// Calls `body` with everything that `card` has and that this writer leaves out of it.
  package func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) {
    if !keeps(card) { forEachLoss(of: card, in: places, body) }
  }

  /// The same for what is written of the card at `places` alone.
  func forEachLoss(of card: Card, in places: CardPlaces, _ body: (CardLoss) -> Void) {
    for field in droppedFields(of: card, in: places).fields { body(.field(field)) }
    card.forEachUnwritten(in: places, body)
  }

  private func droppedFields(of card: Card, in places: CardPlaces) -> CardFields {
    var dropped = CardFields()
    for field in CardField.allCases where card.loses(field, in: places) {
      dropped.insert(CardFields(field))
    }
    let readBack = typeReadBack(of: card, from: places.fields, places.saysControl)
    if readBack != card.type { dropped.insert(CardFields(.type)) }
    return dropped
  }

  /// What of a card is written.
  private var places: CardPlaces { CardPlaces(plan, timeForm) }

  /// The type that a written card has for a reader (`Card.type`).
  private func typeReadBack(of card: Card) -> CardType? {
    typeReadBack(of: card, from: plan.fields, plan.hasControlKey)
  }

  /// The same where the given fields are written, and with `saysControl` which cards are control
  /// cards.
  private func typeReadBack(of card: Card, from fields: CardFields, _ saysControl: Bool)
    -> CardType?
  {
    let type = card.type
    if type == .control, saysControl { return .control }
    let hasImage = fields.contains(CardFields(.image)) && card.text(.image) != nil
    if plan.fields.contains(CardFields(.type)) {
      // A column that could say the type and was not asked for leaves it out.
      guard fields.contains(CardFields(.type)),
        let name = plan.typeNames.spelling(of: card)
      else { return nil }
      return typeNamed(name, hasImage: hasImage)
    }
    let hasText =
      fields.contains(CardFields(.title)) && card.text(.title) != nil
      || fields.contains(CardFields(.description)) && card.text(.description) != nil
    guard hasImage else { return hasText || saysControl ? .classic : .control }
    if !hasText { return .imageOnly }
    let hasRatio =
      fields.contains(CardFields(.imageAspectRatio))
      && card.number(.imageAspectRatio) != nil
    return hasRatio ? .captionedImage : .classicImage
  }

  private func typeNamed(_ name: CardText, hasImage: Bool) -> CardType {
    let names = ShapeCatalog.shared.tables.item(Int(shape.rawValue)).value.typeNames
    return name.withText { names.meaning(of: $0, hasImage: hasImage)?.type ?? .unknown }
  }
}

/// What makes it impossible to say a card in a shape, whatever else is left out of it.
package enum Unsayable: CaseIterable, Sendable {
  /// The server withdrew the card, and the shape has no way to say so: it would come back.
  case removed
  /// The card is the control variant, or is not, and a reader would take it for the other.
  case control
  /// Nobody knows the card's type, and a reader of the shape would take it for another.
  case unknownType
}

extension ShapeWriter {
  /// Why the shape cannot say `card`; nil when it can.
  package func unsayable(_ card: Card) -> Unsayable? {
    if !plan.fields.contains(CardFields(.removed)), card.flag(.removed) { return .removed }
    let type = card.type
    if type == .unknown {
      let isKept = plan.keepsUnknownTypes && typeReadBack(of: card) == .unknown
      return isKept ? nil : .unknownType
    }
    if plan.keepsUnknownTypes || plan.hasControlKey { return nil }
    let isReadAsControl = typeReadBack(of: card) == .control
    return isReadAsControl == (type == .control) ? nil : .control
  }
}
