// CardArguments: the syntax of command lines.
//
// A command is declared once, as a table of options over a settings struct. The parser, its error
// messages, `-h`, `--help`, the manual pages and the completions all use this table. An option is
// declared with the closure that writes its setting, so every option has an effect.
//
// This module parses arguments into settings and renders declarations as pages. It never prints,
// exits, or reads the environment or files, and knows nothing about the tool that uses it.

/// A command: its name, options and operands, its documentation, and the function that runs it.
///
/// ```swift
/// let command = Command<Options>(
///   name: "cardctl convert", abstract: "turn cards into objects",
///   groups: [
///     OptionGroup("Output", [
///       .choice("to", Format.self, valueName: "FORMAT", "write this format") { $0.format = $1 }
///     ])
///   ],
///   operands: [.any("FILE", kind: .file(extensions: ["json"]), "read cards from these files")],
///   run: convert)
/// let line = try command.parse(["--to", "csv", "feed.json"], into: Options())
/// if line.helpLength == nil { try command.run?(line) }
/// ```
package struct Command<Settings: Sendable>: Sendable {
  /// Runs the command and returns the exit status.
  package typealias Run = @Sendable (ParsedArguments<Settings>) throws -> Int32

  /// The full name, which begins with that of the tool: `cardctl log impression`.
  package let name: String
  /// The purpose of the command, in one line.
  package let abstract: String
  /// Paragraphs of the long help.
  package let discussion: [String]
  /// The rest of the description and further sections, in the markup of `ManualSection.parse`.
  package let prose: String
  /// The options by purpose, including `--help`.
  package let groups: [OptionGroup<Settings>]
  /// The operands.
  package let operands: [Operand]
  /// The subcommands, which make the command a family without operands.
  package let table: Table
  /// Examples of command lines.
  package let examples: [Example]
  /// The meaning of each exit status.
  package let exitStatuses: [ExitStatus]
  /// The function that runs the command; nil for a family.
  package let run: Run?

  /// Commands by their words, built on demand because a run uses one.
  package typealias Table = [(word: String, make: @Sendable () -> Command)]

  /// Declares a command.
  ///
  /// - Parameters:
  ///   - abstract: One line in lower case, without a full stop.
  ///   - groups: The options by purpose. Groups with the same heading are merged. A family has the
  ///     tool's common options.
  ///   - general: The options that every command has, in addition to `groups`.
  ///   - operands: The operands; only the last may be repeatable.
  package init(
    name: String, abstract: String, discussion: [String] = [], prose: String = "",
    groups: [OptionGroup<Settings>] = [], general: [Option<Settings>] = [.help],
    operands: [Operand] = [], subcommands: Table = [], examples: [Example] = [],
    exitStatuses: [ExitStatus] = [], run: Run? = nil
  ) {
    (self.name, self.abstract, self.discussion, self.prose) = (name, abstract, discussion, prose)
    self.groups = (groups + [OptionGroup("General", general)]).joined()
    (self.operands, table, self.run) = (operands, subcommands, run)
    (self.examples, self.exitStatuses) = (examples, exitStatuses)
  }

  /// The subcommands.
  package var subcommands: [Command] { table.map { $0.make() } }

  /// All options, in the order of the page.
  package var options: [Option<Settings>] { groups.flatMap { $0.options } }

  /// The option with this long name.
  func option(named name: String) -> Option<Settings>? {
    firstOption {
      $0.name == name || $0.alias == name || $0.isNegatable && name == "no-\($0.name)"
    }
  }

  /// The first option that fulfills a condition.
  func firstOption(where isWanted: (Option<Settings>) -> Bool) -> Option<Settings>? {
    for group in groups {
      for option in group.options where isWanted(option) { return option }
    }
    return nil
  }

  /// The last word of the name.
  package var word: String {
    name.utf8.lastIndex(of: UInt8(ascii: " ")).map { String(name[name.utf8.index(after: $0)...]) }
      ?? name
  }

  /// Whether it is the tool itself.
  package var isTool: Bool { name == word }
  /// Whether it consists of other commands.
  package var isFamily: Bool { !table.isEmpty }

  /// The subcommand with this word.
  func subcommand(_ word: String) -> Command? {
    table.first { $0.word == word }?.make()
  }

  /// The command itself; for a family, all commands in it that can be run.
  package var runnable: [Command] {
    isFamily ? subcommands.flatMap { $0.runnable } : [self]
  }

  /// The line that follows a mistake: `see 'cardctl convert --help'`.
  package var hint: String { "see '\(name) --help'" }
}

/// An operand of a command.
package struct Operand: Hashable, Sendable {
  /// The placeholder on pages, such as `FILE`.
  package let name: String
  /// The kind of operand; the parser checks choices.
  package let kind: ValueKind
  /// The purpose of the operand, in one line.
  package let help: String
  /// Whether the operand is required.
  package let isRequired: Bool
  /// Whether the operand may be given more than once.
  package let isRepeatable: Bool

  /// Declares exactly one operand.
  package static func one(_ name: String, kind: ValueKind = .text, _ help: String) -> Self {
    Self(name: name, kind: kind, help: help, isRequired: true, isRepeatable: false)
  }

  /// Declares one or more operands.
  package static func some(_ name: String, kind: ValueKind = .text, _ help: String) -> Self {
    Self(name: name, kind: kind, help: help, isRequired: true, isRepeatable: true)
  }

  /// Declares any number of operands, including none.
  package static func any(_ name: String, kind: ValueKind = .text, _ help: String) -> Self {
    Self(name: name, kind: kind, help: help, isRequired: false, isRepeatable: true)
  }
}

/// An example of a command line.
package struct Example: Hashable, Sendable {
  /// The command line as typed.
  package let command: String
  /// Its effect, in lower case without a full stop.
  package let caption: String

  /// Creates an example.
  package init(_ command: String, _ caption: String) {
    (self.command, self.caption) = (command, caption)
  }
}

/// The meaning of an exit status of a command.
package struct ExitStatus: Hashable, Sendable {
  /// The status, from 0 to 255.
  package let code: Int
  /// The condition for the status.
  package let meaning: String

  /// Creates an exit status.
  package init(_ code: Int, _ meaning: String) { (self.code, self.meaning) = (code, meaning) }
}
