/// A tool with several commands and common options.
package struct CommandLineTool<Settings: Sendable>: Sendable {
  /// The tool as a command, with the options accepted before a command and the commands.
  package let command: Command<Settings>
  /// The version, such as `1.2.0`.
  package let version: String
  /// The pages that are not about a command, by their names for `help`.
  package let topics: OnDemand<[Choice]>
  /// The names of our options, and words after them, by the spellings of options in other tools; the
  /// first one that a command has is suggested.
  let habits: OnDemand<[String: [String]]>
  /// The words of our commands, by the names of corresponding commands in other tools.
  let commandHabits: OnDemand<[String: String]>

  /// The word of the command that explains others.
  package static var helpWord: String { "help" }

  /// Creates a tool; adds `--help`, `--version`, `--completion` and the command `help`.
  ///
  /// - Parameter commonOptions: The options that every command has. They are also accepted before
  ///   the command, but options after it take precedence.
  package init(
    name: String, version: String, abstract: String, discussion: [String] = [],
    prose: @autoclosure @escaping OnDemand<String> = "",
    commonOptions: @autoclosure @escaping OnDemand<[OptionGroup<Settings>]> = [],
    commands: [Command<Settings>], examples: @autoclosure @escaping OnDemand<[Example]> = [],
    exitStatuses: @autoclosure @escaping OnDemand<[ExitStatus]> = [],
    topics: @autoclosure @escaping OnDemand<[Choice]> = [],
    habits: @autoclosure @escaping OnDemand<[String: [String]]> = [:],
    commandHabits: @autoclosure @escaping OnDemand<[String: String]> = [:]
  ) {
    let help = Command<Settings>(
      name: "\(name) \(Self.helpWord)", abstract: "show the help of a command or a topic",
      operands: [
        .any(
          "TOPIC",
          kind: .word(
            "command",
            among: commands.map { Choice(name: $0.word, summary: $0.abstract) } + topics()),
          "the command to explain; without one, the tool"
            + topics().map { "; \($0.name): \($0.summary)" }.joined())
      ])
    var all = commands
    all.append(help)
    let subcommands = all
    command = Command(
      name: name, abstract: abstract, discussion: discussion, prose: prose(),
      groups: commonOptions(), general: [.help, .version, .completion],
      subcommands: subcommands, examples: examples(), exitStatuses: exitStatuses())
    (self.version, self.topics) = (version, topics)
    (self.habits, self.commandHabits) = (habits, commandHabits)
  }

  /// The name of the tool.
  package var name: String { command.name }

  /// The output of `--version`: `cardctl 1.2.0`.
  package var versionLine: String { "\(name) \(version)" }
}
