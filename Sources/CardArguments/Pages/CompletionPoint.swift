/// The point of completion in an incomplete command line.
///
/// ```swift
/// let point = CompletionPoint(["convert", "--to", "cs"], in: tool)
/// ```
///
/// It uses the same declarations as the parser, but ignores mistakes in the line.
package struct CompletionPoint<Settings: Sendable>: Sendable {
  /// The possible completions of the incomplete word.
  package enum Target: Equatable, Sendable {
    /// These commands or options; empty if the word cannot be completed.
    case words([Choice])
    /// The values of this kind.
    case values(ValueKind)
  }

  /// The possible completions of the incomplete word.
  package private(set) var target = Target.words([])
  /// The part of the last word that is kept unchanged, such as `--to=`.
  package private(set) var kept = ""
  /// The part of the last word to complete.
  package private(set) var typed: String
  /// The command of the line; nil if it has none yet.
  package private(set) var command: Command<Settings>?
  /// The complete options of the line, with their values.
  package private(set) var given: [GivenOption] = []
  /// The operands before the last word.
  package private(set) var operands: [String] = []

  /// Creates the completion point of the last of `words`.
  ///
  /// - Parameter words: the line up to the cursor without the tool's own name. The last word, which
  ///   may be empty, is incomplete.
  package init(_ words: [String], in tool: CommandLineTool<Settings>) {
    typed = words.last ?? ""
    // The command whose options are accepted, and the commands that may come next.
    var owner: Command<Settings>? = tool.command
    var commands = tool.command.subcommands
    var isExplaining = false
    var pending: ValueKind?
    var scanner = ArgumentScanner(words.dropLast(), of: owner)
    while let token = scanner.next() {
      switch token {
      case .option(let option, _): given.append(option)
      case .mistake(.missingValue(_, let value, before: nil)): pending = value.kind
      case .mistake: continue
      case .operand(let word) where commands.isEmpty: operands.append(word)
      case .operand(let word):
        if let found = commands.first(where: { $0.word == word }) {
          (command, commands) = (found, found.subcommands)
          if !isExplaining {
            owner = found
            isExplaining = word == CommandLineTool<Settings>.helpWord
            if isExplaining { commands = tool.command.subcommands.dropLast() }
          }
        } else {
          // After an unknown command, nothing can be completed.
          (owner, commands) = (nil, [])
          operands.append(word)
        }
        scanner = ArgumentScanner(scanner.remaining, of: owner)
      }
    }
    if let pending {
      target = .values(pending)
    } else if scanner.optionsEnded || typed.utf8.first != UInt8(ascii: "-") {
      target = operandTarget(commands, isExplaining: isExplaining)
    } else if case (let spelling, let name, let value?) = typed.longOptionParts,
      typed.utf8.starts(with: "--".utf8)
    {
      if let value = owner?.option(named: name)?.value { target = .values(value.kind) }
      (kept, typed) = ("\(spelling)=", value)
    } else {
      target = .words(owner?.options.filter(isPossible).flatMap(names) ?? [])
    }
  }

  private func operandTarget(_ commands: [Command<Settings>], isExplaining: Bool) -> Target {
    let isTopic = command?.word == CommandLineTool<Settings>.helpWord
    if !commands.isEmpty, !isTopic {
      return .words(commands.map { Choice(name: $0.word, summary: $0.abstract) })
    }
    guard isTopic || !isExplaining, let declared = command?.operands else { return .words([]) }
    if operands.count < declared.count { return .values(declared[operands.count].kind) }
    return declared.last.flatMap { $0.isRepeatable ? .values($0.kind) : nil } ?? .words([])
  }

  /// Whether an option is not given yet, unless it is repeatable.
  private func isPossible(_ option: Option<Settings>) -> Bool {
    option.isRepeatable || !given.contains { $0.name == option.name }
  }

  /// The long names of an option, and its short name only if it was typed.
  private func names(of option: Option<Settings>) -> [Choice] {
    let spellings = option.spellings.filter { $0.utf8.starts(with: "--".utf8) || $0 == typed }
    return spellings.map { spelling in
      let isNegation = spelling == "--no-\(option.name)"
      return Choice(name: spelling, summary: (isNegation ? option.negation : nil) ?? option.help)
    }
  }

  /// The last value of an option; nil if it was not given.
  package func value(of option: String) -> String? { given.last { $0.name == option }?.value }
}
