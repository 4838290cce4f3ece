// The errors that `Tool.run` prints, other than those of the command line and of the system.

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

/// No file is named and standard input is a terminal: reading it would look as if the tool hung.
struct MissingInput: Error {}
