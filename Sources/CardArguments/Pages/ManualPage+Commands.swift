// The pages of commands, generated from their declarations and their prose, in the order of
// man-pages(7).

extension ManualPage {
  /// The page of a command, of a family with all the commands below it, or of the tool.
  ///
  /// - Parameter additions: sections such as ENVIRONMENT and SEE ALSO, in the markup of the
  ///   command's prose.
  package init<Settings>(_ command: Command<Settings>, _ additions: [String] = []) {
    let prose = ManualSection.parse(([command.prose()] + additions).joined(separator: "\n\n"))
    func added(_ heading: String) -> [ManualBlock] {
      prose.first { $0.heading == heading }?.blocks ?? []
    }
    let common = Set(command.options.map(\.name))
    let commands =
      command.isTool
      ? [.terms(command.subcommands.map { ManualTerm("`\($0.name)`", sentence($0.abstract)) })]
      : command.subcommands.map { $0.part(leavingOut: common) }
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
  /// The description with these blocks of prose: its opening paragraphs, then its parts.
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
    return subcommands.isEmpty ? [own] : subcommands.flatMap(\.synopses)
  }

  /// The section about the command on its family's page, without the options of the family.
  fileprivate func part(leavingOut common: Set<String>) -> ManualBlock {
    let own = groups.map { group in
      OptionGroup(group.heading, group.visible.filter { !common.contains($0.name) })
    }
    let terms = operands.map(\.term) + own.terms()
    let (opening, _) = description(ManualSection.parse(prose())[0].blocks)
    return .part(
      ManualSection(
        ([word] + usage).joined(separator: " "),
        [.paragraph(sentence(abstract))] + opening + (terms.isEmpty ? [] : [.terms(terms)])))
  }

  /// The options that pages show, each group under its heading.
  ///
  /// Pages of commands only name the options that several commands share.
  fileprivate var optionBlocks: [ManualBlock] {
    groups.filter { !$0.visible.isEmpty }.map { group in
      guard !isTool, let topic = group.topic else {
        return .part(ManualSection(group.heading, [.terms(groups.terms(of: group))]))
      }
      let names = group.visible.map { "--\($0.name)" }.joined(separator: ", ")
      return .brief(heading: group.heading, "\(names): see `\(topic)`.")
    }
  }

  /// The exit statuses of the command and of those below it; of one status, the first meaning.
  fileprivate var statusBlocks: [ManualBlock] {
    let all = (exitStatuses + subcommands.flatMap(\.exitStatuses))
    let statuses = all.firsts(by: \.code).sorted { $0.code < $1.code }
      .map { ManualTerm("`\($0.code)`", sentence($0.meaning)) }
    return statuses.isEmpty ? [] : [.terms(statuses)]
  }

  /// The examples of the command or, if it has none, of those below it, each once.
  fileprivate var documentedExamples: [Example] {
    examples.isEmpty ? subcommands.flatMap(\.examples).firsts(by: \.command) : examples
  }
}

extension Array {
  /// The elements without those whose key an earlier one has.
  fileprivate func firsts<Key: Hashable>(by key: (Element) -> Key) -> Self {
    var keys: Set<Key> = []
    return filter { keys.insert(key($0)).inserted }
  }

  /// The options of all groups that pages show, with all of their details.
  package func terms<Settings>() -> [ManualTerm] where Element == OptionGroup<Settings> {
    flatMap(terms(of:))
  }

  fileprivate func terms<Settings>(of group: OptionGroup<Settings>) -> [ManualTerm]
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
  let text = line.prefix(1).uppercased() + line.dropFirst()
  return text.isEmpty || text.hasSuffix(".") || text.hasSuffix(":") ? text : text + end
}
