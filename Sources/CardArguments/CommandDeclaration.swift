// Arguments: how a command line is spelt.
//
// A command is declared once, as a table of options over a settings struct. That table drives the
// parser, the words of its errors, `-h`, `--help`, and whatever else wants to know the options of
// the tool (`CommandManual`). An option is declared with the key path of its setting, so none can
// exist without one.
//
// This module turns texts into settings and declarations into pages. It never prints, exits, reads
// the environment or a file, and knows nothing of the tool it serves. Which options make sense
// together is for the command to say, with the errors of `ArgumentMistake`.

/// A command: what it is called, what it takes, and the settings its options write to.
///
/// ```swift
/// let declaration = CommandDeclaration(
///   name: "cardctl convert", abstract: "turn cards into objects", initial: ConvertOptions(),
///   options: [
///     OptionGroup("Output", [.value("to", \.format, valueName: "FORMAT", "write this format")])
///   ] + ReadingOptions.options.lifted(to: \.reading),
///   operands: [.any("FILE", kind: .file(extensions: ["json"]), "read cards from these files")])
/// switch try declaration.parse(["--to", "csv", "feed.json"]) {
/// case .help(let length): …
/// case .parsed(let arguments): run(arguments.options, on: arguments.operands)
/// }
/// ```
package struct CommandDeclaration<Options: Sendable>: Sendable {
  /// How the command is spelt, for errors on its line.
  package let name: String

  let operands: [OperandManual]
  private let makeManual: @Sendable ([OptionGroupManual]) -> CommandManual
  private let makeGroups: @Sendable () -> [OptionGroup<Options>]

  /// The settings of a command line which gives no option.
  package let initial: Options

  /// The options by purpose; of two with one name, which is a violation, the first counts.
  ///
  /// Made when they are asked for: a line without options needs none of them.
  var groups: [OptionGroup<Options>] { makeGroups() }

  /// Declares a command.
  ///
  /// - Parameters:
  ///   - name: How the command is spelt from the tool's name on: `cardctl log impression`.
  ///   - abstract: One line, lower case, without a full stop.
  ///   - discussion: Paragraphs for the long help; one that begins with a space is not wrapped.
  ///   - initial: The settings before any option; the defaults on the pages are read from it.
  ///   - options: The options by purpose; groups of one heading are shown as one.
  ///   - operands: What the command takes beside options; only the last may be repeatable.
  ///   - examples: Command lines and what they do.
  ///   - exitStatuses: What each exit status of the command means.
  package init(
    name: String, abstract: String, discussion: [String] = [], initial: Options,
    options: @escaping @autoclosure @Sendable () -> [OptionGroup<Options>],
    operands: [OperandManual] = [], examples: [Example] = [], exitStatuses: [ExitStatus] = []
  ) {
    self.name = name
    self.initial = initial
    self.operands = operands
    makeGroups = options
    makeManual = { groups in
      CommandManual(
        name: name, abstract: abstract, discussion: discussion, groups: groups, operands: operands,
        examples: examples, exitStatuses: exitStatuses)
    }
  }

  /// All that pages, completions and errors need to know of the command.
  package var manual: CommandManual { makeManual(groups.manuals(defaultsFrom: initial)) }
}
