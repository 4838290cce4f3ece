// The pages of commands, generated from their declarations and prose, in the order of
// man-pages(7).

extension ManualPage {
  /// The page of a command, or of a family with all the commands below it.
  package init<Settings>(_ command: Command<Settings>, _ prose: ManualProse) {
    let isFamily = !command.subcommands.isEmpty
    let description = command.discussion.isEmpty ? [sentence(command.abstract)] : command.discussion
    let operands = command.operands.map(\.term)
    var sections = [
      ManualSection("SYNOPSIS", command.synopses.map { .synopsis($0) }),
      ManualSection(
        "DESCRIPTION",
        description.map(ManualBlock.prose) + (operands.isEmpty ? [] : [.terms(operands)])
          + prose.parts.map { .part($0) }),
    ]
    if isFamily {
      let common = Set(command.options.map(\.name))
      sections.append(
        ManualSection(
          "COMMANDS", command.subcommands.map { $0.part(leavingOut: common) }))
    }
    sections.append(ManualSection("OPTIONS", command.groups.blocks()))
    sections += ManualPage.end(
      statuses: command.documentedStatuses, prose, examples: command.documentedExamples)
    self.init(
      name: command.name.pageName, section: 1, abstract: command.abstract, sections: sections)
  }

  /// The page of a tool.
  package init<Settings>(_ tool: CommandLineTool<Settings>, _ prose: ManualProse) {
    let commands = tool.commands.map { command in
      ManualTerm("`\(command.name)`", sentence(command.abstract))
    }
    let sections = [
      ManualSection(
        "SYNOPSIS",
        [
          .synopsis(SynopsisLine(name: tool.name, placeholders: tool.usage)),
          .synopsis(SynopsisLine(name: "\(tool.name) help", placeholders: ["[TOPIC]..."])),
          .synopsis(SynopsisLine(name: "\(tool.name) --version", placeholders: [])),
        ]),
      ManualSection(
        "DESCRIPTION", tool.discussion.map(ManualBlock.prose) + prose.parts.map { .part($0) }),
      ManualSection("COMMANDS", [.terms(commands)]),
      ManualSection("OPTIONS", tool.groups.blocks()),
    ]
    self.init(
      name: tool.name, section: 1, abstract: tool.abstract,
      sections: sections
        + ManualPage.end(statuses: tool.exitStatuses, prose, examples: tool.examples))
  }

  private static func end(statuses: [ExitStatus], _ prose: ManualProse, examples: [Example])
    -> [ManualSection]
  {
    [
      ManualSection(
        "EXIT STATUS",
        statuses.isEmpty
          ? [] : [.terms(statuses.map { ManualTerm("`\($0.code)`", sentence($0.meaning)) })]),
      ManualSection("ENVIRONMENT", prose.environment.isEmpty ? [] : [.terms(prose.environment)]),
      ManualSection("FILES", prose.files.isEmpty ? [] : [.terms(prose.files)]),
      ManualSection(
        "EXAMPLES",
        examples.flatMap { example -> [ManualBlock] in
          [.paragraph(sentence(example.caption, end: ":")), .verbatim([example.command])]
        } + prose.examples),
      ManualSection(
        "SEE ALSO",
        prose.seeAlso.isEmpty
          ? [] : [.paragraph(prose.seeAlso.map { "`\($0)`" }.joined(separator: ", "))]),
    ]
  }
}

extension ManualBlock {
  /// A paragraph of a discussion.
  ///
  /// Its lines are kept if it begins with a space.
  fileprivate static func prose(_ paragraph: String) -> ManualBlock {
    guard paragraph.first == " " else { return .paragraph(paragraph) }
    let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return .verbatim(lines)
  }
}

extension Command {
  /// The syntax of the command, or of each of its subcommands.
  fileprivate var synopses: [SynopsisLine] {
    subcommands.isEmpty
      ? [SynopsisLine(name: name, placeholders: usage)] : subcommands.flatMap(\.synopses)
  }

