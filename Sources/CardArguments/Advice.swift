// Suggestions for mistakes that depend on the other commands or options of the tool.

extension CommandLineTool {
  /// The same error, with suggestions from the rest of the tool.
  ///
  /// - Parameter selector: the command whose output the other commands read, so that its options
  ///   can come before them in a pipe.
  package func advised(_ error: ArgumentError, selector: String) -> ArgumentError {
    let command = runnableCommands.first { $0.name == error.command }
    let mistake = advised(error.mistake, on: command, selector: selector)
    return ArgumentError(mistake, command: error.command)
  }

  /// - Parameter command: the command that can be run; nil for the tool itself or a family.
  private func advised(
    _ mistake: ArgumentMistake, on command: Command<Settings>?, selector: String
  ) -> ArgumentMistake {
    switch (mistake, command) {
    case (.unknownOption(let spelling, nil, let nearest), nil):
      guard let habit = habits[spelling], options.named(habit) != nil else { return mistake }
      return .unknownOption(spelling: spelling, within: nil, nearest: ["--\(habit)"] + nearest)
    case (.unknownOption(let spelling, nil, let nearest), let command?):
      return advised(spelling: spelling, nearest: nearest, in: command, selector: selector)
    case (.invalidValue(let option, let value, .notAChoice(let names)), let command?):
      guard let owner = command.options.first(where: { $0.offers(value) }) else { return mistake }
      let problem = ValueProblem.choiceOfAnother(option: "--\(owner.name)", of: names)
      return .invalidValue(option: option, value: value, problem)
    default: return mistake
    }
  }

  /// Suggestions for an unknown option that is the value of another, such as `--csv` for `--to
  /// csv`, or an option of other commands.
  private func advised(
    spelling: String, nearest: [String], in command: Command<Settings>, selector: String
  ) -> ArgumentMistake {
    let word = String(spelling.drop { $0 == "-" })
    func suggestion(_ lines: [String]) -> ArgumentMistake {
      .unknownOption(spelling: spelling, within: nil, nearest: lines)
    }
    if let owner = command.options.first(where: { $0.offers(word) }) {
      return suggestion(["--\(owner.name) \(word)"])
    }
    if let habit = habits[spelling] {
      if command.options.contains(where: { $0.name == habit }) { return suggestion(["--\(habit)"]) }
      if options.contains(where: { $0.name == habit }) { return suggestion(["\(name) --\(habit)"]) }
    }
    let words = words(ofCommandsWith: spelling)
    if words.isEmpty {
      // A value of an option elsewhere, such as `--csv`; the commands that read come first.
      for other in runnableCommands {
        guard let owner = other.options.first(where: { $0.offers(word) }) else { continue }
        return suggestion(["\(other.name) --\(owner.name) \(word)"])
      }
      return suggestion(nearest)
    }
    // A command with the operands of the selector reads the selector's output.
    let source = words.contains(selector) ? commands.first { $0.word == selector } : nil
    let isReader = source?.operands.map(\.name) == command.operands.map(\.name)
    let pipe = isReader ? "\(name) \(selector) \(spelling) … | \(command.name) …" : nil
    let listed = words.count > 4 ? words.prefix(3) + ["other commands"] : words[...]
    return .optionOfOthers(spelling: spelling, commands: [String](listed), pipe: pipe)
  }

  /// The names of the commands that have an option of this spelling, without the tool's own.
  func words(ofCommandsWith spelling: String) -> [String] {
    let owners = runnableCommands.filter { command in
      command.options.contains { !$0.isHidden && $0.spellings.contains(spelling) }
    }
    return owners.map { String($0.name.dropFirst(name.count + 1)) }
  }

  /// Suggestions for a word that is not a command: a file to read, or an option.
  func commandLines(for word: String) -> [String] {
    if let words = commandHabits[word] { return [words] }
    if let option = [Option<Settings>.version, .help].first(where: { $0.name == word }) {
      return ["--\(option.name)"]
    }
    let isPath = word.contains(".") || word.contains("/")
    guard isPath, let reader = commands.first else { return [] }
    return ["\(reader.name) \(word)"]
  }
}

extension Option {
  /// Whether `value` is one of the closed set of names that the option accepts.
  fileprivate func offers(_ value: String) -> Bool {
    guard !isHidden, case .choice(let choices)? = self.value?.kind else { return false }
    return choices.contains { $0.name == value }
  }
}
