// Arguments: the syntax of a command line.
//
// A command is declared once, as a table of options over a settings struct. That table drives the
// parser, its error messages, `-h`, `--help`, the manual pages and completions. An option is
// declared with the closure that writes its setting, so none can exist without one.
//
// This module turns text into settings and declarations into pages. It never prints, exits, reads
// the environment or a file, and knows nothing of the tool that uses it. Each command decides which
// options can be combined, with the errors of `ArgumentMistake`.

/// A command: its name, what it takes, what pages show of it, and what it does.
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
/// switch try command.parse(["--to", "csv", "feed.json"], into: Options()) {
/// case .help(let length): …
/// case .parsed(let arguments): try command.run?(arguments)
/// }
/// ```
package struct Command<Settings: Sendable>: Sendable {
  /// Runs the command and returns the exit status.
  package typealias Run = @Sendable (ParsedArguments<Settings>) throws -> Int32

  /// The full name, beginning with that of the tool: `cardctl log impression`.
  package let name: String
  /// The purpose of the command, in one line.
  package let abstract: String
  /// Paragraphs of the long help.
  package let discussion: [String]
  /// The rest of the description, with its parts, and further sections of the page, in the markup
  /// that `ManualSection.parse` reads.
  package let prose: @Sendable () -> String
  /// The options by purpose, `--help` among them.
  ///
  /// They are built when they are needed: a run uses those of one command.
  package var groups: [OptionGroup<Settings>] { makeGroups() }
  private let makeGroups: @Sendable () -> [OptionGroup<Settings>]
  /// The operands, built when they are needed too.
  package var operands: [Operand] { makeOperands() }
  private let makeOperands: @Sendable () -> [Operand]
  /// The commands below this one; a command that has subcommands takes no operands.
  package var subcommands: [Command] { makeSubcommands() }
  private let makeSubcommands: @Sendable () -> [Command]
  /// Command lines and their effects.
  package let examples: [Example]
  /// The meaning of each exit status.
  package let exitStatuses: [ExitStatus]
  /// Runs the command; nil for a family, which cannot be run.
  package let run: Run?

  /// Declares a command.
  ///
  /// - Parameters:
  ///   - abstract: One line, lower case, without a full stop.
  ///   - prose: Read only when the page is shown.
  ///   - groups: The options by purpose; groups of one heading are shown as one. A family has those
  ///     common to the tool.
  ///   - general: The options that every command has, which are added to `groups`.
  ///   - operands: The operands; only the last may be repeatable.
  package init(
    name: String, abstract: String, discussion: [String] = [],
    prose: @autoclosure @escaping @Sendable () -> String = "",
    groups: @autoclosure @escaping @Sendable () -> [OptionGroup<Settings>] = [],
    general: @autoclosure @escaping @Sendable () -> [Option<Settings>] = [.help],
    operands: @autoclosure @escaping @Sendable () -> [Operand] = [],
    subcommands: @autoclosure @escaping @Sendable () -> [Command] = [],
    examples: [Example] = [], exitStatuses: [ExitStatus] = [], run: Run? = nil
  ) {
    (self.name, self.abstract, self.discussion, self.prose) = (name, abstract, discussion, prose)
    makeGroups = { (groups() + [OptionGroup("General", general())]).joined() }
    (makeOperands, makeSubcommands, self.run) = (operands, subcommands, run)
    (self.examples, self.exitStatuses) = (examples, exitStatuses)
  }

  /// Every option, in the order of the page.
  package var options: [Option<Settings>] { groups.flatMap(\.options) }

  /// The last word of the name, which is typed after the command above it.
  package var word: String { name.split(separator: " ").last.map { String($0) } ?? name }

  /// Whether it is the tool itself.
  var isTool: Bool { name == word }

  /// The command itself or, of a family, every command below it that can be run.
  package var runnable: [Command] { subcommands.isEmpty ? [self] : subcommands.flatMap(\.runnable) }
}

/// An operand of a command.
package struct Operand: Hashable, Sendable {
  /// The placeholder on pages, such as `FILE`.
  package let name: String
  /// The kind of operand; choices are checked when a line is parsed.
  package let kind: ValueKind
  /// The purpose of the operand, in one line.
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

/// An example of a command line.
package struct Example: Hashable, Sendable {
  /// The line as it is typed.
  package let command: String
  /// Its effect, in lower case without a full stop.
  package let caption: String

  /// Describes an example.
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

  /// Describes an exit status.
  package init(_ code: Int, _ meaning: String) { (self.code, self.meaning) = (code, meaning) }
}
