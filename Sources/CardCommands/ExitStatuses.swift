import CardArguments

/// The exit statuses of cardctl and their descriptions in the manual.
enum ExitStatuses {
  static let done: Int32 = 0
  static let data: Int32 = 1
  static let usage: Int32 = 2
  static let inputOutput: Int32 = 3
  static let nothingMatched: Int32 = 4
  /// The status that a shell reports for a process that SIGPIPE ended.
  static let closedPipe: Int32 = 141

  /// The statuses of all commands, for the page of the tool.
  static let ofAll =
    meanings(data: "the data: a record could not be read or converted, or a finding fails the run")
    + [
      ExitStatus(
        4, "no card matched, with filter --exit-status, or the card of inspect --why was not found")
    ]

  /// The statuses of commands that read a journal.
  static let ofJournal = meanings(
    data: "a line of the journal is not an event, or an event was refused",
    usage: invalidCommandLine)

  /// The meaning of status 2 for commands that read neither a configuration nor a registry.
  static let invalidCommandLine = "the command line is wrong"

  /// Returns the statuses of a command, for its page.
  ///
  /// - Parameter data: the meaning of status 1; nil if the command never returns it.
  static func meanings(
    done: String = "success", data: String?,
    usage: String = "the command line, the configuration or the registry is wrong",
    failure: String = "reading or writing failed"
  ) -> [ExitStatus] {
    [ExitStatus(0, done)] + (data.map { [ExitStatus(1, $0)] } ?? [])
      + [ExitStatus(2, usage), ExitStatus(3, failure)]
  }
}
