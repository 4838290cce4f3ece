// Pages of commands, generated from their declarations and prose, with sections in the order of
// man-pages(7).

extension ManualPage {
  /// Creates the page of a command, of a family with all its commands, or of the tool.
  ///
  /// - Parameter additions: sections such as ENVIRONMENT and SEE ALSO, in the same markup as the
  ///   command's prose.
  package init<Settings>(_ command: Command<Settings>, _ additions: [String] = []) {
    let prose = ManualSection.parse(([command.prose] + additions).joined(separator: "\n\n"))
    func added(_ heading: String) -> [ManualBlock] {
      prose.first { $0.heading == heading }?.blocks ?? []
    }
    let common = Set(command.options.map(\.name))
    let commands =
      command.isTool
      ? [.terms(command.subcommands.map { ManualTerm("`\($0.name)`", sentence($0.abstract)) })]
      : command.subcommands.map { $0.part(without: common) }
    let (opening, parts) = command.description(added(""))
    let operands = command.operands.map(\.term)
    let examples = command.documentedExamples.flatMap { example -> [ManualBlock] in
      [.paragraph(sentence(example.caption, end: ":")), .verbatim([example.command])]
    }
    self.init(
      name: command.name.split(separator: " ").joined(separator: "-"), section: 1,
      abstract: command.abstract,
      sections: [
        ManualSection("SYNOPSIS", command.synopses),
        ManualSection(
          "DESCRIPTION",
          (opening.isEmpty ? [.paragraph(sentence(command.abstract))] : opening)
            + (operands.isEmpty ? [] : [.terms(operands)]) + parts),
        ManualSection("COMMANDS", commands),
        ManualSection("OPTIONS", command.optionBlocks),
        ManualSection("EXIT STATUS", command.statusBlocks),
        ManualSection("ENVIRONMENT", added("ENVIRONMENT")),
        ManualSection("FILES", added("FILES")),
        ManualSection("EXAMPLES", examples + added("EXAMPLES")),
        ManualSection("SEE ALSO", added("SEE ALSO")),
      ])
  }
}

extension Command {
  /// The description with these blocks of prose, split into its opening paragraphs and the rest.
  fileprivate func description(_ prose: [ManualBlock])
    -> (opening: [ManualBlock], parts: [ManualBlock])
  {
    let blocks = discussion.map(ManualBlock.paragraph) + prose
    let opening = blocks.prefix { if case .paragraph = $0 { true } else { false } }
    return (Array(opening), Array(blocks.dropFirst(opening.count)))
  }

  /// The syntax of the command, or of each of its subcommands.
  fileprivate var synopses: [ManualBlock] {
    let own = ManualBlock.synopsis(name: name, placeholders: usage)
    if isTool {
      return [
        own, .synopsis(name: "\(name) help", placeholders: ["[TOPIC]..."]),
        .synopsis(name: "\(name) --version", placeholders: []),
      ]
    }
    return isFamily ? subcommands.flatMap(\.synopses) : [own]
  }

  /// The section about the command on its family's page, without the family's options.
  fileprivate func part(without common: Set<String>) -> ManualBlock {
    let own = groups.map { $0.without(common) }
    let terms = operands.map(\.term) + own.terms()
    let (opening, _) = description(ManualSection.parse(prose)[0].blocks)
    return .part(
      ManualSection(
        ([word] + usage).joined(separator: " "),
        [.paragraph(sentence(abstract))] + opening + (terms.isEmpty ? [] : [.terms(terms)])))
  }

  /// The options, each group under its heading; shared options are only listed.
  fileprivate var optionBlocks: [ManualBlock] {
    groups.filter { !$0.options.isEmpty }.map { group in
      guard !isTool, let topic = group.topic else {
        return .part(ManualSection(group.heading, [.terms(groups.terms(of: group))]))
      }
      let names = group.options.map { "--\($0.name)" }.joined(separator: ", ")
      return .brief(heading: group.heading, "\(names): see `\(topic)`.")
    }
  }

  /// The exit statuses of the command and its subcommands; the first meaning of a status is used.
  fileprivate var statusBlocks: [ManualBlock] {
    let all = exitStatuses + subcommands.flatMap { $0.exitStatuses }
    let statuses = all.firsts(by: \.code).sorted { $0.code < $1.code }
      .map { ManualTerm("`\($0.code)`", sentence($0.meaning)) }
    return statuses.isEmpty ? [] : [.terms(statuses)]
  }

  /// The examples of the command; if it has none, those of its subcommands, without duplicates.
  fileprivate var documentedExamples: [Example] {
    let own = examples
    return own.isEmpty ? subcommands.flatMap { $0.examples }.firsts(by: \.command) : own
  }
}

extension Array {
  fileprivate func firsts<Key: Hashable>(by key: (Element) -> Key) -> Self {
    var keys: Set<Key> = []
    return filter { keys.insert(key($0)).inserted }
  }

  /// The options of all groups, with their full descriptions.
  package func terms<Settings>() -> [ManualTerm] where Element == OptionGroup<Settings> {
    flatMap(terms(of:))
  }

  fileprivate func terms<Settings>(of group: OptionGroup<Settings>) -> [ManualTerm]
  where Element == OptionGroup<Settings> {
    group.options.map { $0.term(listedBy: option(listing: $0)) }
  }
}

extension Operand {
  fileprivate var term: ManualTerm {
    ManualTerm(name, [.paragraph(sentence(help))] + kind.choiceBlocks)
  }
}

extension Option {
  /// The option with its full description, except for values that `other` lists.
  fileprivate func term(listedBy other: Option?) -> ManualTerm {
    let placeholder = value.map { " \($0.name)" } ?? ""
    let label = spellings.map { "`\($0)`\(placeholder)" }.joined(separator: ", ")
    var first = sentence(help)
    switch value?.kind {
    case .integer, .byteCount: first += "\(placeholder) is \(value?.kind.expectation ?? "")."
    case .text, .file, .choice, .word, nil: break
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
  fileprivate var choiceBlocks: [ManualBlock] {
    guard case .choice(let choices) = self else { return [] }
    if choices.allSatisfy(\.summary.isEmpty) {
      return [.paragraph("One of \(choices.map { "`\($0.name)`" }.joinedWithOr).")]
    }
    return [.terms(choices.map { ManualTerm("`\($0.name)`", $0.summary) })]
  }
}

/// Formats a line of help as a sentence, with an initial capital and a full stop.
private func sentence(_ line: String, end: String = ".") -> String {
  let text = line.prefix(1).uppercased() + line.dropFirst()
  return text.isEmpty || text.hasSuffix(".") || text.hasSuffix(":") ? text : text + end
}
