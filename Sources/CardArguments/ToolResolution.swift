import CardJSON

/// The action that a command line requests.
package enum Resolution<Settings: Sendable>: Sendable {
  /// Runs a command with its arguments: common options before the command, then the arguments after
  /// it.
  case command(Command<Settings>, arguments: [String])
  /// Shows help.
  case help(HelpTopic<Settings>, HelpLength)
  /// Shows the version.
  case version
  /// Prints the completion script for this shell.
  case completion(Shell)
}

/// The subject of help.
package enum HelpTopic<Settings: Sendable>: Sendable {
  /// A command, or the tool itself.
  case command(Command<Settings>)
  /// A topic that is not a command.
  case page(String)
}

extension CommandLineTool {
  /// Determines the action that a command line requests.
  ///
  /// - Parameter arguments: The line without the tool's own name.
  /// - Throws: An unknown or missing command, or a mistake in the options before it, unless the
  ///   line requests help.
  package func resolve(_ arguments: [String]) throws(ArgumentError) -> Resolution<Settings> {
    var search = CommandSearch(tool: self, arguments)
    return try search.run()
  }
}

/// The search for a command in the words of a line, from the tool down.
private struct CommandSearch<Settings: Sendable> {
  let tool: CommandLineTool<Settings>
  var scanner: ArgumentScanner<Settings>
  /// The tool or the family reached so far; after `help`, possibly a command.
  var command: Command<Settings>
  var carried: [String] = []
  var helpLength: HelpLength?
  var mistake: ArgumentMistake?
  /// Whether the line has the word `help`, which is followed by the words of a command or a topic.
  var isExplaining = false
  var page: String?

  init(tool: CommandLineTool<Settings>, _ arguments: [String]) {
    self.tool = tool
    command = tool.command
    scanner = ArgumentScanner(arguments[...], options: tool.command.options)
  }

  mutating func run() throws(ArgumentError) -> Resolution<Settings> {
    while let token = scanner.next() {
      switch token {
      case .mistake(let new): mistake = mistake ?? (isExplaining ? new : placed(new))
      case .option(let given, _):
        if let length = given.helpLength { helpLength = helpLength ?? length }
        if isExplaining || given.helpLength != nil { continue }
        if helpLength == nil, given.name == StandardOption.version { return .version }
        if helpLength == nil, given.name == StandardOption.completion {
          return try completion(given.value ?? "", given.spelling)
        }
        // Joined to one argument, which is parsed in the same way before any other arguments.
        carried.append(given.value.map { "--\(given.name)=\($0)" } ?? given.spelling)
      case .operand(let word):
        if isExplaining {
          try explain(word)
        } else if let found = try enter(word) {
          return found
        }
      }
    }
    if isExplaining, let mistake { throw error(mistake) }
    if isExplaining || helpLength != nil { return help(page.map { .page($0) }) }
    let known = command.subcommands.map(\.word)
    throw error(mistake ?? .missingCommand(of: command.name, known: known))
  }

  /// The help for a topic; by default, for the current command.
  private func help(_ topic: HelpTopic<Settings>? = nil) -> Resolution<Settings> {
    .help(topic ?? .command(command), helpLength ?? .long)
  }

  /// Processes one word; returns nil after a family or `help`, and the result after a command.
  private mutating func enter(_ word: String) throws(ArgumentError) -> Resolution<Settings>? {
    if word == tool.command.subcommands.last?.word, helpLength == nil || !command.isTool {
      // The word may follow a family too.
      isExplaining = true
      return nil
    }
    guard let next = command.subcommands.first(where: { $0.word == word }) else {
      if command.isTool, word == StandardOption.completion { return try completionWord() }
      if helpLength != nil { return help() }
      throw error(mistake ?? unknown(word))
    }
    if !next.subcommands.isEmpty {
      command = next
      return nil
    }
    if helpLength != nil { return help(.command(next)) }
    guard let mistake else { return .command(next, arguments: carried + scanner.remaining) }
    var rest = ArgumentScanner(scanner.remaining, options: next.options)
    while let token = rest.next() {
      if case .option(let given, _) = token, let length = given.helpLength {
        return .help(.command(next), length)
      }
    }
    throw error(mistake)
  }

  /// Processes one word after `help`.
  private mutating func explain(_ word: String) throws(ArgumentError) {
    if let page { throw error(mistake ?? .unexpectedOperand(word, taken: [page])) }
    if command.isTool, tool.topics.contains(where: { $0.name == word }) {
      page = word
      return
    }
    guard let next = command.subcommands.first(where: { $0.word == word }) else {
      throw error(mistake ?? unknown(word))
    }
    command = next
  }

  private func completion(
    _ shell: String, _ spelling: String
  ) throws(ArgumentError) -> Resolution<Settings> {
    do throws(ValueProblem) {
      return .completion(try Shell.parse(shell))
    } catch { throw self.error(.invalidValue(option: spelling, value: shell, error)) }
  }

  /// Resolves `completion SHELL`, which is the same as `--completion SHELL`.
  private mutating func completionWord() throws(ArgumentError) -> Resolution<Settings> {
    let name = StandardOption.completion
    guard case .operand(let shell)? = scanner.next() else {
      if helpLength != nil { return help() }
      let value = OptionValue(name: "SHELL", kind: Shell.valueKind)
      throw error(.missingValue(option: name, of: value, before: nil))
    }
    return try completion(shell, name)
  }

  private func unknown(_ word: String) -> ArgumentMistake {
    let names = command.subcommands.map(\.word)
    guard command.isTool else {
      return .unknownCommand(word, of: command.name, nearest: NearestName.all(word, among: names))
    }
    let topics = isExplaining ? tool.topics.map(\.name) : []
    let hasHabit = tool.commandHabits[word] != nil && !isExplaining
    let nearest = hasHabit ? [] : NearestName.all(word, among: names + topics)
    return .unknownCommand(
      word, of: command.name, nearest: nearest.isEmpty ? tool.commandLines(for: word) : nearest)
  }

  /// Adds the commands that have the option to an unknown option.
  private func placed(_ mistake: ArgumentMistake) -> ArgumentMistake {
    guard case .unknownOption(let spelling, _, _) = mistake else { return mistake }
    let commands = tool.words(ofCommandsWith: spelling)
    return commands.isEmpty ? mistake : .misplacedOption(spelling: spelling, commands: commands)
  }

  private func error(_ mistake: ArgumentMistake) -> ArgumentError {
    ArgumentError(mistake, command: command.name)
  }
}
