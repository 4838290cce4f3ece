import CardArguments

/// The exit statuses of cardctl, decided here and nowhere else; its manual pages list them.
enum ExitStatuses {
  static let done: Int32 = 0
  static let data: Int32 = 1
  static let usage: Int32 = 2
  static let inputOutput: Int32 = 3
  static let nothingMatched: Int32 = 4
  /// What a shell shows for a process that a closed pipe ended.
  static let closedPipe: Int32 = 141

  /// What the page of the tool says, for all commands together.
  static let ofAll = [
    ExitStatus(0, "all is done"),
    ExitStatus(1, "the data: a record could not be read or converted, or a finding fails the run"),
    ExitStatus(2, "the command line, the configuration or the registry is wrong"),
    ExitStatus(3, "reading or writing failed"),
    ExitStatus(4, "no card matched, with filter --exit-status"),
  ]
}
