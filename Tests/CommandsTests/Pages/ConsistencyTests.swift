import CardArguments
import CardRules
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// Help, manual, completions, README and sources agree.
///
/// Nothing is missing in one of them, and none mentions something that does not exist.
struct ConsistencyTests {
  private static let tool = Tool.declaration.command
  /// The commands that can be run; subcommands replace their family.
  static let runnable = tool.runnable.filter { $0.word != "help" }
  /// The pages as a reader sees them, by name.
  private static let pages: [(page: ManualPage, text: String)] = ManualPages.all.map {
    ($0, plain(ManualPages.roff($0)))
  }

  /// The text of a page without roff markup and layout.
  private static func plain(_ roff: String) -> String {
    var text = roff
    for (mark, shown) in [
      ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"),
      ("\\(ha", "^"), ("\\(ti", "~"), ("\\(dq", "\""), ("\\&", ""), ("\\e", "\\"),
    ] {
      text = text.replacing(mark, with: shown)
    }
    return text
  }

  /// The text of the page with the file name `name`, without layout.
  static func text(ofPage name: String) -> String {
    pages.first { $0.page.fileName == name }?.text ?? ""
  }

  /// The page that describes a command: its own or that of its family.
  static func pageName(of command: CardCommands.Command) -> String {
    command.name.split(separator: " ").prefix(2).joined(separator: "-") + ".1"
  }

  @Test(arguments: runnable)
  func everyOptionIsEverywhere(_ command: CardCommands.Command) throws {
    let help = ManualPages.page(of: command).text(width: 80)
    let page = ConsistencyTests.text(ofPage: ConsistencyTests.pageName(of: command))
    let words = command.name.split(separator: " ").dropFirst().map(String.init)
    let completion = try CommandRun(arguments: ["__complete"] + words + ["--"]).result().text
    let offered = completion.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    for option in command.options {
      for name in option.longNames {
        #expect(help.contains("--\(name)"), "\(command.name) --help: --\(name)")
        #expect(offered.contains("--\(name)"), "completion: --\(name)")
        #expect(page.contains("--\(name)"), "manual page: --\(name)")
      }
    }
  }

  /// Every option on a page belongs to a command, except on the page of recipes.
  @Test func pagesNameOnlyOptionsThereAre() {
    let known = Set(
      (ConsistencyTests.tool.options + ConsistencyTests.tool.runnable.flatMap(\.options))
        .flatMap(\.longNames))
    for (page, text) in ConsistencyTests.pages where page.name != "cardctl-recipes" {
      // The only options of other tools.
      let text = text.replacing("git apply --allow-empty", with: "")
        .replacing("--data-binary", with: "")
      for match in text.matches(of: /(?:^|[^\w-])--([a-z][a-z-]*)/) {
        let name = String(match.1)
        #expect(known.contains(name), "\(page.fileName) speaks of --\(name)")
      }
    }
  }

  /// No page shows a command that does not exist.
  @Test func pagesNameOnlyCommandsThereAre() {
    let known = Set(ConsistencyTests.tool.subcommands.map(\.word))
    for (page, _) in ConsistencyTests.pages {
      let roff = ManualPages.roff(page)
      for match in roff.matches(of: /\\fBcardctl ([a-z-]+)/) {
        #expect(known.contains(String(match.1)), "\(page.fileName): cardctl \(match.1)")
      }
      for match in roff.matches(of: /\\fB(cardctl\\-[a-z]+\([1-9]\))/) {
        let name = String(match.1).replacing("\\-", with: "-")
        let names = ConsistencyTests.pages.map { "\($0.page.name)(\($0.page.section))" }
        #expect(names.contains(name), "\(page.fileName) leads to \(name)")
      }
    }
  }

  @Test func theToolsPageAndTheReadmeHaveEveryCommand() throws {
    let readme = try String(
      contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    for command in Tool.commands.map(\.word) {
      #expect(ConsistencyTests.text(ofPage: "cardctl.1").contains("cardctl \(command)"))
      #expect(readme.contains("cardctl \(command)"), "README.md does not show \(command)")
    }
  }

  @Test func theTopicOfRulesHasEveryRule() throws {
    let topic = try CommandRun.result("help rules").text
    #expect(topic == Rule.allCases.map(RulePages.page).joined(separator: "\n"))
    for rule in Rule.allCases.prefix(5) {
      let page = try CommandRun.result("validate --no-config --explain \(rule.id)").text
      #expect(page == RulePages.page(rule))
    }
  }

  // MARK: Environment

  /// The variables that the sources read.
  private static let variablesRead: Set<String> = {
    let sources = Repository.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      for match in text.matches(of: /[vV]ariable(?:\(\s*| = )"([A-Z][A-Z_]+)"/) {
        names.insert(String(match.1))
      }
    }
    return names
  }()

  @Test func everyVariableThatIsReadIsDocumented() {
    #expect(ConsistencyTests.variablesRead.contains("NO_COLOR"))
    let documented = Set(EnvironmentVariable.all.map(\.name))
    #expect(ConsistencyTests.variablesRead.subtracting(documented) == [])
  }

  @Test(arguments: EnvironmentVariable.all.map(\.name))
  func everyDocumentedVariableIsRead(_ name: String) throws {
    let variable = try #require(EnvironmentVariable.all.first { $0.name == name })
    #expect(ConsistencyTests.variablesRead.contains(name))
    // The page of the tool has those that every command reads.
    for page in ["cardctl.1"] + (variable.commands ?? []).map({ "cardctl-\($0).1" }) {
      #expect(ConsistencyTests.text(ofPage: page).contains("\n\(name)\n"), "\(page)")
    }
  }

  // MARK: Exit statuses

  @Test(arguments: runnable)
  func everyStatusIsDocumented(_ command: CardCommands.Command) throws {
    let page = ConsistencyTests.text(ofPage: ConsistencyTests.pageName(of: command))
    let sections = page.split(separator: ".SH ").map(String.init)
    let section = try #require(sections.first { $0.hasPrefix("\"EXIT STATUS\"\n") })
    let declared = Set(command.exitStatuses.map(\.code))
    #expect(declared.isSuperset(of: [0, 2]), "\(command.name)")
    for code in declared { #expect(section.contains(".TP\n\(code)\n"), "status \(code)") }
    let toolCodes = Set(ConsistencyTests.tool.exitStatuses.map(\.code))
    #expect(toolCodes.isSuperset(of: declared))
  }

  /// The page of the tool has the status of a closed pipe and the ways to turn off progress.
  @Test func theToolsPageSaysWhatNoOptionSays() {
    let words = ConsistencyTests.text(ofPage: "cardctl.1").replacing("\n", with: " ")
    #expect(words.contains("status \(ExitStatuses.closedPipe)"))
    #expect(words.contains(/show their progress.*TERM=dumb turn this off/))
  }

  /// No golden case of a command ends with a status that its page does not list.
  @Test func casesEndWithDocumentedStatuses() throws {
    let commands = ConsistencyTests.tool.subcommands
    for golden in GoldenCase.all {
      guard let command = commands.first(where: { $0.word == golden.command }) else { continue }
      let runnable = ConsistencyTests.runnable.filter {
        $0.name == command.name || $0.name.hasPrefix(command.name + " ")
      }
      let codes = Set((runnable + [command]).flatMap { $0.exitStatuses }.map(\.code) + [2])
      #expect(codes.contains(Int(golden.expected().status)), "\(golden)")
    }
  }
}

extension CardArguments.Command: CustomTestStringConvertible {
  /// The command as test results name it.
  public var testDescription: String { name }
}
