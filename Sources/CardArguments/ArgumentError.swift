/// A mistake in a command line, with the command that it was for.
package struct ArgumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The mistake.
  package let mistake: ArgumentMistake
  /// The full name of the command, whose help shows the correct syntax.
  package let command: String

  /// Creates an error of a command.
  package init(_ mistake: ArgumentMistake, command: String) {
    (self.mistake, self.command) = (mistake, command)
  }

  /// Two lines without a final newline: the error, and a reference to the help.
  package var description: String { "\(mistake.message)\n\(hint)" }

  /// The second line: `see 'cardctl convert --help'`.
  package var hint: String { "see '\(command) --help'" }
}

/// A mistake in a command line.
///
/// Values are stored as typed; the message escapes them.
package enum ArgumentMistake: Error, Equatable, Sendable {
  /// An unknown option; `within` is the argument of bundled short options that contains it.
  case unknownOption(spelling: String, within: String?, nearest: [String])
  /// An option that only other commands have.
  case optionOfOthers(spelling: String, commands: [String])
  /// An option of some commands, given before the command.
  case misplacedOption(spelling: String, commands: [String])
  /// An unknown command; `parent` is the command that it would belong to.
  case unknownCommand(String, of: String, nearest: [String])
  /// The command line ends without a command.
  case missingCommand(of: String, known: [String])
  /// An option that takes a value is the last argument, or is followed by another option.
  case missingValue(option: String, of: OptionValue, before: String?)
  /// A flag was given a value.
  case unexpectedValue(option: String, value: String)
  /// The value of an option is invalid.
  case invalidValue(option: String, value: String, ValueProblem)
  /// An operand is invalid.
  case invalidOperand(String, value: String, ValueProblem)
  /// There are too many operands; `taken` are the names of those that the command takes.
  case unexpectedOperand(String, taken: [String])
  /// A required operand is missing.
  case missingOperand(Operand)
  /// Two options, here as typed, cannot be used together.
  case conflictingOptions(String, String)
  /// An option, here as typed, has no effect in this command line.
  case inapplicableOption(String, reason: String)
  /// Another mistake, in words: lower case, without a full stop.
  case other(String)
}
