import CardJSON

/// A mistake in a command line.
///
/// Values are stored as typed; the message escapes them.
package enum ArgumentError: Error, Equatable, Sendable {
  /// An unknown option; `within` is the argument of bundled short options that contains it.
  case unknownOption(spelling: String, within: String?, nearest: [String])
  /// An option that only other commands have.
  case optionOfOthers(spelling: String, commands: [String])
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

  /// The message, on one line: what was typed, what was expected, and suggestions.
  package var message: String {
    switch self {
    case .unknownOption(let spelling, let argument, let nearest):
      let place = argument.map { " in \(quoted($0))" } ?? ""
      return "unknown option \(quoted(spelling))\(place)" + nearest.suggestion
    case .optionOfOthers(let spelling, let commands):
      let listed = commands.count > 4 ? commands.prefix(3) + ["other commands"] : commands[...]
      return "\(quoted(spelling)) is an option of \(Array(listed).joinedWithOr)"
    case .unknownCommand(let word, let parent, let nearest):
      let family = parent.contains(" ") ? " of \(quoted(parent))" : ""
      return "unknown command \(quoted(word))\(family)" + nearest.suggestion
    case .missingCommand(let parent, let known):
      return "\(quoted(parent)) needs a command: \(known.joinedWithOr)"
    case .missingValue(let spelling, let value, let following):
      let expected = value.kind.expectation ?? value.name
      guard let following else { return "option \(quoted(spelling)) needs a value: \(expected)" }
      let stuck = quoted(spelling + (spelling.utf8.starts(with: "--".utf8) ? "=" : "") + following)
      return """
        option \(quoted(spelling)) needs a value before \(quoted(following)): \(expected); if that \
        is the value, write \(stuck)
        """
    case .unexpectedValue(let spelling, let value):
      return "option \(quoted(spelling)) takes no value, but \(quoted(value)) was given"
    case .invalidValue(let spelling, let value, let problem):
      // Omits the value if the problem already quotes it or its invalid part.
      let place =
        problem.quotesValue
        ? "\(spelling): " : "invalid value \(quoted(value)) for \(quoted(spelling))"
      return place + problem.message(about: value)
    case .invalidOperand(let name, let value, let problem):
      let message = problem.message(about: value)
      return "invalid \(name) \(quoted(value))" + (problem.quotesValue ? ": " : "") + message
    case .unexpectedOperand(let operand, let taken):
      let expected = taken.isEmpty ? "no operands" : "only \(taken.joined(separator: " "))"
      return "unexpected operand \(quoted(operand)): expected \(expected)"
    case .missingOperand(let operand): return "no \(operand.name) given: \(operand.help)"
    case .conflictingOptions(let first, let second):
      return "options \(quoted(first)) and \(quoted(second)) cannot be used together"
    case .inapplicableOption(let spelling, let reason):
      return "option \(quoted(spelling)) does not apply: \(ControlEscapes.escaped(reason))"
    case .other(let text): return ControlEscapes.escaped(text)
    }
  }
}

extension ValueProblem {
  /// Whether the message quotes the value itself.
  var quotesValue: Bool {
    switch self {
    case .unknownWord: true
    case .reason(let text): text.contains("'")
    case .notAChoice, .notOfKind: false
    }
  }

  /// The message, which follows the value unless it quotes it; suggestions come first.
  func message(about value: String) -> String {
    switch self {
    case .notAChoice(let names):
      let nearest = NearestName.all(value, among: names).suggestion
      return nearest + (nearest.isEmpty ? ": " : " ") + "expected \(names.joinedWithOr)"
    case .notOfKind(let kind): return ": expected \(kind.expectation ?? "another value")"
    case .unknownWord(let kind, let text, let known):
      // If no name is near, lists all names, unless there are too many.
      let nearest = NearestName.all(text, among: known)
      let isListed = nearest.isEmpty && !known.isEmpty && known.count <= shortList
      return "unknown \(kind) \(quoted(text))"
        + (isListed ? "; expected \(known.joinedWithOr)" : nearest.suggestion)
    case .reason(let text): return (quotesValue ? "" : ": ") + ControlEscapes.escaped(text)
    }
  }
}

extension ValueKind {
  /// A description of the expected value; nil if the placeholder is enough.
  var expectation: String? {
    switch self {
    case .choice(let choices): choices.map(\.name).joinedWithOr
    case .integer(let range): "a whole number \(limits(of: range) { String($0) })"
    case .byteCount(let range):
      "a number of bytes \(limits(of: range, byteCountText)), such as 64KiB"
    case .text, .file, .word: nil
    }
  }
}

/// The limits of a range: `from 1 to 64`, or `from 1` without an upper limit.
private func limits(of range: ClosedRange<Int>, _ text: (Int) -> String) -> String {
  let end = range.upperBound == .max ? "" : " to \(text(range.upperBound))"
  return "from \(text(range.lowerBound))" + end
}

private let shortList = 12

extension [String] {
  /// The strings as an English list: `a, b or c`.
  package var joinedWithOr: String { joined("or") }
  /// The strings as an English list: `a, b and c`.
  package var joinedWithAnd: String { joined("and") }

  /// The end of a message that suggests these names: `; did you mean 'csv'?`; empty without names.
  package var suggestion: String {
    isEmpty ? "" : "; did you mean \(map { quoted($0) }.joinedWithOr)?"
  }

  private func joined(_ conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    let others = (1..<count - 1).reduce(self[0]) { "\($0), \(self[$1])" }
    return "\(others) \(conjunction) \(last)"
  }
}

/// The maximum length of quoted text, in scalars, because one character can have any number.
let maximumQuotedLength = 120

/// The user's text in quotes, safe to show on a terminal.
func quoted(_ text: String) -> String {
  "'\(ControlEscapes.escaped(text.cut(toScalars: maximumQuotedLength)))'"
}
