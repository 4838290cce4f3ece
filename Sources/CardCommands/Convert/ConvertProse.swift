extension ConvertCommand {
  /// The text of the manual page that is not in the declaration.
  static let prose = """
    ## Objects

    An object is one JSON object with the keys `contentCardData` (the id, the class type, when the
    card was created and expires, its flags), `object` (the name), and the properties that the class
    registry gives it; what a card does not have is omitted. `cardctl-formats(5)` lists the
    built-in classes. Withdrawn cards are skipped, and so are cards of classes that are not
    registered, whose class types a line on standard error names with the number of cards. When
    there is an input but no output, another says why.

    A control card becomes its object from its extras alone: properties that need content which can
    be seen are then not required.

    ## Shapes

    --as with the name of a shape turns cards of one SDK into cards of another. Fields that both
    document come back unchanged. The shape `card` holds every field. A card of the REST API that is
    written for the REST API stays as it is.

    ## Tables

    CSV is quoted as RFC 4180 has it and ends lines with LF. The columns come from the registry or
    the shape, not from the cards, so that a table of any length is written in one pass. Names of
    nested values are joined with dots, as `contentCardData.contentCardId`; extras are `extras.KEY`;
    lists are joined with their separator.

    ## What is omitted

    Whatever a shape, a table or an object cannot hold is omitted, and --summary names it on
    standard error with the number of cards that lost it:

    - `fields dropped`: Fields that the shape does not document, that have no column, or that no
      property of the object was read from.
    - `extras dropped`: Extras that have no column, or that no property was read from: `extras.KEY`,
      as --columns takes it.
    - `keys dropped`: Keys of the cards that carry no field, and those that another key of their
      field contradicts.
    - `bad values dropped`: Values that are invalid for a field, such as a time that is not one, or
      for an object's optional property: `Tile.price`.
    """
}
