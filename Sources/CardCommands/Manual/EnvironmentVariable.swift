import CardArguments

/// An environment variable that cardctl reads, as manual pages describe it.
///
/// A test looks through the sources for variables that are read and not listed here.
struct EnvironmentVariable: Sendable {
  let name: String
  /// Its effect, in sentences.
  let meaning: String
  /// The commands that read it; nil for all.
  var commands: [String]?

  /// All variables, in alphabetical order.
  static let all: [EnvironmentVariable] = [
    EnvironmentVariable(
      name: "CARDCTL_CONFIG",
      meaning: "The configuration file, in place of the nearest `.cardctl.json`. --config "
        + "overrides it, and --no-config turns both off.",
      commands: ["convert", "filter", "validate", "inspect"]),
    EnvironmentVariable(
      name: "CARDCTL_JOURNAL",
      meaning: "The journal of events. --journal overrides it.", commands: ["log"]),
    EnvironmentVariable(
      name: "CI_PROJECT_DIR",
      meaning: "The root of the repository on GitLab; paths in reports are relative to it.",
      commands: ["validate"]),
    EnvironmentVariable(
      name: "CLICOLOR_FORCE",
      meaning: "If set, and not 0: color even if the output is not a terminal."),
    EnvironmentVariable(
      name: "COLUMNS",
      meaning: "The width of help and of excerpts, in characters, in place of the terminal's."),
    EnvironmentVariable(
      name: "GITHUB_ACTIONS",
      meaning: "Set, and no --to given: annotations of GitHub Actions follow the text, on standard "
        + "output wherever the text goes.",
      commands: ["validate"]),
    EnvironmentVariable(
      name: "GITHUB_WORKSPACE",
      meaning: "The root of the repository on GitHub; paths in reports are relative to it.",
      commands: ["validate"]),
    EnvironmentVariable(
      name: "HOME",
      meaning: "The journal is below `$HOME/.local/state` if XDG_STATE_HOME is not set. The search "
        + "for `.cardctl.json` ends at this directory."),
    EnvironmentVariable(
      name: "MANPATH",
      meaning: "Directories, separated by colons, in which `cardctl help` looks for manual pages "
        + "after the `share/man` next to the program's own directory.", commands: ["help"]),
    EnvironmentVariable(
      name: "NO_COLOR", meaning: "If set, and not empty: no color without --color=always."),
    EnvironmentVariable(
      name: "TERM", meaning: "The value `dumb` turns color and progress off."),
    EnvironmentVariable(
      name: "TMPDIR",
      meaning:
        "The folder of the temporary file, without a name, that rows to be sorted go to when "
        + "they are more than 8 MiB; `/tmp` unless set.",
      commands: ["convert", "filter", "inspect"]),
    EnvironmentVariable(
      name: "XDG_STATE_HOME",
      meaning: "The journal is `$XDG_STATE_HOME/cardctl/events.ndjson` unless another is named.",
      commands: ["log"]),
  ]

  /// The variables that a command reads; for nil, those that all commands read.
  static func terms(of command: String?) -> [ManualTerm] {
    let words = command.map { [$0] } ?? Tool.commands.map(\.word) + ["help"]
    return all.filter { variable in
      variable.commands.map { words.contains(where: $0.contains) } ?? true
    }.map { ManualTerm("`\($0.name)`", $0.meaning) }
  }
}
