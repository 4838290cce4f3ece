/// An invalid command line, and the command it was meant for.
package struct ArgumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The mistake.
  package let mistake: ArgumentMistake
  /// The full name of the command, whose help shows the correct syntax.
  package let command: String

  /// Names a mistake and the command it was made on.
  package init(_ mistake: ArgumentMistake, command: String) {
    (self.mistake, self.command) = (mistake, command)
  }

  /// Two lines without a final newline: the error, and a reference to the help.
  package var description: String { "\(mistake.message)\n\(hint)" }

  /// The second line: `see 'cardctl convert --help'`.
  package var hint: String { "see '\(command) --help'" }
}

/// The mistakes in a command line.
///
/// Values are kept as they were typed; the message escapes them.
package enum ArgumentMistake: Error, Equatable, Sendable {
  /// No such option; `within` is the argument of bundled short options it was found in.
  case unknownOption(spelling: String, within: String?, nearest: [String])
  /// An option of other commands.
  case optionOfOthers(spelling: String, commands: [String])
  /// An option of some commands was given before the command.
  case misplacedOption(spelling: String, commands: [String])
  /// No such command; `parent` is the command it would be part of.
  case unknownCommand(String, of: String, nearest: [String])
  /// The command line ends before it says which command.
  case missingCommand(of: String, known: [String])
  /// An option that takes a value ends the line, or comes before another option.
  case missingValue(option: String, of: OptionValue, before: String?)
  /// A flag was given a value.
  case unexpectedValue(option: String, value: String)
  /// The value of an option is not valid.
  case invalidValue(option: String, value: String, ValueProblem)
  /// An operand is not valid.
  case invalidOperand(String, value: String, ValueProblem)
  /// There are more operands than the command takes, whose names are `taken`.
  case unexpectedOperand(String, taken: [String])
  /// There are fewer operands than the command needs.
  case missingOperand(Operand)
  /// Two options, as they were spelled, exclude each other.
  case conflictingOptions(String, String)
  /// An option, as it was spelled, has no meaning here, for the reason given.
  case inapplicableOption(String, reason: String)
  /// Anything else, in lower case, without a full stop.
  case other(String)
}
