/// The layout of help on a terminal: `-h` with one line per option, `--help` with everything.
package struct HelpPage: Sendable {
  /// The supported page widths, in characters.
  package static let widths = 40...100

  /// The maximum width of a line, in characters; only longer words exceed it.
  package let width: Int
  /// Whether headings are bold (SGR 1).
  package let isStyled: Bool

  /// Creates a layout for a terminal.
  ///
  /// - Parameter width: the terminal's width in characters, clamped to `widths`.
  package init(width: Int = 80, isStyled: Bool = false) {
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    self.isStyled = isStyled
  }

  /// The page that a command line requests.
  package func text<Settings>(
    for topic: HelpTopic<Settings>, of tool: CommandLineTool<Settings>, _ length: HelpLength
  ) -> String {
    switch topic {
    case .tool: text(for: tool, length)
    case .command(let command): text(for: command, length)
    }
  }

  /// The page of a command, ended by a newline.
  package func text<Settings>(for command: Command<Settings>, _ length: HelpLength) -> String {
    var page = begin(command.name, command.usage, command.abstract)
    if length == .long { addDiscussion(command.discussion, to: &page) }
    addCommands(command.subcommands, to: &page)
    addTerms(command.operands, command.groups, length, to: &page)
    addEnd(
      command.name, length: length, examples: command.examples, statuses: command.exitStatuses,
      to: &page)
    return page.text
  }

  /// The page of a tool, ended by a newline.
  package func text<Settings>(for tool: CommandLineTool<Settings>, _ length: HelpLength) -> String {
    var page = begin(tool.name, tool.usage, tool.abstract)
    if length == .long { addDiscussion(tool.discussion, to: &page) }
    addCommands(tool.commands, to: &page)
    addTerms([], tool.groups, length, to: &page)
    if length == .short { addExamples(tool.examples, heading: "To begin", to: &page) }
    addEnd(
      tool.name, length: length, examples: tool.examples, statuses: tool.exitStatuses, to: &page)
    return page.text
  }

  /// The first steps with a tool, for users who typed only its name.
  package func beginning<Settings>(of tool: CommandLineTool<Settings>) -> String {
    var page = begin(tool.name, tool.usage, tool.abstract)
    addCommands(tool.commands, to: &page)
    addExamples(tool.examples, heading: "To begin", to: &page)
    addEnd(tool.name, length: .short, examples: [], statuses: [], to: &page)
    return page.text
  }

  private func begin(_ name: String, _ usage: [String], _ abstract: String) -> PageLines {
    var page = PageLines(width: width)
    page.addWrapped((["usage:", name] + usage).joined(separator: " "), hanging: 4)
    page.addGap()
    page.addWrapped(abstract)
    return page
  }

  private func addHeading(_ heading: String, to page: inout PageLines) {
    page.addGap()
    page.add(isStyled ? "\u{1B}[1m\(heading):\u{1B}[0m" : "\(heading):")
  }

  private func addDiscussion(_ paragraphs: [String], to page: inout PageLines) {
    for paragraph in paragraphs {
      page.addGap()
      page.addWrapped(paragraph.filter { $0 != "`" })
    }
  }

  private func addCommands<Settings>(_ commands: [Command<Settings>], to page: inout PageLines) {
    if commands.isEmpty { return }
    addHeading("Commands", to: &page)
    page.addTerms(commands.map { ($0.word, $0.abstract) })
  }

  /// Adds operands and options: in the short form as one list that fits a screen if possible, and
  /// in the long form under their headings.
  private func addTerms<Settings>(
    _ operands: [Operand], _ groups: [OptionGroup<Settings>], _ length: HelpLength,
    to page: inout PageLines
  ) {
    let named = operands.map { operand in
      (operand.name, operand.help + (operand.kind.namesInShort ?? ""))
    }
    guard length == .long else {
      let options = groups.flatMap { $0.visible.filter { !$0.isRare } }
      page.addGap()
      return page.addTerms(named + options.map { ($0.label, $0.summary) })
    }
    if !operands.isEmpty {
      addHeading("Operands", to: &page)
      page.addTerms(named)
    }
    for group in groups where !group.visible.isEmpty {
      addHeading(group.heading, to: &page)
      if let topic = group.topic {
        let names = group.visible.map { "--\($0.name)" }.joined(separator: ", ")
        page.addWrapped("\(names): see help \(topic)", indent: 2)
      } else {
        add(group.visible, of: groups, to: &page)
      }
    }
  }

  /// Adds options: simple ones as a table, and those with details below their names.
  private func add<Settings>(
    _ options: [Option<Settings>], of groups: [OptionGroup<Settings>], to page: inout PageLines
  ) {
    var rows: [(term: String, meaning: String)] = []
    for option in options {
      let hasChoices = if case .choice = option.value?.kind { true } else { false }
      if option.details.isEmpty, !hasChoices {
        rows.append((option.label, (option.help + option.remarks).filter { $0 != "`" }))
        continue
      }
      page.addTerms(rows)
      rows = []
      addWhole(option, listedBy: groups.option(listing: option), to: &page)
    }
    page.addTerms(rows)
  }

  private func addEnd(
    _ name: String, length: HelpLength, examples: [Example], statuses: [ExitStatus],
    to page: inout PageLines
  ) {
    guard length == .long else {
      page.addGap()
      page.addWrapped("see '\(name) --help' for more")
      return
    }
    addExamples(examples, heading: "Examples", to: &page)
    if statuses.isEmpty { return }
    addHeading("Exit statuses", to: &page)
    page.addTerms(statuses.map { (String($0.code), $0.meaning) })
  }

  private func addExamples(_ examples: [Example], heading: String, to page: inout PageLines) {
    if examples.isEmpty { return }
    addHeading(heading, to: &page)
    for example in examples {
      page.addWrapped(example.caption, indent: 2)
      page.add("    \(example.command)")
    }
  }

  /// Adds an option with all of its details.
  ///
  /// - Parameter other: the option that lists its values.
  private func addWhole<Settings>(
    _ option: Option<Settings>, listedBy other: Option<Settings>?, to page: inout PageLines
  ) {
    page.add("  \(option.label)")
    page.addWrapped((option.help + option.remarks).filter { $0 != "`" }, indent: 8)
    if let value = option.value, let other {
      page.addWrapped("\(value.name) is one of the names listed under --\(other.name)", indent: 8)
    } else if case .choice(let choices) = option.value?.kind {
      page.addTerms(choices.map { ($0.name, $0.summary) }, indent: 10)
    }
    for paragraph in option.details {
      page.addWrapped(paragraph.filter { $0 != "`" }, indent: 8)
    }
  }
}

