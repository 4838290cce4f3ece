import CardArguments
import Foundation
import Testing

@testable import CardCommands

/// The printed help: its length, its width, and its display by man(1).
struct HelpTests {
  private static let pages = Tool.declaration.commands.flatMap { [$0] + $0.subcommands }

  /// The short help fits a screen and refers to the long one, which has everything else.
  @Test(arguments: pages)
  func theShortHelpFitsAScreen(_ command: CardCommands.Command) {
    let page = HelpPage(width: 80).text(for: command, .short)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(page.contains("see '\(command.name) --help' for more"))
  }

  @Test func theToolsShortHelpFitsASmallScreen() {
    let page = HelpPage(width: 80).text(for: Tool.declaration, .short)
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 34)
  }

  @Test(arguments: pages)
  func theLongHelpFitsItsWidth(_ command: CardCommands.Command) {
    let examples = Set(command.examples.map { "    \($0.command)" })
    for width in [50, 80] {
      let page = HelpPage(width: width).text(for: command, .long)
      for line in page.split(separator: "\n") where !examples.contains(String(line)) {
        // A single long word may exceed the width.
        #expect(line.count <= width || !line.drop { $0 == " " }.contains(" "), "\(line)")
      }
    }
  }

  // MARK: On a terminal

  @Test func isAsWideAsTheTerminal() throws {
    let terminal = try Terminal()
    let wide = HelpPage(width: 60, isStyled: true).text(
      for: ConvertCommand.declaration, .short)
    #expect(try terminal.output(of: Repository.tool, ["convert", "-h"], ["TERM": "xterm"]) == wide)
    let narrow = HelpPage(width: 50).text(for: ConvertCommand.declaration, .short)
    let variables = ["TERM": "dumb", "COLUMNS": "50"]
    #expect(try terminal.output(of: Repository.tool, ["convert", "-h"], variables) == narrow)
  }

  /// A prefix in which cardctl is installed, with a man that prints its arguments.
  private func prefix() throws -> (folder: ScratchFolder, environment: [String: String]) {
    let folder = try ScratchFolder()
    for name in ["bin", "tools", "share/man/man1"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    // Another process writes the program. If this process had it open for writing while another
    // test starts a child, the child would have it open too, and the program could not run ("text
    // file busy").
    let script = "cp \"$1\" bin/cardctl && printf '%s\\n' \"$2\" >tools/man && chmod +x tools/man"
    let man = "#!/bin/sh\necho \"man was asked for $# page: $1\""
    let made = try ChildProcess.run(
      ["-c", "cd \"$0\" && " + script, folder.url.path, Repository.tool, man], of: "/bin/sh")
    try #require(made.status == 0, "\(made.messageText)")
    for name in ["cardctl.1", "cardctl-convert.1"] {
      try folder.write("share/man/man1/\(name)", "")
    }
    return (folder, ["PATH": folder.path("tools") + ":/usr/bin:/bin", "COLUMNS": "80"])
  }

  @Test(arguments: [(["help"], "cardctl.1"), (["help", "convert"], "cardctl-convert.1")])
  func helpOpensTheManualPage(_ words: [String], _ page: String) throws {
    let (folder, environment) = try prefix()
    let shown = try Terminal().output(of: folder.path("bin/cardctl"), words, environment)
    #expect(shown.hasPrefix("man was asked for 1 page: /"))
    #expect(shown.hasSuffix("/share/man/man1/\(page)\n"))
    // Without a terminal the long help is printed.
    let piped = try ChildProcess.run(
      words, of: folder.path("bin/cardctl"), environment: environment)
    #expect(piped.text.hasPrefix("usage: cardctl"))
  }

  @Test func helpFindsPagesThroughMANPATH() throws {
    var (folder, environment) = try prefix()
    environment["MANPATH"] = "relative:/nowhere:" + folder.path("share/man")
    let shown = try Terminal().output(of: Repository.tool, ["help", "convert"], environment)
    let page = folder.path("share/man/man1/cardctl-convert.1")
    #expect(shown == "man was asked for 1 page: \(page)\n")
  }

  /// Without a page, or without man, the help is printed; `--help` prints it in any case.
  @Test(arguments: [
    (["help", "help"], false), (["help", "help"], true), (["help", "--help", "help"], false),
  ])
  func helpIsPrintedWhereThereIsNoPage(_ words: [String], _ isManMissing: Bool) throws {
    var (folder, environment) = try prefix()
    if isManMissing {
      environment["PATH"] = "/nowhere"
      try folder.write("share/man/man1/cardctl-help.1", "")
    }
    environment["TERM"] = "dumb"
    let shown = try Terminal().output(of: folder.path("bin/cardctl"), words, environment)
    #expect(shown.hasPrefix("usage: cardctl"))
  }
}
