import CardJSON

/// The request of a whole command line.
package enum Resolution<Settings: Sendable>: Sendable {
  /// Runs a command with the arguments that follow it; common options before the command come
  /// first.
  case command(Command<Settings>, arguments: [String])
  /// Shows a help page.
  case help(HelpTopic<Settings>, HelpLength)
  /// Shows the manual page, or else the long help, for `help`.
  case manual(HelpTopic<Settings>)
  /// Shows the page of a topic that is not a command.
  case page(String)
  /// Shows the version.
  case version
  /// Prints the completion script for this shell.
  case completion(CompletionScript)
}

/// The subject of a help page.
package enum HelpTopic<Settings: Sendable>: Sendable {
  /// The tool itself.
  case tool
  /// One of its commands.
  case command(Command<Settings>)
}

extension CommandLineTool {
  /// Finds the command that a line is meant for.
  ///
  /// - Parameter arguments: The line without the tool's own name.
  /// - Throws: An unknown or missing command, or a mistake in the options before it, unless the
  ///   line asks for help.
  package func resolve(_ arguments: [String]) throws(ArgumentError) -> Resolution<Settings> {
    var search = CommandSearch(tool: self, arguments)
    return try search.run()
  }
}

/// The search for a command in the words of a line, from the tool's name down.
private struct CommandSearch<Settings: Sendable> {
  let tool: CommandLineTool<Settings>
  var scanner: ArgumentScanner<Settings>
  /// The family reached so far; nil at the tool itself.
  var family: Command<Settings>?
  var carried: [String] = []
  var helpLength: HelpLength?
  var mistake: ArgumentMistake?
  /// Whether the line begins with `help`, whose operands may be topics too.
  var isExplaining = false

  init(tool: CommandLineTool<Settings>, _ arguments: [String]) {
    self.tool = tool
    self.scanner = ArgumentScanner(arguments, options: tool.options)
  }

  private var commands: [Command<Settings>] { family?.subcommands ?? tool.commands }
  private var place: String { family?.name ?? tool.name }
  private var topic: HelpTopic<Settings> { family.map { .command($0) } ?? .tool }

  mutating func run() throws(ArgumentError) -> Resolution<Settings> {
    while let token = scanner.next() {
      switch token {
      case .help(let length): helpLength = helpLength ?? length
      case .mistake(let new): mistake = mistake ?? placed(new)
      case .option(let given, _):
        if given.name == StandardOption.version, helpLength == nil { return .version }
        if given.name == StandardOption.completion, helpLength == nil {
          return try completion(given)
        }
        carried.append(given.respelt)
      case .operand(let word):
        if let found = try enter(word) { return found }
      }
    }
    if let helpLength { return .help(topic, helpLength) }
    throw error(mistake ?? .missingCommand(of: place, known: commands.map(\.word)))
  }

  /// Processes one word; nil after a family, or else the result.
  private mutating func enter(_ word: String) throws(ArgumentError) -> Resolution<Settings>? {
    guard let command = commands.first(where: { $0.word == word }) else {
      // Other tools have both as commands, but ours are not listed.
      if family != nil, word == tool.commands.last?.word { return try explain(from: family) }
      if family == nil, word == StandardOption.completion { return try completionWord() }
      if let helpLength { return .help(topic, helpLength) }
      throw error(mistake ?? unknown(word))
    }
    if !command.subcommands.isEmpty {
      family = command
      return nil
    }
    if let helpLength { return .help(.command(command), helpLength) }
    if family == nil, word == tool.commands.last?.word { return try explain() }
    if let mistake {
      if let length = command.helpLength(in: scanner.remaining) {
        return .help(.command(command), length)
      }
      throw error(mistake)
    }
    return .command(command, arguments: carried + scanner.remaining)
  }

  private func completion(_ given: GivenOption) throws(ArgumentError) -> Resolution<Settings> {
    guard let script = given.value.flatMap(CompletionScript.init(rawValue:)) else {
      let names = CompletionScript.allCases.map(\.rawValue)
      throw error(
        .invalidValue(
          option: given.spelling, value: given.value ?? "", .notAChoice(of: names)))
    }
    return .completion(script)
  }

  /// Resolves `completion SHELL`, which is the same as `--completion SHELL`.
  private mutating func completionWord() throws(ArgumentError) -> Resolution<Settings> {
    let name = StandardOption.completion
    guard case .operand(let shell)? = scanner.next() else {
      if let helpLength { return .help(.tool, helpLength) }
      let value = Option<Settings>.completion.value ?? OptionValue(name: "SHELL", kind: .text)
      throw error(.missingValue(option: name, of: value, before: nil))
    }
    return try completion(GivenOption(name: name, spelling: name, value: shell))
  }

  /// Resolves `help`, whose operands are the words of a command, or a topic.
  ///
  /// - Parameter family: the family of the command to explain.
  private mutating func explain(from family: Command<Settings>? = nil) throws(ArgumentError)
    -> Resolution<Settings>
  {
    isExplaining = true
    var reached = family
    var page: String?
    var length: HelpLength?
    while let token = scanner.next() {
      switch token {
      case .help(let asked): length = asked
      case .mistake(let new): mistake = mistake ?? new
      case .option: continue
      case .operand(let word):
        self.family = reached
        if let page { throw error(mistake ?? .unexpectedOperand(word, taken: [page])) }
        if reached == nil, tool.topics.contains(where: { $0.name == word }) {
          page = word
          continue
        }
        guard let next = (reached?.subcommands ?? tool.commands).first(where: { $0.word == word })
        else { throw error(mistake ?? unknown(word)) }
        reached = next
      }
    }
    if let mistake { throw error(mistake) }
    if let page { return .page(page) }
    let topic = reached.map { HelpTopic.command($0) } ?? .tool
    return length.map { .help(topic, $0) } ?? .manual(topic)
  }

  private func unknown(_ word: String) -> ArgumentMistake {
    let topics = isExplaining && family == nil ? tool.topics.map(\.name) : []
    let names =
      tool.commandHabits[word] != nil && family == nil && !isExplaining
      ? [] : NearestName.all(word, among: commands.map(\.word) + topics)
    let lines = family == nil && names.isEmpty ? tool.commandLines(for: word) : []
    return .unknownCommand(word, of: place, nearest: names + lines)
  }

  /// Adds to an unknown option which commands have it.
  private func placed(_ mistake: ArgumentMistake) -> ArgumentMistake {
    guard case .unknownOption(let spelling, _, _) = mistake else { return mistake }
    let commands = tool.words(ofCommandsWith: spelling)
    return commands.isEmpty ? mistake : .misplacedOption(spelling: spelling, commands: commands)
  }

  private func error(_ mistake: ArgumentMistake) -> ArgumentError {
    ArgumentError(mistake, command: place)
  }
}

extension GivenOption {
  /// The option as one argument, which means the same before any other arguments.
  fileprivate var respelt: String { value.map { "--\(name)=\($0)" } ?? spelling }
}

extension Command {
  /// The kind of help that a line requests for this command, whatever its other mistakes.
  fileprivate func helpLength(in arguments: [String]) -> HelpLength? {
    var scanner = ArgumentScanner(arguments, options: options)
    while let token = scanner.next() {
      if case .help(let length) = token { return length }
    }
    return nil
  }
}