extension CommandLineTool {
  /// The pieces of the usage line that follow the name.
  var usage: [String] { ["COMMAND", "[OPTION]...", "[OPERAND]..."] }
}

extension Command {
  /// The pieces of the usage line that follow the name.
  var usage: [String] {
    let rest = operands.map { operand in
      let name = operand.isRequired ? operand.name : "[\(operand.name)]"
      return operand.isRepeatable ? "\(name)..." : name
    }
    return (subcommands.isEmpty ? [] : ["COMMAND"]) + ["[OPTION]..."] + rest
  }
}

/// The maximum number of characters of choices on a line of the short help.
private let maximumListedLength = 110

extension ValueKind {
  /// The choices as a line of help ends with them, if they are few: `: csv or tsv`.
  fileprivate var namesInShort: String? {
    guard case .choice(let choices) = self else { return nil }
    let names = choices.map(\.name).joinedWithOr
    return names.count <= maximumListedLength ? ": \(names)" : nil
  }
}

extension Option {
  /// The option as the list of options shows it: `-o, --output FILE`.
  fileprivate var label: String {
    let letter = short.map { "-\($0), " } ?? "    "
    let long = isNegatable ? "--[no-]\(name)" : "--\(name)"
    return letter + long + (value.map { " \($0.name)" } ?? "")
  }

  /// The option in one line: its help, and its choices where they are few.
  fileprivate var summary: String { help + (value?.kind.namesInShort ?? "") }

  /// The remarks that a long page adds to the help line: ` (repeatable; default: ndjson)`.
  fileprivate var remarks: String {
    var remarks: [String] = []
    if isRepeatable { remarks.append("repeatable") }
    if let defaultText { remarks.append("default: \(defaultText)") }
    return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
  }
}
