// Suggestions for mistakes that depend on the other commands or options of the tool.

extension CommandLineTool {
  /// The same error, with suggestions from the rest of the tool.
  package func advised(_ error: ArgumentError) -> ArgumentError {
    guard case .unknownOption(let spelling, nil, let nearest) = error.mistake else { return error }
    guard let command = runnableCommands.first(where: { $0.name == error.command }) else {
      let habit = habits[spelling].flatMap { options.named($0) == nil ? nil : "--\($0)" }
      let names = (habit.map { [$0] } ?? []) + nearest
      return ArgumentError(
        .unknownOption(spelling: spelling, within: nil, nearest: names), command: error.command)
    }
    return ArgumentError(
      advised(spelling: spelling, nearest: nearest, in: command), command: error.command)
  }

  /// Suggestions for an unknown option that is the value of another, such as `--csv` for `--to
  /// csv`, or an option of other commands.
  private func advised(spelling: String, nearest: [String], in command: Command<Settings>)
    -> ArgumentMistake
  {
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
    guard words.isEmpty else {
      let listed = words.count > 4 ? words.prefix(3) + ["other commands"] : words[...]
      return .optionOfOthers(spelling: spelling, commands: [String](listed))
    }
    // A value of an option elsewhere, such as `--csv`; the commands that read come first.
    for other in runnableCommands {
      guard let owner = other.options.first(where: { $0.offers(word) }) else { continue }
      return suggestion(["\(other.name) --\(owner.name) \(word)"])
    }
    return suggestion(nearest)
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
    if ["help", "version"].contains(word) { return ["--\(word)"] }
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
