/// A parsed command line: its settings, its operands, and the given options.
package struct ParsedArguments<Settings: Sendable>: Sendable {
  /// The settings, with all options applied in order.
  package var options: Settings
  /// The operands in order, including a lone `-`.
  package var operands: [String]
  /// All occurrences of options, in order.
  package var given: [GivenOption]
  /// The length of the help that the line requests, which takes precedence over every mistake on
  /// the line and ends it; nil if it requests none.
  package var helpLength: HelpLength?

  /// Whether an option was given; `name` is the long name without dashes.
  package func isGiven(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// The spelling of the last occurrence of an option, for messages; nil if it was not given.
  package func spelling(of name: String) -> String? { given.last { $0.name == name }?.spelling }
}

extension Command {
  /// Parses the arguments that follow the command's name, and checks that every option has an effect.
  ///
  /// - Parameters:
  ///   - initial: The settings without any options.
  ///   - text: Returns the text of an argument, or nil if it is not UTF-8. It is applied to the
  ///     values of options, except paths.
  package func parse(
    _ arguments: [String], into initial: Settings, text: (String) -> String? = { $0 }
  ) throws(ArgumentError) -> ParsedArguments<Settings> {
    var scanner = ArgumentScanner(arguments[...], of: self)
    var parsed = ParsedArguments(options: initial, operands: [], given: [])
    var mistakes: [ArgumentError] = []
    var options: [Option<Settings>] = []
    while let token = scanner.next() {
      switch token {
      case .mistake(let mistake): mistakes.append(mistake)
      case .operand(let operand): parsed.operands.append(operand)
      case .option(let given, let option):
        parsed.helpLength = given.helpLength
        if parsed.helpLength != nil { return parsed }
        do {
          try option.apply(given, text, to: &parsed)
          options.append(option)
        } catch {
          let problem = (error as? any ValueError)?.valueProblem ?? .reason("\(error)")
          mistakes.append(.invalidValue(option: given.spelling, value: given.value ?? "", problem))
        }
      }
    }
    if let mistake = mistakes.first ?? operands.mistake(in: parsed.operands) { throw mistake }
    for (given, option) in zip(parsed.given, options) {
      for check in option.checks { if let mistake = check(given, parsed) { throw mistake } }
    }
    return parsed
  }
}

extension Option {
  fileprivate func apply(
    _ typed: GivenOption, _ text: (String) -> String?, to parsed: inout ParsedArguments<Settings>
  ) throws {
    var given = typed
    switch value?.kind {
    case nil: break
    case .file: if given.value == "" { throw ValueProblem.reason("expected the name of a file") }
    default:
      given.value = given.value.flatMap(text)
      if given.value == nil { throw ValueProblem.reason("expected UTF-8") }
    }
    try assign(&parsed.options, given)
    parsed.given.append(given)
  }
}

extension [Operand] {
  /// The first mistake in the operands of a line; nil if they are valid.
  func mistake(in operands: [String]) -> ArgumentError? {
    var rest = operands[...]
    for operand in self {
      if rest.isEmpty {
        if operand.isRequired { return .missingOperand(operand) }
        continue
      }
      let taken = operand.isRepeatable ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      guard case .choice(let choices) = operand.kind else { continue }
      let names = choices.map(\.name)
      for text in taken where !names.contains(text) {
        return .invalidOperand(operand.name, value: text, .notAChoice(of: names))
      }
    }
    return rest.first.map { .unexpectedOperand($0, taken: map(\.name)) }
  }
}
