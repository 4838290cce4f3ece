/// An option: its syntax, its documentation, and the closure that writes its setting.
///
/// Declare an option with `flag`, `value`, `values`, `list`, `choice`, `choices`, `integer` or
/// `byteCount`, and refine it with `explained`, `byDefault`, `only`, `excludes`, `also` or `rare`.
package struct Option<Settings: Sendable>: Sendable {
  /// The long name without dashes, in lower case with hyphens.
  package let name: String
  /// The letter of the short form.
  package let short: Character?
  /// The effect of `--no-NAME`, in one line; nil if the option cannot be negated.
  package let negation: String?
  /// The value; nil for a flag.
  package let value: OptionValue?
  /// The effect of the option, in one line.
  package let help: String
  /// Paragraphs that only the long help and the manual page show.
  package private(set) var details: [String] = []
  /// The default value as pages show it; nil if it has no short description.
  package private(set) var defaultText: String?
  /// Whether several occurrences are combined; otherwise the last one wins.
  package private(set) var isRepeatable = false
  /// Whether the short help omits the option.
  package private(set) var isRare = false
  /// Another long name that is accepted but not shown, as in other tools.
  private(set) var alias: String?
  /// Returns why an occurrence of the option has no effect in a line; nil if it has one.
  private(set) var checks: [@Sendable (GivenOption, ParsedArguments<Settings>) -> ArgumentError?] =
    []
  /// Writes one occurrence of the option to the settings.
  let assign: Setter<GivenOption>

  init(
    _ name: String, short: Character? = nil, negation: String? = nil, value: OptionValue? = nil,
    _ help: String, assign: @escaping Setter<GivenOption> = { _, _ in }
  ) {
    (self.name, self.short, self.negation) = (name, short, negation)
    (self.value, self.help, self.assign) = (value, help, assign)
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var option = self
    change(&option)
    return option
  }

  /// Makes occurrences of the option accumulate.
  func repeatable() -> Self { with { $0.isRepeatable = true } }

  /// Adds paragraphs that only the long help and the manual page show.
  package func explained(_ paragraphs: String...) -> Self { with { $0.details += paragraphs } }

  /// Sets the default that pages show.
  package func byDefault(_ text: String) -> Self { with { $0.defaultText = text } }

  /// Shows the option only in the long help and the manual page.
  package func rare() -> Self { with { $0.isRare = true } }

  /// A condition on a whole line.
  package typealias Condition = @Sendable (ParsedArguments<Settings>) -> Bool

  /// Refuses the option unless a condition holds, for a reason in words such as `it needs --by`.
  ///
  /// Conditions that are added later are checked first.
  package func only(when condition: @escaping Condition, _ reason: String) -> Self {
    with { option in
      let check = { @Sendable (given: GivenOption, line: ParsedArguments<Settings>) in
        condition(line) ? nil : ArgumentError.inapplicableOption(given.spelling, reason: reason)
      }
      option.checks.insert(check, at: 0)
    }
  }

  /// Refuses the option together with one of the options with these names.
  package func excludes(_ names: String...) -> Self {
    with { option in
      option.checks.append { given, line in
        let other = names.lazy.filter { $0 != given.name }.compactMap(line.spelling).first
        return other.map { .conflictingOptions(given.spelling, $0) }
      }
    }
  }

  /// Refuses operands together with the option.
  package func withoutOperands() -> Self {
    with { option in
      option.checks.append { _, line in
        line.operands.first.map { .unexpectedOperand($0, taken: []) }
      }
    }
  }

  /// Accepts another long name, which is not shown.
  package func also(_ name: String) -> Self { with { $0.alias = name } }

  /// Whether there is a `--no-NAME`.
  package var isNegatable: Bool { negation != nil }

  /// The long names without dashes: the name and, if the option is negatable, its negation.
  package var longNames: [String] { isNegatable ? [name, "no-\(name)"] : [name] }

  /// All spellings of the option, with dashes, the short form first.
  package var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + longNames.map { "--\($0)" } }

  /// The option that every command has: `-h` for the short help and `--help` for the long one.
  package static var help: Option {
    Option(StandardOption.help, short: "h", "show help: -h in short, --help in full")
  }

  /// The option that prints the version of the tool.
  package static var version: Option {
    Option(StandardOption.version, short: "V", "show the version")
  }

  /// The option that prints a completion script.
  package static var completion: Option {
    Option(
      StandardOption.completion, value: OptionValue(name: "SHELL", kind: Shell.valueKind),
      "print the completion script")
  }
}

/// The names of the options that every tool has.
package enum StandardOption {
  package static let help = "help", version = "version", completion = "completion"
}

/// The value of an option: its placeholder and its kind.
package struct OptionValue: Equatable, Sendable {
  /// The placeholder on pages, such as `FILE` or `KEY[=VALUE]`.
  package let name: String
  /// The kind of value.
  package let kind: ValueKind
}

/// Options with a common purpose, shown under one heading.
package struct OptionGroup<Settings: Sendable>: Sendable {
  /// The heading, which is capitalized and has no colon.
  package let heading: String
  /// The options in display order.
  package fileprivate(set) var options: [Option<Settings>]
  /// The command line that explains the options, if several commands share them.
  package private(set) var topic: String?

  /// Creates a group.
  package init(_ heading: String, _ options: [Option<Settings>]) {
    (self.heading, self.options) = (heading, options)
  }

  /// Omits the options except those with these names from the short help.
  package func rare(except names: String...) -> Self {
    map { names.contains($0.name) ? $0 : $0.rare() }
  }

  fileprivate func map(_ change: (Option<Settings>) -> Option<Settings>) -> Self {
    var group = self
    group.options = options.map(change)
    return group
  }

  /// The group without the options with these names.
  package func without(_ names: Set<String>) -> Self {
    OptionGroup(heading, options.filter { !names.contains($0.name) })
  }

  /// Makes pages of commands list the options and refer to `topic` for their explanations.
  package func explained(by topic: String) -> Self {
    var group = self
    group.topic = topic
    return group
  }
}

extension Array {
  /// The groups, in which the options that `isAffected` selects by name are refused unless a
  /// condition holds.
  package func only<Settings>(
    when condition: @escaping Option<Settings>.Condition, _ reason: String,
    for isAffected: (String) -> Bool = { _ in true }
  ) -> Self where Element == OptionGroup<Settings> {
    map { $0.map { isAffected($0.name) ? $0.only(when: condition, reason) : $0 } }
  }

  /// The groups, with groups of the same heading merged.
  func joined<Settings>() -> Self where Element == OptionGroup<Settings> {
    reduce(into: []) { joined, group in
      if let index = joined.firstIndex(where: { $0.heading == group.heading }) {
        joined[index].options += group.options
      } else {
        joined.append(group)
      }
    }
  }

  /// An earlier option that has all choices of `option`, if there are more than four.
  func option<Settings>(listing option: Option<Settings>) -> Option<Settings>?
  where Element == OptionGroup<Settings> {
    guard case .choice(let choices) = option.value?.kind, choices.count > 4 else { return nil }
    let before = flatMap(\.options).prefix { $0.name != option.name }
    return before.first { other in
      guard case .choice(let others) = other.value?.kind else { return false }
      return choices.allSatisfy(others.contains)
    }
  }
}
