/// An environment variable that cardctl reads, as manual pages describe it.
///
/// A test looks through the sources for variables that are read and not listed here.
struct EnvironmentVariable: Sendable {
  let name: String
  /// The commands that read it; nil for all.
  let commands: [String]?
  /// Its effect, in sentences.
  let meaning: String

  /// Reads a line such as `NAME: MEANING` or, for some commands only, `NAME COMMAND...: MEANING`.
  private init(line: Substring) {
    let words = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
    name = words[0]
    commands = words.count > 1 ? Array(words.dropFirst()) : nil
    meaning = String(line.drop { $0 != ":" }.dropFirst(2))
  }

  /// All variables, in alphabetical order.
  static let all = HelpText.environment.split(separator: "\n").map(EnvironmentVariable.init)

  /// The section about the variables that only some commands read, `command` among them; for nil,
  /// about all variables.
  static func section(of command: String?) -> String {
    let read = all.filter { command == nil || $0.commands?.contains(command ?? "") ?? false }
    return "# ENVIRONMENT\n\n"
      + read.map { "- `\($0.name)`: \($0.meaning)" }.joined(separator: "\n")
  }
}
