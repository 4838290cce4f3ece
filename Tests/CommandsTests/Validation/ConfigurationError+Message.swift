@testable import CardCommands

extension ConfigurationError {
  /// The errors, one per line.
  var message: String { lines.joined(separator: "\n") }
}
