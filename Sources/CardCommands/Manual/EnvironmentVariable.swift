/// The description of an environment variable that cardctl reads, for the manual.
///
/// A test searches the sources for variables that are read but not listed here.
struct EnvironmentVariable: Sendable {
  let name: String
  /// The commands that read it; nil for all.
  let commands: [String]?
  /// Its effect, in full sentences.
  let meaning: String

  /// Parses `NAME: MEANING` or, if only some commands read it, `NAME COMMAND...: MEANING`.
  private init(line: Substring) {
    let words = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
    name = words[0]
    commands = words.count > 1 ? Array(words.dropFirst()) : nil
    meaning = String(line.drop { $0 != ":" }.dropFirst(2))
  }

  /// All variables, in alphabetical order.
  static let all = HelpText.environment.split(separator: "\n").map(EnvironmentVariable.init)

  /// Returns the section about the variables of a command; if nil, about all variables.
  static func section(of command: String?) -> String {
    let read = all.filter { command == nil || $0.commands?.contains(command ?? "") ?? false }
    return "# ENVIRONMENT\n\n"
      + read.map { "- `\($0.name)`: \($0.meaning)" }.joined(separator: "\n")
  }
}
