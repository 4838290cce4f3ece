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
    "The framing is detected: one JSON value, concatenated values, one per line (NDJSON), or "
      + "records that begin with RS (RFC 7464). A leading byte order mark is accepted. "
      + "A value is a card, an array of cards (its items may be strings "
      + "that hold JSON, or envelopes), or an envelope with the cards in \(cardsKeys) or "
      + "`messages.content_card`, or in `v`, as the Web SDK stores them: alone, or in a dump of "
      + "local storage under `ab.storage.cc.KEY`, there also as a string. An object with `data` "
      + "and no card is read as the value of `data`. The end of a file ends a value.",
    "Memory does not grow with the input. Output is written whenever reading would have to "
      + "wait, so that `tail -f` can feed cardctl.",
    "The shape of each card is detected too; `cardctl-formats(5)` says how, and which fields "
      + "each shape has.")

  /// The keys of envelopes that no card has.
  private static let cardsKeys = CardsKey.allCases.filter { !$0.isKeyOfCards }
    .map { "`\($0.name)`" }.joined(separator: ", ")

  static let badRecords = ManualSection(
    "Bad records",
    "A bad record never hides good cards. It is reported on standard error as "
      + "`file:line:column` with the reason, reading continues after it, and the status is 1. "
      + "`--on-error skip` only counts bad records, and the status stays 0; `--on-error stop` ends "
      + "at the first one.")

  static let times = ManualSection(
    "Times",
    [
      .paragraph("Where a time is expected it may be"),
      .meanings([
        "`2026-11-20`, `2026-11-20T09:00:00Z`":
          "ISO 8601; a date alone is its midnight, and a time without a zone is UTC.",
        "`now`, `yesterday`, `today`, `tomorrow`":
          "The last three are the midnight in UTC that begins the day.",
        "`7d`, `90m`, `1d12h`, `1.5h`":
          "A duration in weeks, days, hours, minutes, seconds (w, d, h, m, s): before now, but "
          + "after now for the expiry of a card. `-7d` and `+7d` state the direction.",
        "`1795168800`, `1795168800000`":
          "Seconds since 1970 (9 to 11 digits, or `0`), or milliseconds (12 or more digits). Other "
          + "numbers are refused: `2026` is probably a year.",
        "`never`, `-1`": "The expiry of a card without one: after all others.",
      ]),
      .paragraph("--at sets what counts as now."),
    ])

  private static let output = ManualSection(
    "Output",
    "Results go to standard output, everything else to standard error. Numbers keep their "
      + "spelling and strings their escapes. On a terminal, control characters of cards appear as "
      + "escapes; elsewhere bytes are exact.",
    "--output writes a temporary file next to the target, and renames it when everything is "
      + "written and the status is 0 or 1; otherwise the old file is not touched. A run that would "
      + "write a file that it reads (an input, a registry, the configuration, the journal) is "
      + "refused with status 2, whatever the spelling of the path. A failed write is never status "
      + "0. If the reader closes the pipe, cardctl ends quietly with status 141, as shells report "
      + "it for any program.",
    "Work on cards that takes longer than a second shows its progress on standard error, if that "
      + "is a terminal and standard output is not; `--quiet` and `TERM=dumb` turn it off.")

  private static let configuration = ManualSection(
    "Configuration",
    "`convert`, `filter`, `validate` and `inspect` read the nearest `.cardctl.json`, from the working "
      + "directory up to the one that holds `.git`, or to the home directory; if there is "
      + "neither, only in the working directory. A note names a file from another directory. The "
      + "command line overrides the environment, which overrides the file.")

  private static let completion = ManualSection(
    "Completion",
    "`cardctl --completion bash` (or `zsh`, `fish`) prints a completion script. An old "
      + "tool for PCMCIA sockets has the same name: if bash-completion completes that one, put "
      + "`eval \"$(cardctl --completion bash)\"` into `~/.bashrc`.")
}

/// Files that several commands read.
enum CommonFiles {
  static let configuration = ManualTerm(
    "`.cardctl.json`",
    "The configuration of a project, described in `cardctl-formats(5)`: the nearest one from the "
      + "working directory up to the top of its repository or to the home directory.")
}
