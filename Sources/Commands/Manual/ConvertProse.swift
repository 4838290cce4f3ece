import Arguments

/// What the manual page of `convert` says beyond the declaration.
enum ConvertProse {
  static let prose = ManualProse(
    parts: [
      ManualSection(
        "Objects",
        [
          .paragraph(
            "An object is one JSON object with the keys `contentCardData` (the id, the class type, "
              + "when the card was created and expires, its flags), `object` (the name), and the "
              + "properties that the class registry gives it; what a card does not have is left "
              + "out. `cardctl-formats(5)` lists the built-in classes. Withdrawn cards are passed "
              + "over, and so are cards of classes that are not registered. When there is an input "
              + "but no output, a line on standard error says why."),
          .paragraph(
            "A control card becomes its object from its extras alone: properties that need "
              + "content which can be seen are then not required."),
        ]),
      ManualSection(
        "Shapes",
        [
          .paragraph(
            "--as with the name of a shape turns cards of one SDK into cards of another. Fields "
              + "that both document come back unchanged; --summary names those that were left "
              + "behind. The shape `card` holds every field.")
        ]),
      ManualSection(
        "Tables",
        [
          .paragraph(
            "CSV is quoted as RFC 4180 has it and ends lines with LF. The columns come from the "
              + "registry or the shape, not from the cards, so that a table of any length is "
              + "written in one pass. Names of nested values are joined with dots, as "
              + "`contentCardData.contentCardId`; extras are `extras.KEY`; lists are joined with "
              + "their separator.")
        ]),
    ],
    files: [CommonFiles.configuration])
}
