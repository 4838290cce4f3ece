// The short help (`-h`): usage, commands, and one line for each option that is not rare.

extension Command {
  /// The short help, in lines of at most `width` characters, ended by a newline.
  package func shortHelp(width: Int, isStyled: Bool = false) -> String {
    var page = PageLines(width: width, isStyled: isStyled)
    page.begin(name, usage, abstract)
    page.add(subcommands)
    page.add(groups, after: operands.map { ($0.name, $0.help + ($0.kind.namesInShort ?? "")) })
    page.end(name)
    return page.text
  }

  /// The pieces of the usage line that follow the name.
  var usage: [String] {
    let rest = operands.map { operand in
      let name = operand.isRequired ? operand.name : "[\(operand.name)]"
      return operand.isRepeatable ? "\(name)..." : name
    }
    return (subcommands.isEmpty ? [] : ["COMMAND"]) + ["[OPTION]..."] + rest
  }
}

extension CommandLineTool {
  /// The short help, in lines of at most `width` characters, ended by a newline.
  ///
  /// - Parameter hasOptions: whether options are listed; not for users who typed only the name.
  package func shortHelp(width: Int, isStyled: Bool = false, hasOptions: Bool = true) -> String {
    var page = PageLines(width: width, isStyled: isStyled)
    page.begin(name, usage, abstract)
    page.add(commands)
    if hasOptions { page.add(groups) }
    page.addGap()
    page.addHeading("To begin:")
    for example in examples {
      page.addWrapped(example.caption, indent: 2)
      page.add("    \(example.command)")
    }
    page.end(name)
    return page.text
  }

  /// The pieces of the usage line that follow the name.
  var usage: [String] { ["COMMAND", "[OPTION]...", "[OPERAND]..."] }
}

extension PageLines {
  fileprivate mutating func begin(_ name: String, _ usage: [String], _ abstract: String) {
    addWrapped((["usage:", name] + usage).joined(separator: " "), hanging: 4)
    addGap()
    addWrapped(abstract)
  }

  fileprivate mutating func add<Settings>(_ commands: [Command<Settings>]) {
    if commands.isEmpty { return }
    addGap()
    addHeading("Commands:")
    addTable(commands.map { ($0.word, $0.abstract) })
  }

  fileprivate mutating func add<Settings>(
    _ groups: [OptionGroup<Settings>], after operands: [(String, String)] = []
  ) {
    let options = groups.flatMap { $0.visible.filter { !$0.isRare } }
    addGap()
    addTable(operands + options.map { ($0.label, $0.help + ($0.value?.kind.namesInShort ?? "")) })
  }

  fileprivate mutating func end(_ name: String) {
    addGap()
    addWrapped("see '\(name) --help' for more")
  }
}

extension ValueKind {
  /// The choices as a line of help ends with them, if they are few: `: csv or tsv`.
  fileprivate var namesInShort: String? {
    guard case .choice(let choices) = self else { return nil }
    let names = choices.map(\.name).joinedWithOr
    return names.count <= maximumListedLength ? ": \(names)" : nil
  }
}

/// The maximum number of characters of choices on a line of the short help.
private let maximumListedLength = 110

extension Option {
  /// The option as the list of options shows it: `-o, --output FILE`.
  fileprivate var label: String {
    let letter = short.map { "-\($0), " } ?? "    "
    let long = isNegatable ? "--[no-]\(name)" : "--\(name)"
    return letter + long + (value.map { " \($0.name)" } ?? "")
  }
}
