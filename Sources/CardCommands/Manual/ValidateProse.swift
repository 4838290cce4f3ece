import CardArguments

/// The text of the manual page of `validate` that is not in the declaration.
enum ValidateProse {
  static let prose = ManualProse(
    parts: [findings, kinds, levels, baseline], files: [CommonFiles.configuration])

  private static let findings = ManualSection(
    "Findings",
    [
      .paragraph(
        "In text a finding is `path:line:column: severity[rule] message`; on a terminal the place "
          + "in the input follows, with a caret. Lines end with LF, columns count Unicode scalars "
          + "from 1. `--to json` and `--to ndjson` give each finding these keys:"),
      .meanings([
        "`path`": "The input as it was named; `-` for standard input.",
        "`line`, `column`, `end_line`, `end_column`": "Where it begins and ends, from 1.",
        "`offset`": "Where it begins, in bytes from the start of the input.",
        "`severity`": "`error`, `warning` or `info`.",
        "`rule`, `message`": "The rule's id, and what is wrong here.",
        "`pointer`":
          "A JSON Pointer from the root of the document; one of more than 1 KiB ends earlier.",
        "`record`, `card_id`": "The number of the card in the input, and its id.",
      ]),
      .paragraph(
        "`json` is one object with `findings` and `summary`, which has the numbers of `cards`, "
          + "`errors`, `warnings` and `infos`. In every format an input that cannot be read is an "
          + "error, `input/unreadable`. Of one card or body each rule lists 10,000 findings, and "
          + "says how many more there are."),
      .paragraph(
        "Several --to write several reports in one run over the inputs. Their files are put in "
          + "place when all is written, never in that of an input; those in a directory that is "
          + "searched are passed over."),
      .paragraph(
        "`--list-rules --to json` is `{\"rules\":[…]}`, `--explain ID --to json` one such rule: "
          + "`id`, `severity`, `default` (whether it runs unasked), `exceptions` (`severity`, "
          + "`when`), `summary`, `explanation`, `wrong`, `right` and `source`."),
    ])

  private static let kinds = ManualSection(
    "What is checked",
    "Each value is looked at for what it is: a card, an envelope of cards, the body of a "
      + "request, a registry, a configuration. Requests that schedule a message are those that "
      + "send it; bodies for other endpoints of Braze's API, and cardctl's own baselines and "
      + "reports, are passed over. In a "
      + "folder only files are read that hold such things, and configurations only when they "
      + "are named. --kind says so where that cannot be told, or to "
      + "have everything else refused. Liquid is allowed in the bodies of requests, and with "
      + "--template in cards too.")

  private static let levels = ManualSection(
    "Levels",
    "A finding of severity `error` makes the status 1; so does a warning with --strict, and "
      + "more warnings than --max-warnings. --rule sets the severity of a rule or switches it "
      + "off; in its PATTERN `*` stands for any characters (`class/*`). The last one that matches "
      + "a rule counts, and goes before `rules` of the configuration. With --exit-zero findings "
      + "leave the status 0. "
      + "`cardctl help rules` explains every rule with examples.")

  private static let baseline = ManualSection(
    "Baseline",
    "With --write-baseline today's findings are written into the file of --baseline, and "
      + "later runs leave out what it holds, wherever in the file it has moved to. An entry "
      + "that no finding has any more is a finding itself, so that the file can only shrink. "
      + "The file is never read as an input.")
}
