import CardArguments
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// Pages name the files that a command reads or writes by default, and no others.
struct UsedFileTests {
  private func section(_ heading: String, of command: CardCommands.Command) -> String {
    let page = ConsistencyTests.text(ofPage: ConsistencyTests.pageName(of: command))
    let sections = page.components(separatedBy: ".SH ")
    return sections.first { $0.hasPrefix("\"\(heading)\"\n") } ?? ""
  }

  /// `--config` is offered by the commands that read it, and their pages mention the file.
  @Test(arguments: ConsistencyTests.runnable)
  func theConfigurationIsNamedWhereItIsRead(_ command: CardCommands.Command) throws {
    let words = command.name.split(separator: " ").dropFirst().map(String.init)
    let operands = command.operands.map { _ in "absent.json" }
    let folder = try ScratchFolder()
    // The journal's commands read only the time zone, where the command line needs it.
    let isLog = words[0] == "log"
    let zoned = ["rotate": ["--age", "2h"], "show": [], "summary": [], "export": []]
    let extra = isLog ? zoned[words[1]] ?? ["--time", "today"] : []
    let isZoned = !["check", "delete", "import"].contains(words[words.count - 1])
    let run = CommandRun(
      arguments: words + (isZoned ? extra : []) + ["--config", "no-config.json"] + operands,
      directory: folder.path)
    let message = try run.result().messageText
    let isRefused = message.contains("option '--config' does not apply")
    #expect(isRefused || message.contains("no-config.json"), "\(message)")
    #expect(isRefused == (isLog && !isZoned))
    if isRefused { return }
    let page = ConsistencyTests.text(ofPage: ConsistencyTests.pageName(of: command))
    #expect(page.contains("--config"))
    #expect(section("FILES", of: command).contains(Configuration.fileName))
    if !isLog { #expect(section("EXIT STATUS", of: command).contains("configuration")) }
    let completion = try CommandRun(arguments: ["__complete"] + words + ["--conf"]).result().text
    #expect(completion.contains("--config"))
  }

  /// The page of the journal commands names every file that they leave on disk.
  @Test func theJournalsFilesAreNamed() throws {
    let folder = try ScratchFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    func log(_ words: String...) throws {
      _ = try CommandRun(arguments: ["log"] + words, environment: environment).result()
    }
    try log("impression", "first")
    let journal = folder.url.appending(path: "cardctl/events.ndjson")
    let whole = try Data(contentsOf: journal)
    try (whole + whole.dropLast(20)).write(to: journal)
    try log("impression", "second")
    try log("rotate")
    try log("impression", "third")
    try log("rotate")
    try log("impression", "fourth")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path("cardctl")
    ).sorted()
    let known = ["", ".1", ".2", ".torn"].map { "events.ndjson\($0)" }
    #expect(names == known)
    let command = try #require(ConsistencyTests.runnable.first { $0.name == "cardctl log check" })
    let files = section("FILES", of: command)
    #expect(files.contains("$XDG_STATE_HOME/cardctl/events.ndjson"))
    for name in known.dropFirst() {
      #expect(files.contains(name.replacing("events.ndjson", with: "FILE")), "\(name)")
    }
  }
}
