/// An environment variable that cardctl reads, as manual pages describe it.
///
/// A test looks through the sources for variables that are read and not listed here.
struct EnvironmentVariable: Sendable {
  let name: String
  /// The commands that read it; nil for all.
  let commands: [String]?
  /// Its effect, in sentences.
  let meaning: String

  private init(_ name: String, of commands: [String]? = nil, _ meaning: String) {
    (self.name, self.commands, self.meaning) = (name, commands, meaning)
  }

  /// All variables, in alphabetical order.
  static let all: [EnvironmentVariable] = [
    .init(
      "CARDCTL_CONFIG", of: ["convert", "filter", "validate", "inspect"],
      "The configuration file. --config overrides it."),
    .init("CARDCTL_JOURNAL", of: ["log"], "The journal of events. --journal overrides it."),
    .init(
      "CI_PROJECT_DIR", of: ["validate"],
      "The root of the repository on GitLab; paths in reports are relative to it."),
    .init("CLICOLOR_FORCE", "If set, and not 0: color even if the output is not a terminal."),
    .init(
      "COLUMNS", "The width of help and of excerpts, in characters, in place of the terminal's."),
    .init(
      "GITHUB_ACTIONS", of: ["validate"],
      "Set, and no --to given: annotations of GitHub Actions follow the text."),
    .init(
      "GITHUB_WORKSPACE", of: ["validate"],
      "The root of the repository on GitHub; paths in reports are relative to it."),
    .init(
      "HOME",
      """
      The journal is below `$HOME/.local/state` if XDG_STATE_HOME is not set. The search for \
      `.cardctl.json` ends at this directory.
      """),
    .init("NO_COLOR", "If set, and not empty: no color without --color=always."),
    .init("TERM", "The value `dumb` turns color and progress off."),
    .init(
      "TMPDIR", of: ["convert", "filter", "inspect"],
      "The directory for sorting many rows; `/tmp` unless set."),
    .init(
      "XDG_STATE_HOME", of: ["log"],
      "The journal is `$XDG_STATE_HOME/cardctl/events.ndjson` unless another is named."),
  ]

  /// The section about the variables that only some commands read, `command` among them; for nil,
  /// about all variables.
  static func section(of command: String?) -> String {
    let read = all.filter { command == nil || $0.commands?.contains(command ?? "") ?? false }
    return "# ENVIRONMENT\n\n"
      + read.map { "- `\($0.name)`: \($0.meaning)" }.joined(separator: "\n")
  }
}
