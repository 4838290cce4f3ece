import CardArguments

/// The text of the manual page of `filter` that is not in the declaration.
enum FilterProse {
  static let prose = ManualProse(
    parts: [
      ManualSection(
        "Conditions",
        [
          .paragraph(
            "A condition is `FIELD OP VALUE`, with or without spaces. FIELD is one of the fields "
              + "in `cardctl-formats(5)` or `extras.KEY`. A card without the field satisfies only "
              + "`!=`. Every --where holds one condition, and all of them must match. `FIELD = A|B` "
              + "matches either value, and `FIELD != A|B` neither. Inside double quotes `|` is "
              + "literal, and a number is text."),
          .meanings([
            "`FIELD`": "The card has the field; a flag is true.",
            "`!FIELD`": "The card does not have the field; a flag is false.",
            "`=` `!=`": "Equal, or not; `==` is `=`.",
            "`<` `<=` `>` `>=`": "Less or more.",
            "`^=` `$=` `*=`": "Begins with, ends with, contains the text.",
          ]),
          .paragraph(
            "Fields have types, and a VALUE of another type is refused. Times, as "
              + "`cardctl(1)` describes them, are compared as times; a card that never expires "
              + "expires after everything, and `expires_at = never` finds it. Flags are `true` or "
              + "`false`. `type` takes the names of card types, those of the SDKs and the REST API "
              + "too, and `shape` those of shapes. Numbers have no units: a `payload_size` is in "
              + "bytes."),
          .paragraph(
            "Text is compared by its bytes, and `class_type` without regard to the case of ASCII "
              + "letters. An extra is compared as a number if it is a JSON number and VALUE is one "
              + "without quotes; an extra that is not a number matches neither `<` nor `>` then."),
        ]),
      ManualSection(
        "Bytes",
        "A card is printed with the bytes it was read with. Of one that spans lines the white "
          + "space between tokens is dropped, and one that was held in a string is printed "
          + "decoded.",
        "Without --sort, --limit, --unique, --count and conditions on `path` and `line`, what is "
          + "printed depends on each card alone: an input of one card a line may be split between any lines and the "
          + "outputs joined. With `--no-config --on-error skip` filter runs as a stage of Spark or Hadoop "
          + "Streaming."),
    ], files: [CommonFiles.configuration])
}
