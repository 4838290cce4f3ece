/// A tool with several commands and common options.
package struct CommandLineTool<Settings: Sendable>: Sendable {
  /// The tool as a command: the options accepted before a command, and the commands, `help` last.
  package let command: Command<Settings>
  /// The version, such as `1.2.0`.
  package let version: String
  /// The pages that are not about a command, by the words for `help`.
  package let topics: [Choice]
  /// Options of other tools as they are typed, and the names of our corresponding options.
  let habits: [String: String]
  /// Commands of other tools, and the words of our corresponding commands.
  let commandHabits: [String: String]

  /// Describes a tool; `--help`, `--version`, `--completion` and the command `help` are added to
  /// it.
  ///
  /// - Parameter commonOptions: The options that every command has: they are accepted before the
  ///   command as well, and what comes after it wins.
  package init(
    name: String, version: String, abstract: String, discussion: [String] = [],
    prose: @autoclosure @escaping @Sendable () -> String = "",
    commonOptions: [OptionGroup<Settings>] = [], commands: [Command<Settings>],
    examples: [Example] = [], exitStatuses: [ExitStatus] = [], topics: [Choice] = [],
    habits: [String: String] = [:], commandHabits: [String: String] = [:]
  ) {
    let help = Command<Settings>(
      name: "\(name) help",
      abstract: "show the help of a command\(topics.isEmpty ? "" : " or a topic")",
      operands: [
        .any(
          "TOPIC",
          kind: .word(
            "command", among: commands.map { Choice(name: $0.word, summary: $0.abstract) } + topics),
          "the command to explain; without one, the tool"
            + topics.map { "; \($0.name): \($0.summary)" }.joined())
      ])
    command = Command(
      name: name, abstract: abstract, discussion: discussion, prose: prose(),
      groups: commonOptions, general: [.help, .version, .completion],
      subcommands: commands + [help], examples: examples, exitStatuses: exitStatuses)
    (self.version, self.topics) = (version, topics)
    (self.habits, self.commandHabits) = (habits, commandHabits)
  }

  /// The name of the tool.
  package var name: String { command.name }

  /// The output of `--version`: `cardctl 1.2.0`.
  package var versionLine: String { "\(name) \(version)" }
}
