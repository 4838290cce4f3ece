import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The jobs of cardctl-log(1) work as they are printed.
struct LogExampleTests {
  /// The examples of the page, in their order.
  private static let examples: [String] = {
    let page = HelpText.log.components(separatedBy: "# EXAMPLES\n")[1]
    let code = page.split(separator: "\n", omittingEmptySubsequences: false).split { line in
      !line.isEmpty && !line.hasPrefix("    ")
    }
    return code.map { lines in
      lines.map { String($0.dropFirst(4)) }.joined(separator: "\n")
        .trimmingCharacters(in: .newlines)
    }.filter { !$0.isEmpty }
  }()
  private static let (cron, retry, logrotate, export, deletion, python, node, duckDB) = (
    examples[0], examples[1], examples[2], examples[3], examples[4], examples[5], examples[6],
    examples[7]
  )

  private let folder: ScratchFolder
  private let environment: [String: String]

  init() throws { (folder, environment) = try ExampleTests.surroundings() }

  private func run(
    _ script: String, with program: String = "sh", _ words: String...
  ) throws -> ChildProcess.Result {
    try folder.write("script", script + "\n")
    let child = try ChildProcess(
      ["-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path, program] + words
        + ["script"],
      of: "/bin/sh", environment: environment)
    return try child.result()
  }

  /// Whether a program is installed; says so if it is not.
  private func isInstalled(_ program: String) -> Bool {
    if InstalledProgram.isInstalled(program) { return true }
    print("not run: an example of cardctl-log(1): \(program) is not installed")
    return false
  }

  @Test func cron() throws {
    let lines = LogExampleTests.cron.split(separator: "\n")
    #expect(lines.first?.hasPrefix("PATH=") == true)
    for line in lines.dropFirst() {
      let fields = line.split(separator: " ", maxSplits: 5)
      #expect(fields.count == 6 && !line.contains("%"))
      let result = try run(String(fields[5]))
      #expect(result.status == 0 && result.messageText == "")
    }
    #expect(try folder.text("week.csv").hasPrefix("campaign_id,impressions"))
  }

  @Test func retry() throws {
    for _ in 1...2 {
      let result = try run(LogExampleTests.retry)
      #expect(result.status == 0 && result.messageText == "")
    }
    #expect(folder.events("events.ndjson").count == 2)
  }

  @Test func logrotate() throws {
    guard isInstalled("logrotate") else { return }
    let path = "/var/lib/cardctl/events.ndjson"
    #expect(LogExampleTests.logrotate.hasPrefix(path))
    let text = LogExampleTests.logrotate.replacingOccurrences(
      of: path, with: folder.path("events.ndjson"))
    for _ in 1...2 {
      let result = try run(text, with: "logrotate", "-f", "-s", "state")
      #expect(result.status == 0, "\(result.messageText)")
      let click = try run("cardctl log click a && cardctl log check -q")
      #expect(click.status == 0 && click.messageText == "")
    }
    let shown = try run("cardctl log show")
    #expect(shown.text.split(separator: "\n").count == 3 && shown.messageText == "")
  }

  /// Bodies that are not sent are sent the next time, and none is sent twice, also if the shell ends
  /// at the first failure, and if an event cannot be exported.
  @Test(arguments: ["", "set -eu\nBRAZE_KEY=k BRAZE_URL=u\n"]) func export(_ options: String) throws
  {
    _ = try run(
      "mkdir bin; for i in $(seq 120); do echo card-$i; done | cardctl log click - --user u")
    try folder.write(
      program: """
        #!/bin/sh
        [ -e allowed ] && [ "$(wc -l < sent)" -ge "$(cat allowed)" ] && exit 22
        cat >> sent && echo >> sent
        """, to: "bin/curl")
    let script = options + "PATH=\"$PWD/bin:$PATH\"\n" + LogExampleTests.export
    for allowed in 0...2 {
      _ = try run("touch sent; echo \(allowed) > allowed; cardctl log click no-user")
      #expect(try run(script).status == 1)
    }
    _ = try run("rm allowed && cardctl log click --user u later")
    for _ in 1...3 { #expect(try run(script).status == 0) }
    let names = try folder.text("sent").split(separator: "\"card_id\":\"").dropFirst()
    let ids = names.map { $0.prefix { $0 != "\"" } }.map(String.init)
    #expect(ids.count == 122 && Set(ids).count == 122, "\(ids)")
    #expect(ids.last == "later" && !ids.contains("no-user"))
  }

  @Test func deletion() throws {
    let result = try run(LogExampleTests.deletion)
    #expect(result.status == 0 && result.text == "1 event in 1 file\n")
    #expect(folder.events("events.ndjson").isEmpty)
  }

  @Test(arguments: ["python3", "node"]) func languages(_ program: String) throws {
    guard isInstalled(program) else { return }
    for _ in 1...2 {
      let script = program == "node" ? LogExampleTests.node : LogExampleTests.python
      let result = try run(script, with: program)
      #expect(result.status == 0 && result.messageText == "")
    }
    #expect(folder.events("events.ndjson").count == (program == "node" ? 3 : 2))
  }

  @Test func duckDB() throws {
    guard isInstalled("duckdb") else { return }
    let result = try run(LogExampleTests.duckDB)
    #expect(result.status == 0 && result.text.contains("user-17"), "\(result.messageText)")
  }
}
