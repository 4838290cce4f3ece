import Foundation
import TestSupport
import Testing

/// The path of the package bash-completion on Linux.
private let library = "/usr/share/bash-completion/bash_completion"

/// bash-completion includes a completion for another tool of the same name.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: library), "bash-completion is not installed"))
struct OtherToolTests {
  /// The completion of `cardctl` in a bash that has run `lines`.
  private func completion(_ home: ScratchFolder, _ lines: String) throws -> String {
    let script =
      ". \(library)\n\(lines)\n"
      + "complete -p cardctl >/dev/null 2>&1 || _completion_loader cardctl\ncomplete -p cardctl"
    let bash = try #require(InstalledProgram.path("bash"))
    let result = try ChildProcess.run(
      ["--noprofile", "--norc", "-c", script], of: bash,
      environment: InstalledProgram.environment(home: home.url.path))
    return result.text
  }

  /// The line in the manual that selects our completion in any case.
  private func line() throws -> String {
    let page = try String(
      contentsOf: Repository.root.appending(path: "man/cardctl.1"), encoding: .utf8)
    let line = try #require(page.firstMatch(of: /eval "\$\(cardctl [^)]*\)"/)).0
    return String(line).replacing("\\-", with: "-")
  }

  @Test func oursIsFoundWhereTheInstallLinesPutIt() throws {
    let home = try ScratchFolder()
    let ours = try completion(home, try line())
    #expect(!ours.isEmpty)
    let folder = home.path(".local/share/bash-completion/completions")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Repository.root.appending(path: "completions/cardctl.bash"),
      to: URL(fileURLWithPath: folder + "/cardctl"))
    #expect(try completion(home, "") == ours)
  }

  @Test func theLineOfTheManualWinsOverTheOtherTools() throws {
    let home = try ScratchFolder()
    let other = try completion(home, "")
    let ours = try completion(home, try line())
    #expect(other == "complete -F _cardctl cardctl\n")
    #expect(ours == "complete -F _cardctl_complete cardctl\n")
  }
}
