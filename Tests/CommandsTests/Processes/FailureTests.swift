import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The built tool when the system refuses something.
struct FailureTests {
  private static let card = #"{"id":"a","ca":1}"#

  private static let hasFullDevice = access("/dev/full", W_OK) == 0

  @Test(
    .enabled(if: hasFullDevice, "there is no /dev/full"),
    arguments: [
      ["filter"], ["filter", "-c"], ["filter", "--to", "json", "--id", "none"],
      ["filter", "--sort", "id"], ["convert", "--as", "card", "--to", "csv"],
      ["filter", "--help"], ["--version"],
    ])
  func aFullDiskIsStatusThree(_ arguments: [String]) throws {
    let full = ChildProcess.Stream.file("/dev/full", flags: O_WRONLY)
    let child = try ChildProcess(arguments, input: .pipe, output: full)
    try? child.write(FailureTests.card + "\n")
    let result = try child.result()
    #expect(result.status == 3)
    #expect(result.messageText == "cardctl: cannot write <stdout>: no space left on device\n")
  }

  @Test(.enabled(if: hasFullDevice, "there is no /dev/full"))
  func aFullDiskOfAnOutputFile() throws {
    let result = try ChildProcess.run(
      ["filter", "-o", "/dev/full"], input: FailureTests.card + "\n")
    #expect(result.status == 3)
    #expect(result.messageText == "cardctl: cannot write /dev/full: no space left on device\n")
  }

  @Test func closedStandardInput() throws {
    let result = try ChildProcess(["filter"], input: .closed).result()
    #expect(result.status == 3)
    #expect(result.messageText == "cardctl: cannot read <stdin>: bad file descriptor\n")
  }

  @Test func closedStandardOutput() throws {
    let child = try ChildProcess(["filter"], output: .closed)
    try child.write(FailureTests.card + "\n")
    let result = try child.result()
    #expect(result.status == 3)
    #expect(result.messageText == "cardctl: cannot write <stdout>: bad file descriptor\n")
  }

  /// Standard output is not needed if nothing is printed.
  @Test func closedStandardOutputWithoutUse() throws {
    let child = try ChildProcess(["filter", "--id", "none"], output: .closed)
    try child.write(FailureTests.card + "\n")
    #expect(try child.result().status == 0)
  }

  /// If standard error is closed, messages must not be written to a file that is opened.
  @Test func closedStandardError() throws {
    let scratch = try ScratchFolder()
    try scratch.write("bad.json", "{bad}\n" + FailureTests.card + "\n")
    let child = try ChildProcess(
      ["filter", "-o", scratch.path("out.json"), scratch.path("bad.json")], messages: .closed)
    #expect(try child.result().status == 1)
    #expect(try scratch.text("out.json") == FailureTests.card + "\n")
    #expect(try scratch.text("bad.json").count == 6 + FailureTests.card.count + 1)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func aFileThatMayNotBeRead() throws {
    let scratch = try ScratchFolder()
    try scratch.write("cards.json", FailureTests.card)
    chmod(scratch.path("cards.json"), 0)
    let result = try ChildProcess.run(["filter", scratch.path("cards.json")])
    #expect(result.status == 3)
    #expect(result.messageText.contains("permission denied"))
  }

  @Test(arguments: ["/dev/null", "/dev/stdin"])
  func emptyDevices(_ path: String) throws {
    let result = try ChildProcess.run(["filter", path])
    #expect(result.status == 0)
    #expect(result.messageText.contains("empty"))
  }

  /// Paths and the configuration are relative to the working directory of the process.
  @Test func theWorkingDirectoryIsTheProcesss() throws {
    let scratch = try ScratchFolder()
    try scratch.write(".cardctl.json", #"{"typeKey":"kind"}"#)
    try scratch.write(".git", "gitdir: elsewhere")
    try FileManager.default.createDirectory(
      atPath: scratch.path("a/b"), withIntermediateDirectories: true)
    try scratch.write("a/b/cards.json", #"{"id":"x","ca":1,"e":{"kind":"ad_banner"}}"#)
    let result = try ChildProcess.run(
      [
        "-c", "cd \"$1\" && exec \"$2\" convert cards.json", "sh", scratch.path("a/b"),
        Repository.tool,
      ], of: "/bin/sh")
    #expect(result.text.contains(#""object":"Ad""#))
    let path = URL(fileURLWithPath: scratch.path(".cardctl.json")).resolvingSymlinksInPath().path
    #expect(result.messageText == "cardctl: using the configuration \(path)\n")
  }

  /// No message begins with a build log command, whatever the files are called.
  @Test(arguments: ["::error::x.json", " ::stop-commands::x.json"])
  func aFileThatIsCalledLikeACommand(_ name: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(name, "{bad}")
    let result = try ChildProcess.run(
      ["-c", #"cd "$0" && exec "$@""#, scratch.url.path, Repository.tool, "filter", name, "::y"],
      of: "/bin/sh", environment: ["GITHUB_ACTIONS": "true"])
    let lines = result.messageText.split(separator: "\n")
    #expect(lines.first?.hasPrefix("./\(name):1:2: error:") == true, "\(lines)")
    #expect(lines.count == 2 && lines[1].hasPrefix("cardctl: cannot open ::y"), "\(lines)")
  }

  @Test(arguments: [
    (["CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "0"], false), ([:], false),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": ""], true),
  ])
  func helpIsStyledOnlyIfTheEnvironmentAllowsIt(_ environment: [String: String], _ isColoured: Bool)
    throws
  {
    let result = try ChildProcess.run(["filter", "--help"], environment: environment)
    #expect(result.text.contains("\u{1B}[") == isColoured)
  }
}
