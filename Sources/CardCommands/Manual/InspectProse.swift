import CardArguments

/// What the manual page of `inspect` says beyond the declaration.
enum InspectProse {
  static let prose = ManualProse(
    parts: [
      ManualSection(
        "The page",
        "`--to html` writes one file that needs nothing else. It follows the light or dark "
          + "scheme of whoever looks at it, and loads no image unless --images is given. No "
          + "text of a card can act in it. It lists 1,000 extras of a card and 4,096 bytes of a "
          + "text, and says how many more there are.")
    ],
    files: [CommonFiles.configuration])
}
