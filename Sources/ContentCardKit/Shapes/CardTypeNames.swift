import CardJSON

/// The names by which one shape calls the card types (`ShapeDefinition.types`).
package struct CardTypeNames: BitwiseCopyable, Sendable {
  private let names: PermanentTable<TypeName>

  init(_ names: [TypeName]) { self.names = PermanentTable(names) }

  /// The type that is called `name`, and whether that is exactly one of the shape's own names; nil
  /// if it is not a name of a type.
  ///
  /// Apps write `CLASSIC` for the SDK's `Classic`, so names that differ only in case are
  /// understood.
  package func meaning(of name: ByteView, hasImage: @autoclosure () -> Bool) -> (
    type: CardType, isOwn: Bool
  )? {
    func type(_ name: TypeName) -> CardType {
      guard name.dependsOnImage else { return name.type }
      return hasImage() ? .classicImage : .classic
    }
    for index in 0..<names.count where names[index].name == name {
      return (type(names[index]), !names[index].isTolerated)
    }
    for index in 0..<names.count where names[index].name.equalsIgnoringCase(name) {
      return (type(names[index]), false)
    }
    return nil
  }

  /// Whether a string is exactly one of the names.
  func contains(_ string: JSONNode) -> Bool {
    (0..<names.count).contains { string.text(equals: names[$0].name) }
  }

  /// The name that cards of `type` are written with; nil if the shape has none.
  package func name(of type: CardType) -> ByteView? {
    var shared: ByteView?
    for index in 0..<names.count where names[index].isWritten {
      if names[index].type == type { return names[index].name }
      if names[index].dependsOnImage { shared = shared ?? names[index].name }
    }
    return type == .classicImage ? shared : nil
  }

  /// The word that is written for the card's type; for an unknown type the card's own word.
  package func word(for card: Card) -> CardText? {
    guard let type = card.type else { return nil }
    return type == .unknown ? card.text(.type) : name(of: type).map { CardText($0) }
  }
}
