import CardJSON
import ContentCardKit

// Parts of a card that are not written, and cards that a shape cannot represent.
extension ShapeWriter {
  /// The fields of `card` that are lost when the written card is read again (`--summary`); the type
  /// is lost if a reader would derive another one, the class type never.
  package func droppedFields(of card: Card) -> CardFields {
    if keeps(card), !isTable { return [] }
    var dropped = CardFields()
    let readBack = typeReadBack(of: card, from: coverage.fields, coverage.hasControl)
    for field in CardField.allCases
    where field == .type ? readBack != card.type : card.loses(field, in: coverage) {
      dropped.insert(CardFields(field))
    }
    return dropped
  }

  /// Calls `body` with each part of `card` that is not written.
  package func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) {
    if keeps(card), !isTable { return }
    for field in droppedFields(of: card).fields { body(.field(field)) }
    card.forEachUnwritten(in: coverage, body)
  }

  /// The type that a reader derives from the written fields (`Card.type`).
  private func typeReadBack(
    of card: Card, from fields: CardFields, _ hasControl: Bool
  ) -> CardType? {
    let type = card.type
    if type == .control, hasControl { return .control }
    func has(_ field: CardField) -> Bool { fields.contains(CardFields(field)) }
    let hasImage = has(.image) && card.text(.image) != nil
    if definition.writtenFields.contains(CardFields(.type)) {
      // Without a type column, the type is lost.
      guard has(.type), let name = definition.value.typeName(for: card) else { return nil }
      return name.withText {
        definition.value.type(named: $0, hasImage: hasImage)?.type ?? .unknown
      }
    }
    let hasText = [CardField.title, .description].contains { has($0) && card.text($0) != nil }
    return CardType(
      hasImage: hasImage, hasText: hasText, mayBeControl: shape.omitsControlType && !hasControl,
      hasAspectRatio: has(.imageAspectRatio) && card.number(.imageAspectRatio) != nil)
  }
}

/// The reasons why a shape cannot represent a card.
package enum UnrepresentableReason: CaseIterable, Sendable {
  /// The server removed the card, but the shape has no key for that, so the card would reappear.
  case removed
  /// A reader would mistake a control card for another type, or the reverse.
  case control
  /// The type is unknown, and a reader of the shape would derive another one.
  case unknownType
  /// The card has no type, which readers of the shape require.
  case noType
}

extension ShapeWriter {
  /// Returns the reason why the shape cannot represent `card`, or nil if it can.
  package func unrepresentableReason(for card: Card) -> UnrepresentableReason? {
    if !definition.writtenFields.contains(CardFields(.removed)), card.flag(.removed) {
      return .removed
    }
    let type = card.type
    if type == nil, shape == .rest || shape == .capacitor { return .noType }
    if type != .unknown, definition.keepsUnknownTypes || definition.hasControlKey { return nil }
    let readBack = typeReadBack(of: card, from: definition.writtenFields, definition.hasControlKey)
    if type == .unknown {
      return definition.keepsUnknownTypes && readBack == .unknown ? nil : .unknownType
    }
    return (readBack == .control) == (type == .control) ? nil : .control
  }
}
