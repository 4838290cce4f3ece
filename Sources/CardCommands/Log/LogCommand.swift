import CardArguments
import EventJournal

/// `cardctl log`: the journal of impressions, clicks and dismissals.
enum LogCommand {
  static let declaration = Command(
    name: "cardctl log", abstract: "record events of cards in a journal, and report them",
    prose: HelpText.log,
    groups: CommonOptions.options,
    subcommands: [
      ("impression", { RecordCommand.declaration(.impression) }),
      ("click", { RecordCommand.declaration(.click) }),
      ("dismiss", { RecordCommand.declaration(.dismissal) }),
      ("import", { ImportCommand.declaration }), ("show", { ShowCommand.declaration }),
      ("summary", { SummaryCommand.declaration }), ("export", { ExportCommand.declaration }),
      ("check", { CheckCommand.declaration }), ("rotate", { RotateCommand.declaration }),
      ("delete", { DeleteCommand.declaration }),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "success; every event is on disk",
      data: "an id was refused, or a journal line is not an event",
      usage: ExitStatuses.invalidCommandLine))

  /// Declares a command below `cardctl log`, whose `run` returns the exit status.
  ///
  /// The only setting of the configuration that it may use is the time zone.
  ///
  /// - Parameters:
  ///   - section: the section of the prose about the command, with the values of its placeholders;
  ///     by default the section with the name of the command.
  ///   - usesZone: whether the command line needs the time zone.
  static func command(
    _ word: String, _ abstract: String, section: (String, [String: String])? = nil,
    groups: [OptionGroup], operands: [Operand] = [], examples: [Example],
    exitStatuses: [ExitStatus],
    usesZone: @escaping Option.Condition = { _ in false },
    run: @escaping @Sendable (Line) throws -> Int32
  ) -> Command {
    let (heading, names) = section ?? (word, [:])
    return Command(
      name: "cardctl log \(word)", abstract: abstract,
      prose: HelpText.filled(HelpText.section(heading, of: HelpText.log), names),
      groups: groups
        + CommonOptions.options.only(
          when: usesZone, "no setting of the configuration applies here"
        ) { $0 == "config" }, operands: operands, examples: examples,
      exitStatuses: exitStatuses
    ) { line in
      var line = line
      if usesZone(line), line.options.common.zone == nil {
        let (common, console) = (line.options.common, line.options.console)
        let configuration = try Configuration.load(common, console, onlyZone: true)
        line.options.common.zone = configuration.zone
        if configuration.zone != nil { line.options.noteUse(of: configuration) }
      }
      return try run(line)
    }
  }
}
