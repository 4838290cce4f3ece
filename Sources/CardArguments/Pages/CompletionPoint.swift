/// The end of a command line that is being typed, for completion.
///
/// ```swift
/// let point = CompletionPoint(["convert", "--to", "cs"], in: tool)
/// ```
///
/// It is made from the same declarations as everything else, and forgives every mistake on the
/// line: who presses the tab key wants names, not errors.
package struct CompletionPoint<Settings: Sendable>: Sendable {
  /// The kind of word that is being typed.
  package enum Target: Sendable {
    /// The word that names one of these commands.
    case command([Command<Settings>])
    /// One of these options.
    case option([Option<Settings>])
    /// The value of an option.
    case value(OptionValue)
    /// An operand.
    case operand(Operand)
    /// Something unexpected.
    case nothing
  }

  /// The kind of word that is being typed.
  package let target: Target
  /// The part of the last word that stays as it is, such as `--to=`.
  package let kept: String
  /// The part of the last word that is being typed.
  package let typed: String
  private let walk: CompletionWalk<Settings>

  /// Classifies the last of `words`.
  ///
  /// - Parameter words: the line up to the cursor without the tool's own name; the last word, which
  ///   may be empty, is the one that is being typed.
  package init(_ words: [String], in tool: CommandLineTool<Settings>) {
    self = CompletionWalk(words.dropLast(), tool).point(at: words.last ?? "")
  }

  fileprivate init(
    _ walk: CompletionWalk<Settings>, _ target: Target, kept: String = "", typed: String
  ) {
    (self.walk, self.target, self.kept, self.typed) = (walk, target, kept, typed)
  }

  /// The command that the line is meant for; nil when it does not say.
  package var command: Command<Settings>? { walk.command }
  /// The options of the line that are whole, with their values.
  package var given: [GivenOption] { walk.given }
  /// The operands before the last word.
  package var operands: [String] { walk.operands }

  /// The value that an option was given last; nil when it was not.
  package func value(of option: String) -> String? {
    given.last { $0.name == option }?.value
  }
}

/// The walk along a line that is being typed, up to its last word.
struct CompletionWalk<Settings: Sendable> {
  private let tool: CommandLineTool<Settings>
  private var options: [Option<Settings>]
  /// The commands of which one has to be named next; empty when one was.
  private var commands: [Command<Settings>]
  private(set) var command: Command<Settings>?
  private(set) var given: [GivenOption] = []
  private(set) var operands: [String] = []
  /// The value that comes next; nil if none is missing.
  private var pending: OptionValue?
  private var optionsEnded = false
  /// Whether the line asks for help, whose operands are the words of a command.
  private var isHelp = false

  /// Walks past words that are whole.
  init(_ words: [String], _ tool: CommandLineTool<Settings>) {
    self.tool = tool
    options = tool.options
    commands = tool.commands
    var scanner = ArgumentScanner(words, options: options)
    while let token = scanner.next() {
      switch token {
      case .option(let option, _): given.append(option)
      case .help: given.append(GivenOption(name: StandardOption.help, spelling: "--help"))
      case .mistake(.missingValue(_, let value, before: nil)): pending = value
      case .mistake: continue
      case .operand(let word) where commands.isEmpty: operands.append(word)
      case .operand(let word):
        enter(word)
        scanner = ArgumentScanner(scanner.remaining, options: options)
      }
    }
    optionsEnded = scanner.optionsEnded
  }

  private mutating func enter(_ word: String) {
    guard let found = commands.first(where: { $0.word == word }) else {
      // The words after an unknown command are unknown.
      commands = []
      options = []
      operands.append(word)
      return
    }
    command = found
    commands = found.subcommands
    if isHelp { return }
    options = found.options
    guard found.name == "\(tool.name) help" else { return }
    isHelp = true
    commands = tool.commands.filter { $0.name != found.name }
  }

  /// The kind of the word at the end of the line.
  func point(at word: String) -> CompletionPoint<Settings> {
    if let pending { return CompletionPoint(self, .value(pending), typed: word) }
    let (spelling, name, value) = word.longOptionParts
    if !optionsEnded, word.utf8.starts(with: "--".utf8), let value {
      let target = options.named(name)?.value.map { CompletionPoint<Settings>.Target.value($0) }
      return CompletionPoint(self, target ?? .nothing, kept: "\(spelling)=", typed: value)
    }
    if !optionsEnded, word.utf8.first == UInt8(ascii: "-") {
      return CompletionPoint(self, .option(available), typed: word)
    }
    return CompletionPoint(self, rest, typed: word)
  }

  /// The options that may follow: shown, and not given yet unless they may be repeated.
  private var available: [Option<Settings>] {
    options.filter { option in
      !option.isHidden && (option.isRepeatable || !given.contains { $0.name == option.name })
    }
  }

  /// The kind of a word that is not an option.
  private var rest: CompletionPoint<Settings>.Target {
    if isHelp, let command, command.name == "\(tool.name) help", let topic = command.operands.first
    {
      return .operand(topic)
    }
    if !commands.isEmpty { return .command(commands) }
    guard let command, !isHelp else { return .nothing }
    if operands.count < command.operands.count {
      return .operand(command.operands[operands.count])
    }
    guard let last = command.operands.last, last.isRepeatable else { return .nothing }
    return .operand(last)
  }
}
