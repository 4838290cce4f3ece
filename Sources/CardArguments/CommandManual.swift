/// All that is shown of a command, without the type of its settings: what pages, completions and
/// manual pages are made from.
package struct CommandManual: Hashable, Sendable {
  /// How the command is spelt from the tool's name on: `cardctl log impression`.
  package let name: String
  /// What the command does, in one line.
  package let abstract: String
  /// Paragraphs of the long help; one that begins with a space is not wrapped.
  package let discussion: [String]
  /// The options by purpose, `--help` among them.
  package let groups: [OptionGroupManual]
  /// What the command takes beside options.
  package let operands: [OperandManual]
  /// The commands below this one; a command which has any takes no operands of its own.
  package let subcommands: [CommandManual]
  /// Command lines and what they do.
  package let examples: [Example]
  /// What each exit status means.
  package let exitStatuses: [ExitStatus]

  /// Describes a command; `--help` is added to it.
  ///
  /// - Parameters:
  ///   - groups: The options by purpose; for a command which only holds others, as `cardctl log`
  ///     holds `cardctl log impression`, those common to the tool, which its page shows.
  ///   - operands: What the command takes beside options; none where it holds others.
  package init(
    name: String, abstract: String, discussion: [String] = [], groups: [OptionGroupManual] = [],
    operands: [OperandManual] = [], subcommands: [CommandManual] = [], examples: [Example] = [],
    exitStatuses: [ExitStatus] = []
  ) {
    var all = groups
    all.add(OptionGroupManual(heading: OptionGroupManual.generalHeading, options: [.help]))
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.groups = all
    self.operands = operands
    self.subcommands = subcommands
    self.examples = examples
    self.exitStatuses = exitStatuses
  }

  /// Every option, in the order of the page.
  package var options: [OptionManual] { groups.flatMap(\.options) }

  /// The last word of the name, which is typed after the command above it.
  package var word: String {
    name.split(separator: " ").last.map { String($0) } ?? name
  }
}

/// What a command takes beside options.
package struct OperandManual: Hashable, Sendable {
  /// The placeholder on pages, such as `FILE`.
  package let name: String
  /// What the operand stands for; choices are checked when a line is parsed.
  package let kind: ValueKind
  /// What the operand is for, in one line.
  package let help: String
  /// Whether it must be given.
  package let isRequired: Bool
  /// Whether any number of them may be given.
  package let isRepeatable: Bool

  /// Exactly one operand.
  package static func one(_ name: String, kind: ValueKind = .text, _ help: String) -> Self {
    Self(name: name, kind: kind, help: help, isRequired: true, isRepeatable: false)
  }

  /// One operand or more.
  package static func some(_ name: String, kind: ValueKind = .text, _ help: String) -> Self {
    Self(name: name, kind: kind, help: help, isRequired: true, isRepeatable: true)
  }

  /// Any number of operands, none included.
  package static func any(_ name: String, kind: ValueKind = .text, _ help: String) -> Self {
    Self(name: name, kind: kind, help: help, isRequired: false, isRepeatable: true)
  }
}

/// A command line that shows a command at work.
package struct Example: Hashable, Sendable {
  /// The line as it is typed.
  package let command: String
  /// What it does, in lower case without a full stop.
  package let caption: String

  /// Describes an example.
  package init(_ command: String, _ caption: String) {
    self.command = command
    self.caption = caption
  }
}

/// What an exit status of a command means.
package struct ExitStatus: Hashable, Sendable {
  /// The status, from 0 to 255.
  package let code: Int
  /// When the command ends with it.
  package let meaning: String

  /// Describes an exit status.
  package init(_ code: Int, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}
