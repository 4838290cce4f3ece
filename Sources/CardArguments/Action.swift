import CardJSON

/// The action that a command line requests.
package enum Action: Equatable, Sendable {
  /// Runs the command with the arguments after it.
  case run([String])
  /// Shows the help of the command, the family or the tool.
  case help(HelpLength)
  /// Shows the page of a topic that is not a command, with the words after it.
  case page(String, [String])
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
  /// - Throws: An unknown or missing command, or a mistake before it.
  package func resolve(_ arguments: [String], _ command: inout Command<Settings>)
    throws(ArgumentError) -> Action
  {
    command = self.command
    for (index, word) in arguments.enumerated() {
      let rest = arguments[(index + 1)...]
      if word == Self.helpWord { return try explained(rest, length: .long, &command) }
      if word.looksLikeOption { return try standard(arguments[index...], &command) }
      if command.isTool, word == StandardOption.completion {
        return try standard(["--\(word)"] + rest, &command)
      }
      guard let next = command.subcommand(word) else { throw unknown(word, in: command) }
      command = next
      if !next.isFamily { return .run(Array(rest)) }
    }
    throw .missingCommand(of: command.name, known: command.table.map(\.word))
  }

  /// Returns the action of a line that has an option in the place of a command.
  private func standard(_ arguments: ArraySlice<String>, _ command: inout Command<Settings>)
    throws(ArgumentError) -> Action
  {
    var scanner = ArgumentScanner(arguments, of: command)
    switch scanner.next() {
    case .option(let given, _):
      if let length = given.helpLength {
        return try explained(scanner.remaining, length: length, &command)
      }
      if given.name == StandardOption.version { return .version }
      if given.name == StandardOption.completion {
        do throws(ValueProblem) { return .completion(try Shell.parse(given.value ?? "")) } catch {
          throw .invalidValue(option: given.spelling, value: given.value ?? "", error)
        }
      }
      throw .unknownOption(spelling: given.spelling, within: nil, nearest: [])
    case .mistake(let mistake): throw mistake
    case .operand, nil: throw unknown(arguments.first ?? "", in: command)
    }
  }

  /// Returns the action of a line that requests help about these words.
  private func explained(
    _ words: ArraySlice<String>, length: HelpLength, _ command: inout Command<Settings>
  ) throws(ArgumentError) -> Action {
    var length = length
    var scanner = ArgumentScanner(words, of: command)
    while let token = scanner.next() {
      switch token {
      case .option(let given, _): length = given.helpLength ?? length
      case .mistake(let mistake): throw mistake
      case .operand(let word):
        if command.isTool, topics.contains(where: { $0.name == word }) {
          return .page(word, Array(scanner.remaining))
        }
        guard let next = command.subcommand(word) else {
          throw unknown(word, in: command, orTopic: true)
        }
        command = next
      }
    }
    return .help(length)
  }

  private func unknown(
    _ word: String, in command: Command<Settings>, orTopic: Bool = false
  ) -> ArgumentError {
    let topics = orTopic && command.isTool ? topics.map(\.name) : []
    let nearest = NearestName.all(word, among: command.table.map(\.word) + topics)
    return .unknownCommand(word, of: command.name, nearest: nearest)
  }
}
