import CardArguments
import Testing

/// A line of `kit copy` and the first line of its error.
private let mistakesOfCopy: [(arguments: [String], message: String)] = [
  (["--tto"], "unknown option '--tto'; did you mean '--to'?"),
  (["--no-pined"], "unknown option '--no-pined'; did you mean '--no-pinned'?"),
  (["--zzzzzz=1"], "unknown option '--zzzzzz'"),
  (["--level2"], "unknown option '--level2'"),
  (["-V"], "unknown option '-V'; did you mean '-v'?"),
  (["-quiet"], "unknown option '-u' in '-quiet'; did you mean '--quiet'?"),
  (["-z"], "unknown option '-z'"),
  (["--to"], "option '--to' needs a value: ndjson, json or csv"),
  (["-j"], "option '-j' needs a value: a whole number from 1 to 64"),
  (["--limit"], "option '--limit' needs a value: a whole number from 0"),
  (
    ["--max-size"],
    "option '--max-size' needs a value: a number of bytes from 1 to 1GiB, such as 64KiB"
  ),
  (
    ["-o", "--invert"],
    "option '-o' needs a value before '--invert': FILE; if that is the value, write '-o--invert'"
  ),
  (
    ["--output", "--no-pinned"],
    "option '--output' needs a value before '--no-pinned': FILE; "
      + "if that is the value, write '--output=--no-pinned'"
  ),
  (["--quiet=yes"], "option '--quiet' takes no value, but 'yes' was given"),
  (["-q=yes"], "option '-q' takes no value, but 'yes' was given"),
  (["--help=all"], "option '--help' takes no value, but 'all' was given"),
  (
    ["--to", "cvs"],
    "invalid value 'cvs' for '--to'; did you mean 'csv'? expected ndjson, json or csv"
  ),
  (["-tyaml"], "invalid value 'yaml' for '-t': expected ndjson, json or csv"),
  (["-j", "two"], "invalid value 'two' for '-j': expected a whole number from 1 to 64"),
  (["--jobs=65"], "invalid value '65' for '--jobs': expected a whole number from 1 to 64"),
  (
    ["--jobs", "99999999999999999999"],
    "invalid value '99999999999999999999' for '--jobs': expected a whole number from 1 to 64"
  ),
  (
    ["--max-size", "9E"],
    "invalid value '9E' for '--max-size': "
      + "expected a number of bytes from 1 to 1GiB, such as 64KiB"
  ),
  (
    ["--max-size", "9999999999999G"],
    "invalid value '9999999999999G' for '--max-size': "
      + "expected a number of bytes from 1 to 1GiB, such as 64KiB"
  ),
  (["--output="], "invalid value '' for '--output': expected the name of a file"),
  (
    ["--columns", "a,,b"],
    "invalid value 'a,,b' for '--columns': "
      + "expected a comma-separated list without empty names"
  ),
  (["--where="], "invalid value '' for '--where': expected FIELD OP VALUE"),
  (
    ["-w", "titel"],
    "-w: unknown field 'titel'; did you mean 'title'?"
  ),
  (["--bogus", "--to", "xml"], "unknown option '--bogus'"),
  (
    ["--a\u{1B}[31m\n\u{7F}\u{9B}\u{202E}"],
    "unknown option '--a\\u001b[31m\\u000a\\u007f\\u009b\\u202e'"
  ),
]

@Suite struct MistakeTests {
  @Test(arguments: mistakesOfCopy)
  func mistakesArePutIntoWords(_ arguments: [String], _ message: String) {
    let error = #expect(throws: ArgumentError.self) {
      _ = try Samples.copy.parse(arguments, into: CopyOptions())
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ([], "no EVENT given: what happened"),
    (["view"], "no ID given: the records it happened to"),
    (["veiw", "a"], "invalid EVENT 'veiw'; did you mean 'view'? expected view or click"),
  ])
  func operandsAreCounted(_ arguments: [String], _ message: String) {
    let error = #expect(throws: ArgumentError.self) {
      _ = try Samples.add.parse(arguments, into: CopyOptions())
    }
    #expect(error?.message == message)
  }

  @Test func superfluousOperandsAreNamed() {
    let error = #expect(throws: ArgumentError.self) {
      _ = try Samples.show.parse(["x", "y"], into: CopyOptions())
    }
    #expect(error?.message == "unexpected operand 'x': expected no operands")
  }

  @Test func commandsCanRefuseWhatTheParserCannotJudge() {
    let conflict = ArgumentError.conflictingOptions("--ids", "-c")
    #expect(conflict.message == "options '--ids' and '-c' cannot be used together")
    #expect(
      ArgumentError.inapplicableOption("--crlf", reason: "only --to csv has lines").message
        == "option '--crlf' does not apply: only --to csv has lines")
    #expect(ArgumentError.other("no \u{7}").message == "no \\u0007")
  }

  /// A condition of an option is checked after the whole line, and so is a combination.
  @Test(
    arguments: [
      (["--header"], "option '--header' does not apply: it needs --table"),
      (["--header", "--table"], nil),
      (["--table", "--plain"], "options '--table' and '--plain' cannot be used together"),
      (["--list", "x"], "unexpected operand 'x': expected no operands"),
      (
        ["--list", "--header", "--table"],
        "option '--header' does not apply: --list prints no table"
      ),
      (["--tabular", "--header"], nil),
      (["--header", "--bogus"], "unknown option '--bogus'"),
    ] as [([String], String?)])
  func optionsSayWhenTheyApply(_ arguments: [String], _ message: String?) throws {
    let group = OptionGroup<CopyOptions>(
      "Output",
      [
        .flag("table", "write a table") { $0.isInverted = $1 }.also("tabular").excludes("plain"),
        .flag("plain", "write text") { $0.isPinned = $1 },
        .flag("header", "write names") { $0.hasHeader = $1 }
          .only(when: { $0.options.isInverted }, "it needs --table"),
        .flag("list", "list names") { $0.limit = $1 ? 1 : 0 }.withoutOperands(),
      ])
    let command = Command(
      name: "kit copy", abstract: "copy",
      groups: [group].only(
        when: { $0.options.limit == 0 }, "--list prints no table", for: { $0 == "header" }),
      operands: [.any("FILE", "read these")])
    var found: String?
    do { _ = try command.parse(arguments, into: CopyOptions()) } catch { found = error.message }
    #expect(found == message)
  }

  @Test func longTextsAreCut() {
    let error = #expect(throws: ArgumentError.self) {
      _ = try Samples.copy.parse(["--" + String(repeating: "a", count: 500)], into: CopyOptions())
    }
    #expect(
      error?.message == "unknown option '--" + String(repeating: "a", count: 118) + "…'")
  }
}
