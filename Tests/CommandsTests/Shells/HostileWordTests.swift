import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// Files whose names contain shell syntax are completed as words or not at all.
///
/// The text that a shell inserts into the line is compared unchanged, with every backslash.
@Suite(.serialized)
struct HostileWordTests {
  /// A directory with files whose names contain shell syntax.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("f$(id).json", "[]")
    try folder.write("g'; id; '.json", "[]")
    return folder
  }

  private static let hasBash = InstalledProgram.isInstalled("bash")

  /// bash 3.2 has no compopt, and therefore does not quote file names itself.
  @Test(.enabled(if: hasBash, "bash is not installed"))
  func bashQuotesFiles() throws {
    let lines = ["f", "\"f", "'f", "g", "'g"].map { "cardctl convert \($0)" }
    let old = "compopt() { return 127; }\n" + ShellScript.bash
    let found = try ShellScript.run("bash", old, lines: lines, folder())
    #expect(
      lines.map { found[$0] } == [
        [#"f\$\(id\).json"#], [], ["f$(id).json"], [#"g\'\;\ id\;\ \'.json"#], [],
      ])
    // A newer bash treats these as file names and quotes them as required.
    let new = "compopt() { :; }\n" + ShellScript.bash
    let bare = try ShellScript.run("bash", new, lines: lines, folder())
    let (f, g) = (["f$(id).json"], ["g'; id; '.json"])
    #expect(lines.map { bare[$0] } == [f, f, f, g, g])
  }
}
