// The errors that `Tool.run` prints, other than those of the command line and of the system.

/// Formatted errors in the configuration or a registry.
struct ConfigurationError: Error {
  /// One error per line.
  let lines: [String]

  init(lines: [String]) { self.lines = lines }

  init(message: String) { lines = [message] }

  /// The errors, one per line.
  var message: String { lines.joined(separator: "\n") }
}

/// A formatted error in a data file.
struct DataError: Error {
  let message: String
}

/// No file is named and standard input is a terminal.
///
/// Reading it would look as if the tool hung.
struct MissingInput: Error {}
