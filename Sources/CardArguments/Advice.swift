// Suggestions that depend on the tool's other commands and options.

extension CommandLineTool {
  /// Adds suggestions from the rest of the tool to a mistake in the line of a command, a family or
  /// the tool: an option that is the value of another, such as `--csv` for `--to csv`, or an option
  /// of other commands.
  package func advised(
    _ mistake: ArgumentError, of command: Command<Settings>
  ) -> ArgumentError {
    guard case .unknownOption(let spelling, nil, let nearest) = mistake else { return mistake }
    func advice(_ lines: [String]) -> ArgumentError {
      .unknownOption(spelling: spelling, within: nil, nearest: lines)
    }
    let word = String(spelling.drop { $0 == "-" })
    // An option that is only punctuated in another way.
    if nearest.first == "--" + word.replacing("_", with: "-") { return mistake }
    let habit = habits()[spelling] ?? []
    func habitual(_ command: Command<Settings>) -> [String] {
      let words = habit.first { command.option(named: String($0.prefix { $0 != " " })) != nil }
      return words.map { ["--\($0)"] } ?? []
    }
    if command.isFamily { return advice(habitual(self.command) + nearest) }
    func option(of command: Command<Settings>) -> String? {
      command.options.first { $0.offers(word) }.map { "--\($0.name) \(word)" }
    }
    var lines = option(of: command).map { [$0] } ?? habitual(command)
    if lines.isEmpty { lines = habitual(self.command).map { "\(name) \($0)" } }
    if !lines.isEmpty { return advice(lines) }
    let words = words(ofCommandsWith: spelling)
    guard words.isEmpty else {
      let listed = words.count > 4 ? words.prefix(3) + ["other commands"] : words[...]
      return .optionOfOthers(spelling: spelling, commands: [String](listed))
    }
    // A value of an option elsewhere, such as `--csv`; the commands that read come first.
    let others = self.command.runnable.lazy.compactMap { other in
      option(of: other).map { "\(other.name) \($0)" }
    }
    return advice(others.first.map { [$0] } ?? nearest)
  }

  /// The names of the commands that have an option with this spelling, without the tool's name.
  func words(ofCommandsWith spelling: String) -> [String] {
    let owners = command.runnable.filter { command in
      command.options.contains { !$0.isHidden && $0.spellings.contains(spelling) }
    }
    return owners.map { String($0.name.dropFirst(name.count + 1)) }
  }

  /// Suggestions for a word that is not a command: a file to read, or an option.
  func commandLines(for word: String) -> [String] {
    if let words = commandHabits()[word] { return [words] }
    if ["help", "version"].contains(word) { return ["--\(word)"] }
    let isPath = word.contains(".") || word.contains("/")
    guard isPath, let reader = command.subcommands().first else { return [] }
    return ["\(reader.name) \(word)"]
  }
}

extension Option {
  fileprivate func offers(_ value: String) -> Bool {
    guard !isHidden, case .choice(let choices)? = self.value?.kind else { return false }
    return choices.contains { $0.name == value }
  }
}
