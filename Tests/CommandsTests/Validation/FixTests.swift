import CardJSON
import Foundation
import TestSupport
import Testing

@testable import CardCommands
@testable import CardRules

/// `validate --fix` in situations that golden cases cannot cover: links, modes, files that change.
struct FixTests {
  private static let card = #"{"id":"a","tp":"control","ca":1795000000000,"e":{"a":1}}"# + "\n"
  private static let fixed = #"{"id":"a","tp":"control","ca":1795000000,"e":{"a":"1"}}"# + "\n"

  private func fix(_ line: String, in folder: ScratchFolder) throws -> CommandRun.Result {
    let words = ("validate --no-config --fix " + line).split(separator: " ").map(String.init)
    return try CommandRun(arguments: words, directory: folder.path).result()
  }

  @Test func theModeIsKeptAndNothingElseIsLeft() throws {
    let folder = try ScratchFolder()
    try folder.write("cards/a.json", Self.card)
    try folder.write("cards/b.json", Self.fixed)
    let manager = FileManager.default
    try manager.setAttributes(
      [.posixPermissions: 0o751], ofItemAtPath: folder.path + "/cards/a.json")
    let other = try manager.attributesOfItem(atPath: folder.path + "/cards/b.json")
    let result = try fix("cards", in: folder)
    #expect(try folder.text("cards/a.json") == Self.fixed)
    #expect(result.messageText == "cardctl: cards/a.json: fixed 2 findings\n")
    let attributes = try manager.attributesOfItem(atPath: folder.path + "/cards/a.json")
    #expect((attributes[.posixPermissions] as? Int) == 0o751)
    #expect(
      try manager.contentsOfDirectory(atPath: folder.path + "/cards").sorted() == [
        "a.json", "b.json",
      ])
    // A file without fixes is not written.
    let after = try manager.attributesOfItem(atPath: folder.path + "/cards/b.json")
    #expect(other[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
  }

  @Test func linksAreNotFollowed() throws {
    let folder = try ScratchFolder()
    let outside = try ScratchFolder()
    try outside.write("secret.json", Self.card)
    try folder.write("cards/a.json", Self.card)
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.path + "/cards/link.json", withDestinationPath: outside.path + "/secret.json")
    try manager.linkItem(
      atPath: outside.path + "/secret.json", toPath: folder.path + "/cards/hard.json")
    let result = try fix("cards cards/link.json", in: folder)
    #expect(try outside.text("secret.json") == Self.card)
    #expect(try folder.text("cards/a.json") == Self.fixed)
    #expect(try folder.text("cards/hard.json") == Self.fixed)
    #expect(
      result.messageText.contains(
        "cardctl: cards/link.json: not fixed: it is a symbolic link or not a file\n"))
    #expect(result.status == 1)
    #expect(
      try manager.destinationOfSymbolicLink(atPath: folder.path + "/cards/link.json")
        == outside.path + "/secret.json")
  }

  @Test func otherNamesOfAFileKeepTheOldContent() throws {
    let folder = try ScratchFolder()
    try folder.write("a.json", Self.card)
    try FileManager.default.linkItem(
      atPath: folder.path + "/a.json", toPath: folder.path + "/b.json")
    let result = try fix("a.json", in: folder)
    #expect(try folder.text("a.json") == Self.fixed)
    #expect(try folder.text("b.json") == Self.card)
    #expect(
      result.messageText == """
        cardctl: a.json: fixed 2 findings
        cardctl: a.json: its other names (hard links) keep the old content\n
        """)
  }

  @Test func aReadOnlyFileIsAnError() throws {
    let folder = try ScratchFolder()
    try folder.write("a.json", Self.card)
    try folder.write("b.json", Self.card)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.path + "/a.json")
    let result = try fix("a.json b.json", in: folder)
    #expect(result.status == 3)
    #expect(result.messageText.contains("a.json: not fixed: cannot write a.json: it is read-only"))
    #expect(try folder.text("a.json") == Self.card)
    #expect(try folder.text("b.json") == Self.fixed)
  }

  @Test("a linked directory is not followed", arguments: ["", "./", "absolute"])
  func linkedDirectories(_ prefix: String) throws {
    let folder = try ScratchFolder()
    try folder.write("cards/a.json", Self.card)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/cards")
    let path = prefix == "absolute" ? folder.path + "/link/a.json" : prefix + "link/a.json"
    let result = try fix(path, in: folder)
    #expect(result.messageText.contains("link is a symbolic link"), "\(result.messageText)")
    #expect(result.status == 1)
    #expect(try folder.text("cards/a.json") == Self.card)
    let named = prefix == "absolute" ? folder.path + "/cards/a.json" : prefix + "cards/a.json"
    #expect(try fix(named, in: folder).status == 0)
    #expect(try folder.text("cards/a.json") == Self.fixed)
  }

  @Test func twoNamesOfAFileAreFixedOnce() throws {
    let folder = try ScratchFolder()
    try folder.write("a.json", Self.card)
    let result = try fix("a.json ./a.json", in: folder)
    #expect(try folder.text("a.json") == Self.fixed)
    #expect(result.messageText == "cardctl: a.json: fixed 2 findings\n")
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write everything"))
  func aFileThatMayNotBeWrittenStays() throws {
    let folder = try ScratchFolder()
    try folder.write("a.json", Self.card)
    try folder.write("b.json", Self.card)
    chmod(folder.path + "/a.json", 0o444)
    let result = try fix("a.json b.json", in: folder)
    #expect(try folder.text("a.json") == Self.card && folder.text("b.json") == Self.fixed)
    #expect(result.status == 3)
  }

  /// Only plain JSON is changed.
  @Test func carriersAndStringsStay() throws {
    let folder = try ScratchFolder()
    let inner = Self.card.dropLast().replacing("\"", with: "\\\"")
    try folder.write("string.json", "[\"\(inner)\"]\n")
    try folder.write("log.txt", "05-12 10:00:00.000  1  1 D Braze: \(Self.card)")
    let before = try folder.text("log.txt")
    let result = try fix("string.json log.txt", in: folder)
    #expect(result.messageText == "")
    #expect(try folder.text("string.json") == "[\"\(inner)\"]\n")
    #expect(try folder.text("log.txt") == before)
  }

  /// A second run finds nothing to fix.
  @Test(arguments: [1, 2]) func aSecondRunChangesNothing(_ seed: UInt64) throws {
    let folder = try ScratchFolder()
    var generator = SeededNumbers(seed: seed)
    let lines = (0..<50).map { number in
      let time = ["1795000000", "1795000000000"].randomElement(using: &generator) ?? ""
      let extra = ["1", "true", "\"x\"", "null"].randomElement(using: &generator) ?? ""
      return #"{"id":"\#(number)","tp":"control","ca":\#(time),"e":{"é":\#(extra)}}"#
    }
    try folder.write("a.ndjson", "\u{FEFF}" + lines.joined(separator: "\r\n"))
    let first = try fix("--to json a.ndjson", in: folder)
    let text = try folder.text("a.ndjson")
    #expect(!text.contains("1795000000000") && text.hasPrefix("\u{FEFF}"))
    let second = try fix("--to json a.ndjson", in: folder)
    #expect(first.text.contains("\"fixed\":") && second.text.contains("\"fixed\":0,"))
    #expect(try folder.text("a.ndjson") == text && second.messageText == "")
  }
}
