/// A tool with several commands and common options.
package struct CommandLineTool<Settings: Sendable>: Sendable {
  /// The name of the tool.
  package let name: String
  /// The version, such as `1.2.0`.
  package let version: String
  /// The purpose of the tool, in one line.
  package let abstract: String
  /// Paragraphs of the long help.
  package let discussion: [String]
  /// The options common to all commands, accepted before the command too.
  package let groups: [OptionGroup<Settings>]
  /// The commands in the order they are shown, `help` last.
  package let commands: [Command<Settings>]
  /// The first steps.
  package let examples: [Example]
  /// The meaning of each exit status.
  package let exitStatuses: [ExitStatus]
  /// The pages that are not about a command, by the words for `help`.
  package let topics: [Choice]
  /// Options of other tools as they are typed, and the names of our corresponding options.
  package let habits: [String: String]
  /// Commands of other tools, and the words of our corresponding commands.
  package let commandHabits: [String: String]

  /// Describes a tool; `--help`, `--version`, `--completion` and the command `help` are added to
  /// it.
  ///
  /// - Parameter commonOptions: The options that every command has: they are accepted before the
  ///   command as well, and what comes after it wins.
  package init(
    name: String, version: String, abstract: String, discussion: [String] = [],
    commonOptions: [OptionGroup<Settings>] = [], commands: [Command<Settings>],
    examples: [Example] = [],
    exitStatuses: [ExitStatus] = [], topics: [Choice] = [], habits: [String: String] = [:],
    commandHabits: [String: String] = [:]
  ) {
    self.name = name
    self.version = version
    self.abstract = abstract
    self.discussion = discussion
    self.groups = commonOptions.joined(
      with: OptionGroup(
        OptionGroup<Settings>.generalHeading, [.help, .version, .completion]))
    self.commands = commands + [Self.helpCommand(of: name, commands, topics)]
    self.topics = topics
    self.examples = examples
    self.exitStatuses = exitStatuses
    self.habits = habits
    self.commandHabits = commandHabits
  }

  /// The output of `--version`: `cardctl 1.2.0`.
  package var versionLine: String { "\(name) \(version)" }

  /// Every option accepted before the command.
  package var options: [Option<Settings>] { groups.flatMap(\.options) }

  /// Every command that can be run; subcommands replace their family.
  package var runnableCommands: [Command<Settings>] { commands.flatMap(\.runnable) }

  private static func helpCommand(
    of tool: String, _ commands: [Command<Settings>], _ topics: [Choice]
  ) -> Command<Settings> {
    let words = commands.map { Choice(name: $0.word, summary: $0.abstract) } + topics
    let kind = ValueKind.word("command", among: words)
    return Command(
      name: "\(tool) help",
      abstract: "show the help of a command\(topics.isEmpty ? "" : " or a topic")",
      operands: [
        .any(
          "TOPIC", kind: kind,
          (["the command to explain; without one, the tool"]
            + topics.map { "\($0.name): \($0.summary)" }).joined(separator: "; "))
      ])
  }
}
