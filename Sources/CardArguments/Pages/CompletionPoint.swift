/// The end of an incomplete command line, for completion.
///
/// ```swift
/// let point = CompletionPoint(["convert", "--to", "cs"], in: tool)
/// ```
///
/// It uses the same declarations as the parser, and ignores mistakes on the line: completion is for
/// names and not for errors.
package struct CompletionPoint<Settings: Sendable>: Sendable {
  /// The kind of the incomplete word.
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

  /// The kind of the incomplete word.
  package let target: Target
  /// The part of the last word that stays unchanged, such as `--to=`.
  package let kept: String
  /// The incomplete part of the last word.
  package let typed: String
  private let walk: CompletionWalk<Settings>

  /// Classifies the last of `words`.
  ///
  /// - Parameter words: the line up to the cursor without the tool's own name. The last word, which
  ///   may be empty, is incomplete.
  package init(_ words: [String], in tool: CommandLineTool<Settings>) {
    self = CompletionWalk(words.dropLast(), tool).point(at: words.last ?? "")
  }

  fileprivate init(
    _ walk: CompletionWalk<Settings>, _ target: Target, kept: String = "", typed: String
  ) {
    (self.walk, self.target, self.kept, self.typed) = (walk, target, kept, typed)
  }

  /// The command of the line, or nil if it has none yet.
  package var command: Command<Settings>? { walk.command }
  /// The complete options of the line, with their values.
  package var given: [GivenOption] { walk.given }
  /// The operands before the last word.
  package var operands: [String] { walk.operands }

  /// The last value of an option, or nil if it was not given.
  package func value(of option: String) -> String? {
    given.last { $0.name == option }?.value
  }
}

/// The parse of an incomplete line, up to its last word.
struct CompletionWalk<Settings: Sendable> {
  private let tool: CommandLineTool<Settings>
  private var options: [Option<Settings>]
  /// The commands of which one must be named next; empty if one was named.
  private var commands: [Command<Settings>]
  private(set) var command: Command<Settings>?
  private(set) var given: [GivenOption] = []
  private(set) var operands: [String] = []
  /// The value that comes next; nil if none is missing.
  private var pending: OptionValue?
  private var optionsEnded = false
  /// Whether the line asks for help, whose operands are the words of a command.
  private var isHelp = false

  /// Parses complete words.
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
