@testable import CardArguments
import CardProcessing
import Testing

@testable import CardCommands

private struct BrokenOptions: Sendable {
  var flag = false
  var text = ""
}

@Suite struct DeclarationTests {
  private static let common = [
    CardArguments.OptionGroup<BrokenOptions>(
      "Common",
      [
        .flag("color", "use colour") { $0.flag = $1 },
        .flag("quiet", "print no notes") { $0.flag = $1 },
      ])
  ]

  @Test func soundDeclarationsHaveNone() {
    #expect(Tool.declaration.violations == [])
  }

  @Test func everyRuleIsReported() {
    let broken = CardArguments.Command<BrokenOptions>(
      name: "kit Bad", abstract: "Does things.",
      groups: [
        OptionGroup(
          "output:",
          [
            .flag("help", short: "h", "show help") { $0.flag = $1 },
            .flag("Flag_A", short: "é", "") { $0.flag = $1 },
            .flag("no-x", "turn it off") { $0.flag = !$1 },
            .flag("x", "JSON is fine\n", negation: "what it is not") { $0.flag = $1 },
            .value("text", valueName: "", kind: .file(extensions: [".json"]), "take text") {
              $0.text = $1
            },
            .value("pick", valueName: "P", kind: .choice([]), "take one") { $0.text = $1 },
          ])
      ],
      operands: [.any("A", "some"), .one("B", "One")],
      examples: [Example("other x", "show")],
      exitStatuses: [ExitStatus(2, "bad"), ExitStatus(300, "worse")])
    #expect(
      broken.violations == [
        "kit Bad: the name is not made of lower-case words",
        "kit Bad: --no-x: declared twice",
        "kit Bad: --help: declared twice",
        "kit Bad: -h: declared twice",
        "kit Bad: the heading 'output:' does not begin with a capital or ends in a colon",
        "kit Bad: --Flag_A: the help is missing",
        "kit Bad: --Flag_A: the name is not in lower case with hyphens",
        "kit Bad: --Flag_A: 'é' is not an ASCII letter or digit",
        "kit Bad: --x: the help is more than one line",
        "kit Bad: --text: the value has no name",
        "kit Bad: --text: an extension has a dot",
        "kit Bad: --pick: has no choices",
        "kit Bad: A: only the last may be repeatable",
        "kit Bad: B: required after an optional operand",
        "kit Bad: B: the help does not begin in lower case",
        "kit Bad: the abstract does not begin in lower case",
        "kit Bad: the abstract ends in a full stop",
        "kit Bad: 'other x' does not show kit",
        "kit Bad: exit statuses are not ascending from 0 to 255",
      ])
  }

  /// The defaults on pages are those of the settings.
  @Test func defaultsAreThoseOfTheSettings() throws {
    let initial = Session(console: .process)
    for command in Tool.declaration.command.runnable {
      for option in command.options {
        guard let text = option.defaultText else { continue }
        switch option.value?.kind {
        case .choice(let choices) where choices.contains { $0.name == text }: break
        case .integer where Int(text) != nil: break
        case .byteCount where text.first?.isNumber == true: break
        default: continue
        }
        // A repeatable option adds its value.
        guard !option.isRepeatable else { continue }
        let operands = command.operands.filter(\.isRequired).map(\.name)
        do throws(ArgumentError) {
          let line = try command.parse(["--\(option.name)", text] + operands, into: initial)
          #expect("\(line.options)" == "\(initial)", "\(command.name) --\(option.name)")
        } catch {
          // The option needs another one.
          guard case .inapplicableOption = error else { throw error }
        }
      }
    }
  }

  @Test func commonOptionsMustExistInEveryCommand() {
    let bare = CardArguments.Command<BrokenOptions>(name: "kit bare", abstract: "do little")
    let tool = CommandLineTool(
      name: "kit", version: "1", abstract: "work", commonOptions: DeclarationTests.common,
      commands: [("bare", { bare }), ("bare", { bare })])
    #expect(
      tool.violations == [
        "kit help: TOPIC: 'bare' is declared twice",
        "kit bare: declared twice",
        "kit bare: does not have the common option --color",
        "kit bare: does not have the common option --quiet",
        "kit bare: does not have the common option --color",
        "kit bare: does not have the common option --quiet",
      ])
  }
}
