import Foundation
import Testing

@testable import CardCommands

/// Ids and names of files that would act are completed as words, or not at all.
///
/// What a shell puts into the line is compared as it is, with every backslash.
@Suite(.serialized)
struct HostileWordTests {
  /// A folder with cards and a file whose names would act in a line.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let ids = ["x$(id)", "q'; id; '", "z\"; id; \"", "`id`", "n!1", "b\\c", "safe-1"]
    let cards = ids.map { ["id": $0, "tp": "control"] }
    let data = try JSONSerialization.data(withJSONObject: cards)
    try data.write(to: folder.url.appending(path: "hostile.json"))
    try folder.write("f$(id).json", "[]")
    try folder.write("g'; id; '.json", "[]")
    return folder
  }

  /// What is typed, and what bash gets for it.
  ///
  /// Behind an open quote, what would end it or act in it is left out; elsewhere each character
  /// that could act is quoted.
  private static let ids: [String: [String]] = [
    "x": [#"x\$\(id\)"#], "'x": ["x$(id)"], "\"x": [],
    "q": [#"q\'\;\ id\;\ \'"#], "'q": [], "\"q": ["q'; id; '"],
    "z": [#"z\"\;\ id\;\ \""#], "'z": ["z\"; id; \""], "\"z": [],
    #"\`"#: [#"\`id\`"#], "'`": ["`id`"], "\"\\`": [],
    "n": [#"n\!1"#], "'n": ["n!1"], "\"n": [],
    "b": [#"b\\c"#], "'b": [#"b\c"#], "\"b": [],
    "s": ["safe-1"], "'s": ["safe-1"], "\"s": ["safe-1"],
  ]

  private static let hasBash = InstalledProgram.isInstalled("bash")

  @Test(.enabled(if: hasBash, "bash is not installed"), arguments: ["--id ", "--id="])
  func bashQuotesIDs(_ option: String) throws {
    let lines = HostileWordTests.ids.map { word, offers in
      ("cardctl filter hostile.json \(option)\(word)", offers)
    }
    let found = try ShellScript.run("bash", ShellScript.bash, lines: lines.map(\.0), folder())
    for (line, offers) in lines {
      #expect(found[line] == offers, "\(line)")
    }
  }

  /// bash 3.2 has no compopt, and so does not quote names of files itself.
  @Test(.enabled(if: hasBash, "bash is not installed"))
  func bashQuotesFiles() throws {
    let lines = ["f", "\"f", "'f", "g", "'g"].map { "cardctl convert \($0)" }
    let old = "compopt() { return 127; }\n" + ShellScript.bash
    let found = try ShellScript.run("bash", old, lines: lines, folder())
    #expect(
      lines.map { found[$0] } == [
        [#"f\$\(id\).json"#], [], ["f$(id).json"], [#"g\'\;\ id\;\ \'.json"#], [],
      ])
    // A newer one is told that these are names of files, and quotes them as the line needs it.
    let new = "compopt() { :; }\n" + ShellScript.bash
    let bare = try ShellScript.run("bash", new, lines: lines, folder())
    let (f, g) = (["f$(id).json"], ["g'; id; '.json"])
    #expect(lines.map { bare[$0] } == [f, f, f, g, g])
  }

  @Test(.enabled(if: InstalledProgram.isInstalled("zsh"), "zsh is not installed"))
  func zshQuotesIDs() throws {
    let expected = [
      "x": #"x\$\(id\)"#, "'x": "'x$(id)'", "\"x": #""x\$(id)""#, "q": #"q\'\;\ id\;\ \'"#,
      "'q": #"'q'\''; id; '\'''"#, "z": #"z\"\;\ id\;\ \""#, "s": "safe-1",
    ]
    let begin = "cardctl filter hostile.json --id "
    let found = try ShellScript.run(
      "zsh", ShellScript.zsh(noting: ShellScript.zshLine), options: ["-f"],
      lines: expected.keys.map { begin + $0 }, folder())
    for (word, completed) in expected {
      let line = found[begin + word]?.first?.trimmingCharacters(in: .whitespaces)
      #expect(line == begin + completed, "\(word)")
    }
  }
}
