import Arguments

/// What the manual page of `filter` says beyond the declaration.
enum FilterProse {
  static let prose = ManualProse(
    parts: [
      ManualSection(
        "Conditions",
        [
          .paragraph(
            "A condition is `FIELD OP VALUE`, with or without spaces. FIELD is one of the fields "
              + "in `cardctl-formats(5)` or `extras.KEY`. When both sides are JSON numbers they "
              + "are compared as numbers, the text of extras included, and else as texts; times "
              + "are compared as times. A card without the field satisfies only `!=`. A card that "
              + "never expires expires after everything."),
          .terms([
            ManualTerm("`FIELD`", "The card has the field; a flag is true."),
            ManualTerm("`=` `!=`", "The same, or not."),
            ManualTerm("`<` `<=` `>` `>=`", "Less or more."),
            ManualTerm("`^=` `$=` `*=`", "Begins with, ends with, contains the text."),
          ]),
        ]),
      ManualSection(
        "Bytes",
        [
          .paragraph(
            "A card is printed with the bytes it was read with. Of one that spans lines the white "
              + "space between tokens is dropped, and one that was held in a string is printed "
              + "decoded."),
          .paragraph(
            "Without --sort, --limit, --unique and --count, what is printed depends on each card "
              + "alone: an input of one card a line may be split between any lines and the "
              + "outputs joined. With `--on-error skip` filter runs as a stage of Spark or Hadoop "
              + "Streaming."),
        ]),
    ])
}
