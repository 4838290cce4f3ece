/// The point of completion in an incomplete command line.
///
/// ```swift
/// let point = CompletionPoint(["convert", "--to", "cs"], in: tool)
/// ```
///
/// It uses the same declarations as the parser, but ignores mistakes in the line.
package struct CompletionPoint<Settings: Sendable>: Sendable {
  /// The kind of the incomplete word.
  package enum Target: Sendable {
    /// One of these commands.
    case command([Command<Settings>])
    /// One of these options.
    case option([Option<Settings>])
    /// The value of an option.
    case value(OptionValue)
    /// An operand.
    case operand(Operand)
    /// A word that cannot be completed.
    case nothing
  }

  /// The kind of the incomplete word.
  package private(set) var target = Target.nothing
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

  private var options: [Option<Settings>]
  /// The commands that may come next; empty after a command.
  private var commands: [Command<Settings>]
  /// The command `help`, if the line has it; its operands are the words of a command.
  private var help: Command<Settings>?

  /// Creates the completion point of the last of `words`.
  ///
  /// - Parameter words: the line up to the cursor without the tool's own name. The last word, which
  ///   may be empty, is incomplete.
  package init(_ words: [String], in tool: CommandLineTool<Settings>) {
    typed = words.last ?? ""
    options = tool.command.options
    commands = tool.command.subcommands
    var pending: OptionValue?
    var scanner = ArgumentScanner(words.dropLast(), options: options)
    while let token = scanner.next() {
      switch token {
      case .option(let option, _): given.append(option)
      case .mistake(.missingValue(_, let value, before: nil)): pending = value
      case .mistake: continue
      case .operand(let word) where commands.isEmpty: operands.append(word)
      case .operand(let word):
        enter(word, of: tool)
        scanner = ArgumentScanner(scanner.remaining, options: options)
      }
    }
    if let pending {
      target = .value(pending)
    } else if scanner.optionsEnded || typed.utf8.first != UInt8(ascii: "-") {
      target = operand
    } else if case (let spelling, let name, let value?) = typed.longOptionParts,
      typed.utf8.starts(with: "--".utf8)
    {
      target = options.named(name)?.value.map { .value($0) } ?? .nothing
      (kept, typed) = ("\(spelling)=", value)
    } else {
      // The visible options, without those already given unless they are repeatable.
      target = .option(
        options.filter { option in
          !option.isHidden && (option.isRepeatable || !given.contains { $0.name == option.name })
        })
    }
  }

  private mutating func enter(_ word: String, of tool: CommandLineTool<Settings>) {
    guard let found = commands.first(where: { $0.word == word }) else {
      // After an unknown command, nothing can be completed.
      (commands, options) = ([], [])
      operands.append(word)
      return
    }
    (command, commands) = (found, found.subcommands)
    if help != nil { return }
    options = found.options
    guard found.name == tool.command.subcommands.last?.name else { return }
    help = found
    commands = tool.command.subcommands.dropLast()
  }

  /// The target of a word that is not an option.
  private var operand: Target {
    if let help, help.name == command?.name, let topic = help.operands.first {
      return .operand(topic)
    }
    if !commands.isEmpty { return .command(commands) }
    guard help == nil, let declared = command?.operands else { return .nothing }
    if operands.count < declared.count { return .operand(declared[operands.count]) }
    return declared.last.flatMap { $0.isRepeatable ? .operand($0) : nil } ?? .nothing
  }

  /// The last value of an option; nil if it was not given.
  package func value(of option: String) -> String? { given.last { $0.name == option }?.value }
}
