import CardJSON

/// A shape's names for the card types (`ShapeDefinition.types`).
package struct CardTypeNames: BitwiseCopyable, Sendable {
  private let names: PermanentTable<TypeName>

  init(_ names: [TypeName]) { self.names = PermanentTable(names) }

  /// The type with the name `name`, and whether it is exactly one of the shape's names; nil if not
  /// found.
  ///
  /// Names that differ only in case are accepted, because apps write `CLASSIC` for an SDK's
  /// `Classic`.
  package func meaning(of name: ByteView, hasImage: @autoclosure () -> Bool) -> (
    type: CardType, isOwn: Bool
  )? {
    func type(_ name: TypeName) -> CardType {
      guard name.dependsOnImage else { return name.type }
      return hasImage() ? .classicImage : .classic
    }
    if let own = names.first(where: { $0.name == name }) { return (type(own), !own.isTolerated) }
    return names.first { $0.name.equalsIgnoringCase(name) }.map { (type($0), false) }
  }

  /// Whether a string is exactly one of the names.
  func contains(_ string: JSONNode) -> Bool { names.contains { string.text(equals: $0.name) } }

  /// The name to write for `type`; nil if the shape has none.
  package func name(of type: CardType) -> ByteView? {
    let own = names.first { $0.isWritten && $0.type == type }
    let shared = type == .classicImage ? names.first { $0.isWritten && $0.dependsOnImage } : nil
    return (own ?? shared)?.name
  }

  /// The name to write for the card's type; for an unknown type, the card's name.
  package func word(for card: Card) -> CardText? {
    guard let type = card.type else { return nil }
    return type == .unknown ? card.text(.type) : name(of: type).map { CardText($0) }
  }
}
