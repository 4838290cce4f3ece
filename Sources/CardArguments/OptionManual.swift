/// All that is shown of an option, without the type of its setting.
package struct OptionManual: Hashable, Sendable {
  /// The long name without dashes, in lower case with hyphens.
  package let name: String
  /// The letter of the short form.
  package internal(set) var short: Character?
  /// What `--no-NAME` does, in one line; nil where there is none.
  package internal(set) var negation: String?
  /// The value it takes; nil for a flag.
  package internal(set) var value: ValueManual?
  /// What the option does, in one line.
  package let help: String
  /// Paragraphs which only long pages show.
  package internal(set) var details: [String] = []
  /// What holds when the option is not given, if that can be said.
  package internal(set) var defaultText: String?
  /// Whether several occurrences add up; otherwise the last one wins.
  package internal(set) var isRepeatable = false
  /// Whether the short help leaves the option out.
  package internal(set) var isRare = false
  /// Whether the option is accepted but shown nowhere.
  package internal(set) var isHidden = false

  /// Whether `--no-NAME` exists too.
  package var isNegatable: Bool { negation != nil }

  /// The long names without dashes: the name and, if there is one, its negation.
  package var longNames: [String] { isNegatable ? [name, "no-\(name)"] : [name] }

  /// Every way to spell the option, dashes included, the short form first.
  package var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + longNames.map { "--\($0)" } }

  /// The option every command has: `-h` for the short help and `--help` for the long one.
  package static let help = OptionManual(
    name: "help", short: "h", help: "show help: -h in short, --help in full")

  /// The option every tool has.
  package static let version = OptionManual(name: "version", short: "V", help: "show the version")

  /// The option by which a tool gives out its completion scripts.
  package static let completion = OptionManual(
    name: "completion",
    value: ValueManual(
      name: "SHELL",
      kind: .choice(
        CompletionScript.allCases.map { Choice(name: $0.rawValue, summary: $0.summary) })),
    help: "print the completion script")
}

extension [OptionManual] {
  /// The option with this long name; a search is faster than a table for the few names of a line.
  func named(_ name: String) -> OptionManual? {
    first { $0.name == name || $0.isNegatable && name == "no-\($0.name)" }
  }
}

extension [OptionGroupManual] {
  /// The option shown before `option` that lists all of its choices, so that a page need not list
  /// them again; nil for few choices.
  func option(listing option: OptionManual) -> OptionManual? {
    guard case .choice(let choices) = option.value?.kind, choices.count > 4 else { return nil }
    let before = flatMap(\.visible).prefix { $0.name != option.name }
    return before.first { other in
      guard case .choice(let others) = other.value?.kind else { return false }
      return choices.allSatisfy(others.contains)
    }
  }
}

/// The value of an option: its placeholder and what it stands for.
package struct ValueManual: Hashable, Sendable {
  /// The placeholder on pages, such as `FILE` or `KEY[=VALUE]`.
  package let name: String
  private let makeKind: @Sendable () -> ValueKind

  init(name: String, kind: @escaping @autoclosure @Sendable () -> ValueKind) {
    self.name = name
    makeKind = kind
  }

  /// What the value stands for; made when it is asked for, which a run seldom does.
  package var kind: ValueKind { makeKind() }

  /// Whether two values have one placeholder and stand for the same.
  package static func == (left: ValueManual, right: ValueManual) -> Bool {
    left.name == right.name && left.kind == right.kind
  }

  /// Hashes what is compared.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(kind)
  }
}

/// Options shown under one heading.
package struct OptionGroupManual: Hashable, Sendable {
  /// The heading, without a colon.
  package let heading: String
  /// The options in the order they are shown.
  package internal(set) var options: [OptionManual]
  /// The topic of `help` that explains them; nil where the command's own help does.
  package internal(set) var topic: String?

  /// The options that pages show.
  package var visible: [OptionManual] { options.filter { !$0.isHidden } }

  /// The heading of the options which every command has.
  package static let generalHeading = "General"
}

extension [OptionGroupManual] {
  /// Adds a group, joining it to the one with the same heading if there is one.
  mutating func add(_ group: OptionGroupManual) {
    if let index = firstIndex(where: { $0.heading == group.heading }) {
      self[index].options += group.options
    } else {
      append(group)
    }
  }
}
