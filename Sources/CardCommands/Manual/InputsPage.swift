import CardArguments
import ContentCardKit

/// The page about the shared behavior of the commands that read cards, cardctl-inputs(7).
enum InputsPage {
  static let abstract = "inputs, and the options of every command that reads cards"

  static var page: ManualPage {
    let shared = (CardOptions.options + DeviceOptions.options).filter { $0.topic != nil }
    let options = shared.map { group in
      ManualBlock.part(ManualSection(group.heading, [.terms([group].terms())]))
    }
    return ManualPage(
      name: "cardctl-inputs", section: 7, abstract: abstract,
      sections: ManualSection.parse(text) + [
        ManualSection("OPTIONS", options),
        ManualSection("SEE ALSO", [.paragraph("`cardctl(1)`, `cardctl-formats(5)`")]),
      ])
  }

  /// The keys of envelopes that no card has.
  private static let cardsKeys = CardsKey.allCases.filter { !$0.isKeyOfCards }
    .map { "`\($0.name)`" }.joined(separator: ", ")

  private static let text = """
    # INPUTS

    Operands are files or folders; `-`, or no operand, is standard input. A file that is missing
    does not stop the others. cardctl opens no network connection.

    A directory expands to the .json, .ndjson and .jsonl files below it that contain content cards.
    Hidden files and directories, node_modules and paths that --exclude matches are skipped, and so
    is whatever the .gitignore files of its repository ignore, unless --no-ignore is given. An
    operand is never ignored. Symbolic links to directories are not followed.

    A file in a directory is read if a value in it is recognized: a card, a sync response, and for
    `validate` also a request, a registry or other JSON of Braze. Broken JSON is read if it contains
    a key that only Braze has. All other files are skipped and counted; `cardctl validate --files`
    lists them. A named file is always read and reported on, unless `validate --ignore-unknown`
    treats it like a file in a directory.

    The framing is detected: one JSON value, concatenated values, one per line (NDJSON), or records
    that begin with RS (RFC 7464). A leading byte order mark is accepted. A value is a card, an
    array of cards (its items may be strings that hold JSON, or envelopes), or an envelope with the
    cards in \(cardsKeys) or `messages.content_card`, or in `v`, as the Web SDK stores them: alone,
    or in a dump of local storage under `ab.storage.cc.KEY`, there also as a string. An object with
    `data` and no card is read as the value of `data`. The end of a file ends a value.

    Memory does not grow with the input. Output is written whenever reading would have to wait, so
    that `tail -f` can feed cardctl.

    The shape of each card is detected too; `cardctl-formats(5)` says how, and which fields each
    shape has.

    # BAD RECORDS

    A bad record never hides good cards. It is reported on standard error as `file:line:column` with
    the reason, reading continues after it, and the status is 1. `--on-error skip` only counts bad
    records, and the status stays 0; `--on-error stop` ends at the first one.

    # TIMES

    Where a time is expected it may be

    - `2026-11-20`, `2026-11-20T09:00:00Z`: ISO 8601; a date alone is its midnight, and a time
      without a zone is UTC.
    - `now`, `yesterday`, `today`, `tomorrow`: The last three are the midnight in UTC that begins
      the day.
    - `7d`, `90m`, `1d12h`, `1.5h`: A duration in weeks, days, hours, minutes, seconds (w, d, h, m,
      s): before now, but after now for the expiry of a card. `-7d` and `+7d` state the direction.
    - `1795168800`, `1795168800000`: Seconds since 1970 (9 to 11 digits, or `0`), or milliseconds
      (12 or more digits). Other numbers are refused: `2026` is probably a year.
    - `never`, `-1`: The expiry of a card without one: after all others.

    --at sets what counts as now.
    """
}
