// Suggestions that depend on the tool's other commands and options.

extension CommandLineTool {
  /// Adds suggestions from the rest of the tool to a mistake in the line of a command, a family or
  /// the tool: an option that is the value of another, such as `--csv` for `--to csv`, an option of
  /// other commands, or a file in the place of a command.
  ///
  /// - Parameter habits: words of our command lines by those of other tools. Of the words for an
  ///   option, the first one that the command has is suggested.
  package func advised(
    _ mistake: ArgumentError, of command: Command<Settings>, habits: [String: [String]]
  ) -> ArgumentError {
    switch mistake {
    case .unknownCommand(let word, of: name, let nearest):
      let isPath = nearest.isEmpty && (word.contains(".") || word.contains("/"))
      let reader = isPath ? self.command.table.first.map { ["\(name) \($0.word) \(word)"] } : nil
      return .unknownCommand(word, of: name, nearest: habits[word] ?? reader ?? nearest)
    case .unknownOption(let spelling, let argument, let nearest)
    where argument == nil || command.isFamily:
      return advised(spelling, nearest, of: command, habit: habits[spelling] ?? [])
    default: return mistake
    }
  }

  private func advised(
    _ spelling: String, _ nearest: [String], of command: Command<Settings>, habit: [String]
  ) -> ArgumentError {
    func advice(_ lines: [String]) -> ArgumentError {
      .unknownOption(spelling: spelling, within: nil, nearest: lines)
    }
    let word = String(spelling.drop { $0 == "-" })
    // An option that is only punctuated in another way.
    if nearest.first == "--" + String(word.map { $0 == "_" ? "-" : $0 }) { return advice(nearest) }
    func habitual(_ command: Command<Settings>) -> [String] {
      let words = habit.first { command.option(named: String($0.prefix { $0 != " " })) != nil }
      return words.map { ["--\($0)"] } ?? []
    }
    func option(of command: Command<Settings>) -> String? {
      command.options.first { $0.offers(word) }.map { "--\($0.name) \(word)" }
    }
    var lines = option(of: command).map { [$0] } ?? habitual(command)
    if lines.isEmpty { lines = habitual(self.command).map { "\(name) \($0)" } }
    if !lines.isEmpty { return advice(lines) }
    let words = words(ofCommandsWith: spelling)
    guard words.isEmpty else { return .optionOfOthers(spelling: spelling, commands: words) }
    // A value of an option elsewhere, such as `--csv`; the commands that read come first.
    let others = self.command.runnable.lazy.compactMap { other in
      option(of: other).map { "\(other.name) \($0)" }
    }
    return advice(others.first.map { [$0] } ?? nearest)
  }

  /// The names of the commands that have an option with this spelling, without the tool's name.
  private func words(ofCommandsWith spelling: String) -> [String] {
    let owners = command.runnable.filter { command in
      command.options.contains { $0.spellings.contains(spelling) }
    }
    return owners.map { String($0.name.dropFirst(name.count + 1)) }
  }
}

extension Option {
  fileprivate func offers(_ value: String) -> Bool {
    guard case .choice(let choices)? = self.value?.kind else { return false }
    return choices.contains { $0.name == value }
  }
}
