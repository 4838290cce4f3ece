@_spi(CardTool) import CardJSON

/// What a property of one card turned out to be; a loan like the card.
enum PropertyValue {
  /// No source has a value.
  case absent
  /// The value of the source with this place in the table is not what the property wants.
  case bad(source: Int)
  /// A string, in the spelling it was written with.
  case text(CardText, source: Int)
  /// A number, `true` or `false`, or a whole list: exactly what is to be printed.
  case plain(ByteView, source: Int)
  /// The constant or the default of the registry.
  case given
}

/// In which form lists are to be spelt.
enum PropertyForm {
  /// As JSON arrays.
  case json
  /// As text, with the list's separator between the items.
  case cell
}

/// A card with its extras looked up; a loan like the card.
struct IndexedCard {
  let card: Card
  let extras: KeyNodes
  let isControl: Bool
}
