import CardArguments
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The printed help: its length and its width.
struct HelpTests {
  private static let pages = Tool.declaration.command.subcommands.flatMap {
    [$0] + $0.subcommands
  }

  /// The short help fits a screen and refers to the long one, which has everything else.
  @Test(arguments: pages)
  func theShortHelpFitsAScreen(_ command: CardCommands.Command) {
    let page = command.shortHelp(width: 80)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(page.contains("see '\(command.name) --help' for more"))
  }

  @Test func theToolsShortHelpFitsASmallScreen() {
    let page = Tool.declaration.command.shortHelp(width: 80)
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 34)
  }

  @Test(arguments: pages)
  func theLongHelpFitsItsWidth(_ command: CardCommands.Command) {
    for width in [50, 80] {
      let page = ManualPages.page(of: command).text(width: width)
      // Code keeps its lines.
      for line in page.split(separator: "\n") where !line.hasPrefix("    ") {
        // A single long word may exceed the width.
        #expect(line.count <= width || !line.drop { $0 == " " }.contains(" "), "\(line)")
      }
    }
  }

  /// The options that several commands share are explained in one place.
  @Test func theLongHelpOfFilterIsShort() {
    let page = ManualPages.page(of: FilterCommand.declaration).text(width: 80)
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 111)
  }

  // MARK: On a terminal

  @Test func isAsWideAsTheTerminal() throws {
    let terminal = try Terminal()
    let wide = ConvertCommand.declaration.shortHelp(width: 60, isStyled: true)
    #expect(try terminal.output(of: Repository.tool, ["convert", "-h"], ["TERM": "xterm"]) == wide)
    let narrow = ConvertCommand.declaration.shortHelp(width: 50)
    let variables = ["TERM": "dumb", "COLUMNS": "50"]
    #expect(try terminal.output(of: Repository.tool, ["convert", "-h"], variables) == narrow)
  }

  /// `help` and `--help` print the page that `man/` has too, whatever else is on the line.
  @Test(arguments: [Tool.declaration.command] + pages.filter { $0.word != "help" })
  func helpIsThePageOfTheCommand(_ command: CardCommands.Command) throws {
    let words = command.name.split(separator: " ").dropFirst().map(String.init)
    let page = ManualPages.page(of: command).text(width: 80)
    var lines = [["help"] + words, words + ["--help"]]
    if words.count == 2 { lines.append([words[0], "help", words[1]]) }
    if command.subcommands.isEmpty {
      lines += [words + ["--color=always", "--help"], words + ["--nonsense", "--help"]]
    }
    for line in lines {
      let result = try CommandRun(arguments: line).result()
      #expect(result.text == page && result.status == 0, "\(line)")
    }
  }

  @Test(arguments: ["formats", "inputs", "recipes"])
  func helpIsThePageOfTheTopic(_ topic: String) throws {
    let result = try CommandRun(arguments: ["help", topic]).result()
    #expect(result.text == ManualPages.page(of: topic).text(width: 80))
  }
}
