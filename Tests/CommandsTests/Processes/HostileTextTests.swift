import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// Messages and outputs have no command of a CI system and no control character.
struct HostileTextTests {
  /// A message about a command line or an id contains no command of a CI system.
  @Test(arguments: [
    ("filter ##[error]x", "cannot open #\\u0023[error]x: no such file or directory"),
    ("log ##vso[a.b]", "unknown command '#\\u0023vso[a.b]' of 'cardctl log'"),
    ("filter --##teamcity[x", "unknown option '--#\\u0023teamcity[x'"),
  ])
  func marksInMessagesAreEscaped(_ line: String, _ message: String) throws {
    let result = try CommandRun.result(line)
    #expect(result.messageText.hasPrefix("cardctl: \(message)\n"), "\(result.messageText)")
    let ids = Array("a ##vso[task.complete]b\n".utf8)
    let refused = try CommandRun.result("log impression - --journal none", .file(ids))
    #expect(refused.messageText.contains("'a #\\u0023vso[task.complete]b' refused"))
  }

  /// No line of standard error begins with a GitHub Actions command, whatever a key or a path
  /// contains.
  @Test(arguments: [
    "filter --config key.json -", "filter --config value.json -", "convert --classes key.json -",
    "validate --baseline key.json -", "validate --baseline rule.json -", "filter ::missing",
    "filter --config ::bad", "convert --feed ::bad -", "log show --journal ::bad",
    "log check --journal ::bad", "log show --journal ::bad\n::error::x", "filter --journal ::bad -",
    "validate --rule ::error::x=off -", "filter \n::error::x", "log impression -",
  ])
  func noLineIsACommand(_ line: String) throws {
    let folder = try ScratchFolder()
    let active = #"\n::error::x"#
    try folder.write("key.json", #"{"\#(active)":1}"#)
    try folder.write("value.json", #"{"rules":{"\#(active)":"off"},"classes":{"\#(active)":1}}"#)
    try folder.write("rule.json", #"{"version":1,"findings":[{"rule":"\#(active)"}]}"#)
    try folder.write("::bad", "{")
    var run = CommandRun(
      arguments: line.split(separator: " ").map(String.init),
      input: .file(Array("{\"\(active)\":1}\n".utf8)))
    run.directory = folder.path("")
    run.environment = ["CARDCTL_JOURNAL": folder.path("::journal")]
    let result = try run.result()
    for line in (result.messageText + result.text).split(separator: "\n") {
      #expect(!LineText.beginsCommand(String(line)), "\(line)")
    }
  }

  /// Control characters of a card never reach a terminal, in any format.
  @Test(arguments: [
    "validate", "validate --to json", "validate --to ndjson", "validate --to sarif",
    "validate --diff", "inspect", "inspect --to json", "filter", "convert --as card",
    "convert --as card --to csv",
  ])
  func noControlReachesATerminal(_ line: String) throws {
    let folder = try ScratchFolder()
    let text = "a\u{7F}b\u{9B}c\u{202E}d\u{2066}e"
    let card =
      #"{"id":"i\#(text)","tp":"x","ca":1,"tt":"\#(text)","u":"\#(text)","e":{"\#(text)":1}}"#
    let path = try folder.write("cards.json", card)
    let terminal = try Terminal()
    let end = try terminal.openEnd()
    defer { close(end) }
    let console = Console(
      input: end, output: end, error: end, environment: ["TERM": "xterm"],
      directory: folder.path(""), now: CommandRun.now, processors: 1)
    let arguments = line.split(separator: " ").map(String.init) + [path]
    let shown = try terminal.shown { _ = Tool.run(arguments, console) }
    #expect(!shown.isEmpty)
    #expect(
      !shown.unicodeScalars.contains { "\u{7F}\u{9B}\u{202E}\u{2066}".unicodeScalars.contains($0) })
  }

  /// Class types with control characters are not offered to a shell.
  @Test func completionsHoldNoControls() throws {
    let folder = try ScratchFolder()
    let registry =
      #"{"classes":{"a\u001b]0;x\u0007":{"object":"A","properties":{}},"#
      + #""b\nc":{"object":"B","properties":{}},"good":{"object":"O\u001b","properties":{}}}}"#
    try folder.write("reg.json", registry)
    var run = CommandRun(
      arguments: ["__complete", "filter", "--classes", "reg.json", "--class-type", ""])
    run.directory = folder.path("")
    let text = try run.result().text
    #expect(text.contains("good\t"))
    let isActive = text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }
    #expect(!isActive && !text.contains("\nc\t"))
  }
}
