// The errors that `Tool.run` prints, besides those of the command line and of the system.

/// Errors in the configuration or a registry, already put into words.
struct ConfigurationError: Error {
  /// One error per line.
  let lines: [String]

  init(lines: [String]) { self.lines = lines }

  init(message: String) { lines = [message] }

  /// The errors, one per line.
  var message: String { lines.joined(separator: "\n") }
}

/// An error in a data file, already put into words.
struct DataError: Error {
  let message: String
}

/// No file is named and standard input is a terminal, so that the tool would seem to hang.
struct MissingInput: Error {}
