// The errors that `Tool.run` prints, except for those of the command line and of the system.

/// Formatted errors in the configuration or a registry, one per line.
struct ConfigurationError: Error {
  let lines: [String]

  init(lines: [String]) { self.lines = lines }

  init(message: String) { lines = [message] }
}

/// A formatted error in a data file.
struct DataError: Error {
  let message: String
}

/// The error if there are no operands and standard input is a terminal, which would seem to hang.
struct MissingInput: Error {}
