// The pages of commands, generated from their declarations and their prose, in the order of
// man-pages(7).

extension ManualPage {
  /// The page of a command, or of a family with all the commands below it.
  ///
  /// - Parameter prose: parts of the description, and the sections ENVIRONMENT, FILES, EXAMPLES and
  ///   SEE ALSO, in the markup that `ManualSection.parse` reads.
  package init<Settings>(_ command: Command<Settings>, _ prose: [String]) {
    let operands = command.operands.map(\.term)
    let common = Set(command.options.map(\.name))
    self.init(
      name: command.name, abstract: command.abstract,
      synopsis: command.synopses,
      description: (command.discussion.isEmpty ? [sentence(command.abstract)] : command.discussion)
        .map(ManualBlock.paragraph) + (operands.isEmpty ? [] : [.terms(operands)]),
      commands: command.subcommands.map { $0.part(leavingOut: common) },
      options: command.groups.blocks(isTool: false), statuses: command.documentedStatuses,
      examples: command.documentedExamples, prose)
  }

  /// The page of a tool.
  package init<Settings>(_ tool: CommandLineTool<Settings>, _ prose: [String]) {
    self.init(
      name: tool.name, abstract: tool.abstract,
      synopsis: [
        .synopsis(name: tool.name, placeholders: tool.usage),
        .synopsis(name: "\(tool.name) help", placeholders: ["[TOPIC]..."]),
        .synopsis(name: "\(tool.name) --version", placeholders: []),
      ],
      description: tool.discussion.map(ManualBlock.paragraph),
      commands: [
        .terms(tool.commands.map { ManualTerm("`\($0.name)`", sentence($0.abstract)) })
      ],
      options: tool.groups.blocks(isTool: true), statuses: tool.exitStatuses,
      examples: tool.examples, prose)
  }

  private init(
    name: String, abstract: String, synopsis: [ManualBlock], description: [ManualBlock],
    commands: [ManualBlock], options: [ManualBlock], statuses: [ExitStatus], examples: [Example],
    _ prose: [String]
  ) {
    let prose = ManualSection.parse(prose.joined(separator: "\n\n"))
    func added(_ heading: String) -> [ManualBlock] {
      prose.first { $0.heading == heading }?.blocks ?? []
    }
    let statuses = statuses.map { ManualTerm("`\($0.code)`", sentence($0.meaning)) }
    let examples = examples.flatMap { example -> [ManualBlock] in
      [.paragraph(sentence(example.caption, end: ":")), .verbatim([example.command])]
    }
    self.init(
      name: name.split(separator: " ").joined(separator: "-"), section: 1, abstract: abstract,
      sections: [
        ManualSection("SYNOPSIS", synopsis),
        ManualSection("DESCRIPTION", description + added("")),
        ManualSection("COMMANDS", commands),
        ManualSection("OPTIONS", options),
        ManualSection("EXIT STATUS", statuses.isEmpty ? [] : [.terms(statuses)]),
        ManualSection("ENVIRONMENT", added("ENVIRONMENT")),
        ManualSection("FILES", added("FILES")),
        ManualSection("EXAMPLES", examples + added("EXAMPLES")),
        ManualSection("SEE ALSO", added("SEE ALSO")),
      ])
  }
}

extension Command {
  /// The syntax of the command, or of each of its subcommands.
  fileprivate var synopses: [ManualBlock] {
    subcommands.isEmpty
      ? [.synopsis(name: name, placeholders: usage)] : subcommands.flatMap(\.synopses)
  }

  /// The section about the command on its family's page, without the options of the family.
  fileprivate func part(leavingOut common: Set<String>) -> ManualBlock {
    let own = groups.map { group in
      OptionGroup(group.heading, group.visible.filter { !common.contains($0.name) })
    }
    let terms = operands.map(\.term) + own.terms()
    return .part(
      ManualSection(
        ([word] + usage).joined(separator: " "),
        ([sentence(abstract)] + discussion).map(ManualBlock.paragraph)
          + (terms.isEmpty ? [] : [.terms(terms)])
          + subcommands.map { $0.part(leavingOut: common) }))
  }

  /// The exit statuses of the command and of those below it; of one status, the first meaning.
  fileprivate var documentedStatuses: [ExitStatus] {
    let all = exitStatuses + subcommands.flatMap(\.documentedStatuses)
    let firsts = all.indices.filter { index in
      !all[..<index].contains { $0.code == all[index].code }
    }
    return firsts.map { all[$0] }.sorted { $0.code < $1.code }
  }

  /// The examples of the command and of those below it, each once.
  fileprivate var documentedExamples: [Example] {
    let all = examples + subcommands.flatMap(\.documentedExamples)
    return all.indices.filter { index in
      !all[..<index].contains { $0.command == all[index].command }
    }.map { all[$0] }
  }
}

extension Array {
  /// The options that pages show, each group under its heading.
  ///
  /// Pages of commands only name the options that several commands share.
  func blocks<Settings>(isTool: Bool) -> [ManualBlock] where Element == OptionGroup<Settings> {
    filter { !$0.visible.isEmpty }.map { group in
      guard !isTool, let topic = group.topic else {
        return .part(ManualSection(group.heading, [.terms(terms(of: group))]))
      }
      let names = group.visible.map { "--\($0.name)" }.joined(separator: ", ")
      return .brief(heading: group.heading, "\(names): see `\(topic)`.")
    }
  }

  /// The options of all groups that pages show, with all of their details.
  package func terms<Settings>() -> [ManualTerm] where Element == OptionGroup<Settings> {
    flatMap(terms(of:))
  }

  private func terms<Settings>(of group: OptionGroup<Settings>) -> [ManualTerm]
  where Element == OptionGroup<Settings> {
    group.visible.map { $0.term(listedBy: option(listing: $0)) }
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
    if let value {
      switch value.kind {
      case .integer, .byteCount: first += " \(value.name) is \(value.kind.expectation ?? "")."
      case .text, .file, .choice, .word: break
      }
    }
    if isRepeatable { first += " May be repeated." }
    if let defaultText { first += " Default: \(defaultText)." }
    let choices =
      other.map { [.paragraph("One of the names listed under `--\($0.name)`.")] }
      ?? value?.kind.choiceBlocks ?? []
    return ManualTerm(label, [.paragraph(first)] + choices + details.map { .paragraph($0) })
  }
}

extension ValueKind {
  /// The choices with their meanings.
  fileprivate var choiceBlocks: [ManualBlock] {
    guard case .choice(let choices) = self else { return [] }
    if choices.allSatisfy(\.summary.isEmpty) {
      return [.paragraph("One of \(choices.map { "`\($0.name)`" }.joinedWithOr).")]
    }
    return [.terms(choices.map { ManualTerm("`\($0.name)`", $0.summary) })]
  }
}

/// A line of help as a sentence: it begins with a capital and ends with a full stop.
private func sentence(_ line: String, end: String = ".") -> String {
  guard let first = line.first else { return "" }
  let text = first.uppercased() + line.dropFirst()
  return text.hasSuffix(".") || text.hasSuffix(":") ? text : text + end
}