  /// The section about the command on its family's page, without the options of the family.
  fileprivate func part(leavingOut common: Set<String>) -> ManualBlock {
    let own = groups.map { group in
      OptionGroup(group.heading, group.visible.filter { !common.contains($0.name) })
    }
    var blocks: [ManualBlock] = [.paragraph(sentence(abstract))]
    blocks += discussion.map(ManualBlock.prose)
    let terms =
      operands.map(\.term)
      + own.flatMap(\.options).map { $0.term(listedBy: own.option(listing: $0)) }
    if !terms.isEmpty { blocks.append(.terms(terms)) }
    blocks += subcommands.map { $0.part(leavingOut: common) }
    return .part(ManualSection(([word] + usage).joined(separator: " "), blocks))
  }

  /// The exit statuses of the command, or of those below it.
  fileprivate var documentedStatuses: [ExitStatus] {
    var found = exitStatuses
    for status in subcommands.flatMap(\.documentedStatuses)
    where !found.contains(where: { $0.code == status.code }) {
      found.append(status)
    }
    return found.sorted { $0.code < $1.code }
  }

  /// The examples of the command and of those below it, each once.
  fileprivate var documentedExamples: [Example] {
    var found = examples
    for example in subcommands.flatMap(\.documentedExamples)
    where !found.contains(where: { $0.command == example.command }) {
      found.append(example)
    }
    return found
  }
}

extension Array {
  /// The options that pages show, each group under its heading.
  package func blocks<Settings>() -> [ManualBlock] where Element == OptionGroup<Settings> {
    filter { !$0.visible.isEmpty }.map { group in
      .part(
        ManualSection(
          group.heading,
          [.terms(group.visible.map { $0.term(listedBy: option(listing: $0)) })]))
    }
  }
}

extension Operand {
  fileprivate var term: ManualTerm {
    ManualTerm(name, [.paragraph(sentence(help))] + kind.choiceBlocks)
  }
}

extension Option {
  /// The option with all of its details.
  ///
  /// - Parameter other: the option that lists its values.
  fileprivate func term(listedBy other: Option?) -> ManualTerm {
    let placeholder = value.map { " \($0.name)" } ?? ""
    let label = spellings.map { "`\($0)`\(placeholder)" }.joined(separator: ", ")
    var first = sentence(help)
    if let value, let range = value.kind.range { first += " \(value.name) is \(range)." }
    if isRepeatable { first += " May be repeated." }
    if let defaultText { first += " Default: \(defaultText)." }
    let choices =
      other.map { [.paragraph("One of the names listed under `--\($0.name)`.")] }
      ?? value?.kind.choiceBlocks ?? []
    return ManualTerm(
      label, [.paragraph(first)] + choices + details.map { .paragraph($0) })
  }
}

extension ValueKind {
  /// The choices with their meanings.
  fileprivate var choiceBlocks: [ManualBlock] {
    guard case .choice(let choices) = self else { return [] }
    let explained = choices.filter { !$0.summary.isEmpty }
    guard !explained.isEmpty else {
      return [.paragraph("One of \(choices.map { "`\($0.name)`" }.joinedWithOr).")]
    }
    return [.terms(choices.map { ManualTerm("`\($0.name)`", $0.summary) })]
  }

  /// The range of allowed numbers.
  fileprivate var range: String? {
    switch self {
    case .integer, .byteCount: expectation
    case .text, .file, .directory, .time, .choice, .word: nil
    }
  }
}

extension String {
  /// The name of a command's page: `cardctl-log` for `cardctl log`.
  package var pageName: String { split(separator: " ").joined(separator: "-") }
}

/// A line of help as a sentence: it begins with a capital and ends with a full stop.
private func sentence(_ line: String, end: String = ".") -> String {
  guard let first = line.first else { return "" }
  let text = first.uppercased() + line.dropFirst()
  return text.hasSuffix(".") || text.hasSuffix(":") ? text : text + end
}
