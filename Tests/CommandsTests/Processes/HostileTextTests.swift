import Foundation
import Testing

/// Texts that try to be something else where they are written, read back by Python's own readers.
struct HostileTextTests {
  /// Each seventh text; the check of all of them is part of `.ci/run`.
  @Test(.enabled(if: Readers.has("csv, html.parser, json"), "python3 is not installed"))
  func textStaysText() throws {
    let script = Repository.root.appending(path: "Tests/CrossCheck/hostile.py").path
    let result = try ChildProcess.run(
      ["python3", "-B", script, Repository.tool, "--every", "7"], of: "/usr/bin/env",
      environment: ProcessInfo.processInfo.environment)
    #expect(result.status == 0, "\(result.text)\(result.messageText)")
  }

  /// What a build system would obey is no command in a message about a command line or an id.
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
}
