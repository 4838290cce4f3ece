import CardJSON

/// The action that a command line requests.
package enum Action: Equatable, Sendable {
  /// Runs the command with its arguments: common options before the command, then the arguments
  /// after it.
  case run([String])
  /// Shows the help of the command, the family or the tool.
  case help(HelpLength)
  /// Shows the page of a topic that is not a command.
  case page(String)
  /// Shows the version.
  case version
  /// Prints the completion script for this shell.
  case completion(Shell)
}

extension CommandLineTool {
  /// Determines the action that a command line requests.
  ///
  /// - Parameters:
  ///   - arguments: The line without the tool's own name.
  ///   - command: Set to the command, the family or the tool that the action or the error is about.
  /// - Throws: An unknown or missing command, or a mistake in the options before it, unless the
  ///   line requests help.
  package func resolve(_ arguments: [String], _ command: inout Command<Settings>)
    throws(ArgumentError) -> Action
  {
    var search = CommandSearch(tool: self, arguments)
    defer { command = search.command }
    return try search.run()
  }
}

/// The search for a command in the words of a line, from the tool down.
private struct CommandSearch<Settings: Sendable> {
  let tool: CommandLineTool<Settings>
  var scanner: ArgumentScanner<Settings>
  /// The tool or the family reached so far; after `help` or at the end, possibly a command.
  var command: Command<Settings>
  var carried: [String] = []
  var helpLength: HelpLength?
  var mistake: ArgumentError?
  /// Whether the line has the word `help`, which is followed by the words of a command or a topic.
  var isExplaining = false
  var page: String?

  init(tool: CommandLineTool<Settings>, _ arguments: [String]) {
    (self.tool, command) = (tool, tool.command)
    scanner = ArgumentScanner(arguments[...], of: tool.command)
  }

  mutating func run() throws(ArgumentError) -> Action {
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
        } else if let action = try enter(word) {
          return action
        }
      }
    }
    if isExplaining, let mistake { throw mistake }
    if isExplaining || helpLength != nil { return page.map { .page($0) } ?? help }
    throw mistake ?? .missingCommand(of: command.name, known: command.subcommands().map(\.word))
  }

  private var help: Action { .help(helpLength ?? .long) }

  /// Processes one word; returns nil after a family or `help`, and the action after a command.
  private mutating func enter(_ word: String) throws(ArgumentError) -> Action? {
    if word == CommandLineTool<Settings>.helpWord, helpLength == nil || !command.isTool {
      // The word may follow a family too.
      isExplaining = true
      return nil
    }
    guard let next = command.subcommand(word) else {
      if command.isTool, word == StandardOption.completion { return try completionWord() }
      if helpLength != nil { return help }
      throw mistake ?? unknown(word)
    }
    if next.isFamily {
      command = next
      return nil
    }
    if let mistake, helpLength == nil {
      var rest = ArgumentScanner(scanner.remaining, of: next)
      while helpLength == nil, let token = rest.next() {
        if case .option(let given, _) = token { helpLength = given.helpLength }
      }
      if helpLength == nil { throw mistake }
    }
    command = next
    return helpLength == nil ? .run(carried + scanner.remaining) : help
  }

  /// Processes one word after `help`.
  private mutating func explain(_ word: String) throws(ArgumentError) {
    if let page { throw mistake ?? .unexpectedOperand(word, taken: [page]) }
    if command.isTool, tool.topics().contains(where: { $0.name == word }) {
      page = word
    } else if let next = command.subcommand(word) {
      command = next
    } else {
      throw mistake ?? unknown(word)
    }
  }

  private func completion(_ shell: String, _ spelling: String) throws(ArgumentError) -> Action {
    do throws(ValueProblem) {
      return .completion(try Shell.parse(shell))
    } catch { throw .invalidValue(option: spelling, value: shell, error) }
  }

  /// Resolves `completion SHELL`, which is the same as `--completion SHELL`.
  private mutating func completionWord() throws(ArgumentError) -> Action {
    let name = StandardOption.completion
    guard case .operand(let shell)? = scanner.next() else {
      if helpLength != nil { return help }
      let value = OptionValue(name: "SHELL", kind: Shell.valueKind)
      throw .missingValue(option: name, of: value, before: nil)
    }
    return try completion(shell, name)
  }

  private func unknown(_ word: String) -> ArgumentError {
    let names = command.subcommands().map(\.word)
    guard command.isTool else {
      return .unknownCommand(word, of: command.name, nearest: NearestName.all(word, among: names))
    }
    let topics = isExplaining ? tool.topics().map(\.name) : []
    let hasHabit = tool.commandHabits()[word] != nil && !isExplaining
    let nearest = hasHabit ? [] : NearestName.all(word, among: names + topics)
    return .unknownCommand(
      word, of: command.name, nearest: nearest.isEmpty ? tool.commandLines(for: word) : nearest)
  }

  /// Adds the commands that have the option to an unknown option.
  private func placed(_ mistake: ArgumentError) -> ArgumentError {
    guard case .unknownOption(let spelling, _, _) = mistake else { return mistake }
    let commands = tool.words(ofCommandsWith: spelling)
    return commands.isEmpty ? mistake : .misplacedOption(spelling: spelling, commands: commands)
  }
}
