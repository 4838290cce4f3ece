extension ValidateCommand {
  /// The text of the manual page that is not in the declaration.
  static let prose = """
    ## Findings

    In text a finding is `path:line:column: severity[rule] message`; on a terminal the place in the
    input follows, with a caret. Lines end with LF, columns count Unicode scalars from 1. `--to
    json` and `--to ndjson` give each finding these keys:

    - `path`: The input as it was named; `-` for standard input.
    - `line`, `column`, `end_line`, `end_column`: Where it begins and ends, from 1.
    - `offset`: Where it begins, in bytes from the start of the input.
    - `severity`: `error`, `warning` or `info`.
    - `rule`, `message`: The rule's id, and what is wrong here.
    - `pointer`: A JSON Pointer from the root of the document; one of more than 1 KiB ends earlier.
    - `record`, `card_id`: The number of the card in the input, and its id.

    `json` is one object with `findings` and `summary`, which has the numbers of `cards`,
    `requests`, `errors`, `warnings`, `infos`, `rules_off` and `skipped_files` (those in which
    nothing is recognized), and of findings in the `baseline` and `fixed` ones. Text, json and
    ndjson print paths as the user gave them. In all other formats they are relative to the top of
    the repository. In every format an input that cannot be read is an error, `input/unreadable`. Of
    one card or body each rule lists 10,000 findings, and says how many more there are.

    Several --to write several reports in one run over the inputs. Their files are written when the
    run ends, and never replace an input; a search of a directory skips them.

    `--list-rules --to json` is `{"rules":[…]}`, `--explain ID --to json` one such rule: `id`,
    `severity`, `default` (whether it runs unasked), `exceptions` (`severity`, `when`), `summary`,
    `explanation`, `wrong`, `right` and `source`.

    ## What is checked

    Each value is looked at for what it is: a card, an envelope of cards, the body of a request, a
    registry, a configuration. Requests that schedule a message are those that send it. Bodies for
    other endpoints of Braze's API, and cardctl's own baselines and reports, are not checked: each
    file gets one info finding that says what it is. In a directory only files with such values are
    read, and configurations only if they are named. A named file in which nothing is recognized
    gets one finding, or is skipped and counted with --ignore-unknown. --kind, or `kind` in
    `overrides` of the configuration, sets the kind of every value. Liquid is allowed in the bodies
    of requests, and with --template in cards too.

    ## Levels

    A finding of severity `error` makes the status 1; so does a warning with --strict, and more
    warnings than --max-warnings. --rule sets the severity of a rule or switches it off; in its
    PATTERN `*` stands for any characters (`class/*`). The last one that matches a rule counts, and
    overrides `rules` of the configuration. With --exit-zero findings leave the status 0. `cardctl
    help rules` explains every rule with examples.

    ## Fixes

    --diff prints the unambiguous corrections as a patch, and --fix writes them into the files:
    seconds for milliseconds, `dismissible` for `dismissable`, quotes around numbers and booleans in
    extras, none around those that a request needs as such, and misnamed keys of requests. Apply a
    patch with `cardctl validate --diff payloads | git apply --allow-empty`. --fix replaces each
    file by a new one with the same mode. It changes only plain JSON files, and follows no symbolic
    link. It then reports what is left.

    ## Baseline

    With --write-baseline today's findings are written into the file of --baseline, and later runs
    omit the findings that it contains, even if they have moved within their file. Paths in it are
    relative to the top of the repository. An entry without a finding is a finding itself, so that
    the file can only shrink. The `reason` of an entry is kept when the file is written again. The
    file is never read as an input.
    """
}
