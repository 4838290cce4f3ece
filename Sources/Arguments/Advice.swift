// What a mistake was most likely meant to be, where the other commands or options have to be known
// to say it.

extension ToolManual {
  /// The same error, with what the rest of the tool suggests instead.
  ///
  /// - Parameter selector: the word of the command whose output the others read, so that its options
  ///   can stand in front of them in a pipe.
  public func advised(_ error: ArgumentError, selector: String) -> ArgumentError {
    guard let command = runnableCommands.first(where: { $0.name == error.command }) else {
      return error
    }
    switch error.mistake {
    case .unknownOption(let spelling, nil, let nearest):
      return ArgumentError(
        advised(spelling: spelling, nearest: nearest, in: command, selector: selector),
        command: error.command)
    case .invalidValue(let option, let value, .notAChoice(let names)):
      guard let owner = command.options.first(where: { $0.offers(value) }) else { return error }
      let problem = ValueProblem.choiceOfAnother(option: "--\(owner.name)", of: names)
      return ArgumentError(
        .invalidValue(option: option, value: value, problem), command: error.command)
    default: return error
    }
  }

  /// An unknown option that is the value of another, as `--csv` for `--to csv`, or an option of
  /// other commands.
  private func advised(
    spelling: String, nearest: [String], in command: CommandManual, selector: String
  ) -> ArgumentMistake {
    let word = String(spelling.drop { $0 == "-" })
    if let owner = command.options.first(where: { $0.offers(word) }) {
      return .unknownOption(
        spelling: spelling, within: nil, nearest: ["--\(owner.name) \(word)"])
    }
    let owners = runnableCommands.filter { other in
      other.options.contains { !$0.isHidden && $0.spellings.contains(spelling) }
    }
    if owners.isEmpty {
      return .unknownOption(spelling: spelling, within: nil, nearest: nearest)
    }
    let words = owners.map { String($0.name.dropFirst(name.count + 1)) }
    let pipe =
      words.contains(selector) ? "\(name) \(selector) \(spelling) … | \(command.name) …" : nil
    let listed = words.count > 4 ? words.prefix(3) + ["other commands"] : words[...]
    return .optionOfOthers(spelling: spelling, commands: [String](listed), pipe: pipe)
  }

  /// What a word that is no command was most likely meant to be: a file to read, or an option.
  func commandLines(for word: String) -> [String] {
    if let option = [OptionManual.version, .help].first(where: { $0.name == word }) {
      return ["--\(option.name)"]
    }
    let isPath = word.contains(".") || word.contains("/")
    guard isPath, let reader = commands.first else { return [] }
    return ["\(reader.name) \(word)"]
  }
}

extension OptionManual {
  /// Whether `value` is one of the closed set of names that the option accepts.
  fileprivate func offers(_ value: String) -> Bool {
    guard !isHidden, case .choice(let choices)? = self.value?.kind else { return false }
    return choices.contains { $0.name == value }
  }
}
