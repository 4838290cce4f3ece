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
    OptionGroup<BrokenOptions>(
      "Common",
      [.flag("color", \.flag, "use colour"), .flag("quiet", \.flag, "print no notes")])
  ].manuals(defaultsFrom: BrokenOptions())

  @Test func soundDeclarationsHaveNone() {
    #expect(Tool.manual.violations == [])
  }

  @Test func everyRuleIsReported() {
    let broken = CommandDeclaration(
      name: "kit Bad", abstract: "Does things.", initial: BrokenOptions(),
      options: [
        OptionGroup(
          "output:",
          [
            .flag("help", short: "h", \.flag, "show help"),
            .flag("Flag_A", short: "é", \.flag, ""),
            .flag("no-x", \.flag, sets: false, "turn it off"),
            .flag("x", \.flag, "JSON is fine\n", negation: "what it is not"),
            .value("text", \.text, valueName: "", kind: .file(extensions: [".json"]), "take text"),
            .value("pick", \.text, valueName: "P", kind: .choice([]), "take one"),
          ])
      ],
      operands: [.any("A", "some"), .one("B", "One")],
      examples: [Example("other x", "show")],
      exitStatuses: [ExitStatus(2, "bad"), ExitStatus(300, "worse")])
    #expect(
      broken.manual.violations == [
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

  @Test func commonOptionsMustExistInEveryCommand() {
    let bare = CommandDeclaration(
      name: "kit bare", abstract: "do little", initial: BrokenOptions(), options: [])
    let tool = ToolManual(
      name: "kit", version: "1", abstract: "work", commonOptions: DeclarationTests.common,
      commands: [bare.manual, bare.manual])
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
