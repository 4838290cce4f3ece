/// A tool with several commands and common options.
package struct CommandLineTool<Settings: Sendable>: Sendable {
  /// The tool as a command, with its commands and the options that may come before one.
  package let command: Command<Settings>
  /// The version, such as `1.2.0`.
  package let version: String
  /// The pages that are not about a command, by their names for `help`.
  package let topics: [Choice]

  /// The word of the command that explains others.
  package static var helpWord: String { "help" }

  /// Creates a tool; adds `--help`, `--version`, `--completion` and the command `help`.
  ///
  /// - Parameter commonOptions: The options that every command has.
  package init(
    name: String, version: String, abstract: String, discussion: [String] = [],
    prose: String = "", commonOptions: [OptionGroup<Settings>] = [],
    commands: Command<Settings>.Table, examples: [Example] = [], exitStatuses: [ExitStatus] = [],
    topics: [Choice] = []
  ) {
    (self.version, self.topics) = (version, topics)
    let help = { @Sendable in
      let words = commands.map { Choice(name: $0.word, summary: $0.make().abstract) } + topics
      return Command<Settings>(
        name: "\(name) \(Self.helpWord)", abstract: "show the help of a command or a topic",
        operands: [
          .any(
            "TOPIC", kind: .word("command", among: words),
            "the command to explain; without one, the tool"
              + topics.map { "; \($0.name): \($0.summary)" }.joined())
        ])
    }
    command = Command(
      name: name, abstract: abstract, discussion: discussion, prose: prose,
      groups: commonOptions, general: [.help, .version, .completion],
      subcommands: commands + [(Self.helpWord, help)], examples: examples,
      exitStatuses: exitStatuses)
  }

  /// The name of the tool.
  package var name: String { command.name }

  /// The output of `--version`: `cardctl 1.2.0`.
  package var versionLine: String { "\(name) \(version)" }
}
