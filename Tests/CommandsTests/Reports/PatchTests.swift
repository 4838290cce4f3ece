import CardJSON
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// Patches, and the result of applying them with git.
@Suite struct PatchTests {
  private func patch(
    _ path: String, _ text: String, _ edits: [TextEdit]
  ) -> String {
    let bytes = ByteBuffer(text.utf8)
    var output = ByteBuffer()
    Patch(path: path, bytes: bytes.view, edits: edits).append(to: &output)
    return output.view.text
  }

  @Test func linesNextToEachOtherStandTogether() {
    let text = "1\n2\n3\n4\na5\na6\n7\n8\n9\n10\n11\n12\n13\n14\n15\nb16"
    let edits = [
      TextEdit(8..<9, "A"), TextEdit(11..<12, "AA"),
      TextEdit(text.utf8.count - 3..<text.utf8.count - 2, "B"),
    ]
    #expect(
      patch("x.json", text, edits) == """
        diff --git a/x.json b/x.json
        --- a/x.json
        +++ b/x.json
        @@ -2,8 +2,8 @@
         2
         3
         4
        -a5
        -a6
        +A5
        +AA6
         7
         8
         9
        @@ -13,4 +13,4 @@
         13
         14
         15
        -b16
        \\ No newline at end of file
        +B16
        \\ No newline at end of file

        """)
    #expect(patch("x.json", text, []) == "")
  }

  @Test(arguments: [
    ("a/x.json", "a/x.json"), ("a/my x.json", "a/my x.json"),
    ("a/\"x\\.json", #""a/\"x\\.json""#), ("a/é\n", #""a/\303\251\012""#),
  ])
  func namesAreThoseOfGit(_ name: String, _ expected: String) {
    #expect(Patch.quoted(name) == expected)
  }

  @Test(.enabled(if: InstalledProgram.isInstalled("git"), "there is no git"), arguments: 0..<40)
  func gitAppliesThem(_ seed: UInt64) throws {
    var generator = SeededNumbers(seed: seed)
    let ending = ["\n", "\r\n"].randomElement(using: &generator) ?? "\n"
    let count = Int.random(in: 1...60, using: &generator)
    var text = (0..<count).map { _ in
      String(repeating: "word é ", count: Int.random(in: 0...3, using: &generator))
    }.joined(separator: ending)
    if Bool.random(using: &generator) { text += ending }
    let bytes = Array(text.utf8)
    var edits: [TextEdit] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "w")) {
      place = start + 4
      if Int.random(in: 0..<4, using: &generator) == 0 {
        edits.append(TextEdit(start..<place, "“changed”"))
      }
    }
    var expected = bytes
    for replacement in edits.reversed() {
      expected.replaceSubrange(replacement.range, with: Array(replacement.text.utf8))
    }
    let folder = try ScratchFolder()
    let name = "my é \"feed\".json"
    try folder.write(name, text)
    let patch = try folder.write("patch", patch(name, text, edits))
    guard !edits.isEmpty else { return }
    let result = try ChildProcess.run(
      ["-c", "cd \"$0\" && git init -q . && git apply patch", folder.path], of: "/bin/sh",
      environment: InstalledProgram.environment(home: folder.path))
    #expect(result.status == 0, "\(result.messageText) \(patch)")
    #expect(try Data(contentsOf: folder.url.appending(path: name)) == Data(expected))
  }
}
