import CardJSON

/// The request of a whole command line.
package enum Resolution<Settings: Sendable>: Sendable {
  /// Runs a command with the arguments that follow it; common options before the command come
  /// first.
  case command(Command<Settings>, arguments: [String])
  /// Shows help.
  case help(HelpTopic<Settings>, HelpLength)
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
  /// A topic that is not a command.
  case page(String)
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
  /// The family reached so far, or after `help` the command; nil at the tool itself.
  var command: Command<Settings>?
  var carried: [String] = []
  var helpLength: HelpLength?
  var mistake: ArgumentMistake?
  /// Whether the line has the word `help`, whose operands are the words of a command, or a topic.
  var isExplaining = false
  var page: String?

  init(tool: CommandLineTool<Settings>, _ arguments: [String]) {
    self.tool = tool
    self.scanner = ArgumentScanner(arguments, options: tool.options)
  }

  private var commands: [Command<Settings>] { command?.subcommands ?? tool.commands }
  private var place: String { command?.name ?? tool.name }
  private var topic: HelpTopic<Settings> {
    page.map { .page($0) } ?? command.map { .command($0) } ?? .tool
  }

  mutating func run() throws(ArgumentError) -> Resolution<Settings> {
    while let token = scanner.next() {
      switch token {
      case .help(let length): helpLength = helpLength ?? length
      case .mistake(let new): mistake = mistake ?? (isExplaining ? new : placed(new))
      case .option(let given, _):
        if isExplaining { continue }
        if given.name == StandardOption.version, helpLength == nil { return .version }
        if given.name == StandardOption.completion, helpLength == nil {
          return try completion(given)
        }
        carried.append(given.respelt)
      case .operand(let word):
        if let found = try isExplaining ? explain(word) : enter(word) { return found }
      }
    }
    if isExplaining, let mistake { throw error(mistake) }
    if isExplaining || helpLength != nil { return .help(topic, helpLength ?? .long) }
    throw error(mistake ?? .missingCommand(of: place, known: commands.map(\.word)))
  }

  /// Processes one word; nil after a family or `help`, or else the result.
  private mutating func enter(_ word: String) throws(ArgumentError) -> Resolution<Settings>? {
    let isHelp = word == tool.commands.last?.word
    guard let next = commands.first(where: { $0.word == word }) else {
      // Other tools have both as commands, but ours are not listed.
      if isHelp {
        isExplaining = true
        return nil
      }
      if command == nil, word == StandardOption.completion { return try completionWord() }
      if let helpLength { return .help(topic, helpLength) }
      throw error(mistake ?? unknown(word))
    }
    if !next.subcommands.isEmpty {
      command = next
      return nil
    }
    if let helpLength { return .help(.command(next), helpLength) }
    if isHelp {
      isExplaining = true
      return nil
    }
    guard let mistake else { return .command(next, arguments: carried + scanner.remaining) }
    if let length = next.helpLength(in: scanner.remaining) { return .help(.command(next), length) }
    throw error(mistake)
  }

  /// Processes one word after `help`.
  private mutating func explain(_ word: String) throws(ArgumentError) -> Resolution<Settings>? {
    if let page { throw error(mistake ?? .unexpectedOperand(word, taken: [page])) }
    if command == nil, tool.topics.contains(where: { $0.name == word }) {
      page = word
      return nil
    }
    guard let next = commands.first(where: { $0.word == word }) else {
      throw error(mistake ?? unknown(word))
    }
    command = next
    return nil
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

  private func unknown(_ word: String) -> ArgumentMistake {
    let topics = isExplaining && command == nil ? tool.topics.map(\.name) : []
    let names =
      tool.commandHabits[word] != nil && command == nil && !isExplaining
      ? [] : NearestName.all(word, among: commands.map(\.word) + topics)
    let lines = command == nil && names.isEmpty ? tool.commandLines(for: word) : []
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
