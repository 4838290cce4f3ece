import CardArguments
import ContentCardKit

/// The text of the manual page of cardctl that is not in the declarations.
enum ToolProse {
  static let prose = ManualProse(
    parts: [output, configuration, completion],
    files: [CommonFiles.configuration])

  static let inputs = ManualSection(
    "Inputs",
    "Operands are files or folders; `-`, or no operand, is standard input. A file that is "
      + "missing does not stop the others. cardctl opens no network connection.",
    CardFiles.folders,
    "A file in a directory is read if a value in it is recognized: a card, a sync response, and for "
      + "`validate` also a request, a registry or other JSON of Braze. Broken JSON is read if it "
      + "contains a key that only Braze has. All other files are skipped and counted; "
      + "`cardctl validate --files` lists them. A named file is always read and reported on, unless "
      + "`validate --ignore-unknown` treats it like a file in a directory.",
    "How cards are strung together is found out: one JSON value, values one after the other, "
      + "one a line (NDJSON), or records that begin with RS (RFC 7464); a byte order mark in "
      + "front is passed over. A value is a card, an array of cards (its items may be strings "
      + "that hold JSON, or envelopes), or an envelope with the cards in \(cardsKeys) or "
      + "`messages.content_card`, or in `v`, as the Web SDK stores them: alone, or in a dump of "
      + "local storage under `ab.storage.cc.KEY`, there also as a string. An object with `data` "
      + "that is no card is read as what that holds. The end of a file ends a value.",
    "An envelope in an array, or in a string, counts as one card for `--max-card-size`, and "
      + "what is wrong with its JSON costs all of it.",
    "Memory does not grow with the input. Output is written whenever reading would have to "
      + "wait, so that cardctl can stand behind `tail -f`.",
    "Each card's shape is found out as well; `cardctl-formats(5)` says how, and which fields "
      + "each shape has.")

  /// The keys of envelopes that no card has.
  private static let cardsKeys = CardsKey.allCases.filter { !$0.isKeyOfCards }
    .map { "`\($0.name)`" }.joined(separator: ", ")

  static let badRecords = ManualSection(
    "Bad records",
    "What cannot be read never takes good cards with it. It is reported on standard error as "
      + "`file:line:column` with the reason, reading goes on behind it, and the status is 1. "
      + "`--on-error skip` only counts and leaves the status 0; `--on-error stop` ends at the "
      + "first.")

  static let times = ManualSection(
    "Times",
    [
      .paragraph("Where a time is expected it may be"),
      .meanings([
        "`2026-11-20`, `2026-11-20T09:00:00Z`":
          "ISO 8601; a date alone is its midnight, and without a zone UTC is meant.",
        "`now`, `yesterday`, `today`, `tomorrow`":
          "The last three are the midnight in UTC that begins the day.",
        "`7d`, `90m`, `1d12h`, `1.5h`":
          "A duration in weeks, days, hours, minutes, seconds (w, d, h, m, s): so long ago for "
          + "when something happened, so long from now for when a card expires. `-7d` and `+7d` "
          + "say it themselves.",
        "`1795168800`, `1795168800000`":
          "Seconds since 1970, of 9 to 11 digits, or milliseconds, of 12 or more; `0` too. Other "
          + "numbers are refused, as `2026` is meant to be a year.",
        "`never`, `-1`": "The expiry of a card without one: after all others.",
      ]),
      .paragraph("--at sets what counts as now."),
    ])

  private static let output = ManualSection(
    "Output",
    "Results go to standard output, everything else to standard error. What is not changed is "
      + "not rewritten: numbers keep their spelling and strings their escapes. On a terminal "
      + "control characters of cards appear as escapes; elsewhere bytes are exact.",
    "--output writes beside the target and puts the file in place when all is written, at "
      + "status 0 or 1; at any other end the old file stays as it was. A run that would write a "
      + "file that it reads (an input, a registry, the configuration, the journal) is refused "
      + "with status 2, whatever the spelling of the path. A failed write is never a status of 0. A reader that closes the pipe ends cardctl quietly, with "
      + "status 141, as a shell shows it of any program that a closed pipe ends.",
    "Work on cards that takes longer than a second shows on standard error how far it has "
      + "come, when that is a terminal and standard output is none; `--quiet` and a TERM of "
      + "`dumb` turn it off.")

  private static let configuration = ManualSection(
    "Configuration",
    "`convert`, `filter`, `validate` and `inspect` read the nearest `.cardctl.json`, from the working "
      + "directory up to the one that holds `.git`, or to the home directory; where neither is "
      + "above it, only the working directory is looked at. One from elsewhere is named in a "
      + "note. The command line goes before the environment, and that before the file.")

  private static let completion = ManualSection(
    "Completion",
    "`cardctl --completion bash` (or `zsh`, `fish`) prints a completion script. The name is "
      + "also that of an old tool for PCMCIA sockets, and bash-completion completes that one "
      + "where it does not find ours before its own: then `eval \"$(cardctl --completion "
      + "bash)\"` belongs into `~/.bashrc`.")
}

/// Files that several commands read.
enum CommonFiles {
  static let configuration = ManualTerm(
    "`.cardctl.json`",
    "The configuration of a project, described in `cardctl-formats(5)`; the nearest one counts, "
      + "from the working directory up to the top of its repository or to the home directory.")
}
