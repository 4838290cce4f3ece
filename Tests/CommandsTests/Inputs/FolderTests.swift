import CardCommands
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Inputs that golden cases cannot have: pipes, unreadable directories, loops, output files.
struct FolderTests {
  private static let card =
    #"{"id":"a","tp":"control","ca":1795161600,"e":{"class_type":"ad_banner"}}"#

  private func run(_ folder: ScratchFolder, _ line: String, blockSize: Int? = nil) throws
    -> CommandRun.Result
  {
    var run = CommandRun(
      arguments: line.split(separator: " ").map(String.init), directory: folder.path)
    if let blockSize { run.blockSizes = BlockSizes(first: blockSize, usual: blockSize) }
    return try run.result()
  }

  @Test func pipesAndSocketsAreNotOpened() throws {
    let folder = try ScratchFolder()
    try folder.write("cards/a.json", FolderTests.card)
    #expect(mkfifo(folder.path + "/cards/pipe.json", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/cards/linked.json", withDestinationPath: "pipe.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/cards/device.json", withDestinationPath: "/dev/zero")
    #expect(try run(folder, "filter --ids cards").text == "a\n")
    let listed = try run(folder, "validate --files cards").text
    #expect(
      listed == """
        checked (a card): cards/a.json
        not read (not a file): cards/device.json
        not read (not a file): cards/linked.json
        not read (not a file): cards/pipe.json

        """)
  }

  @Test func symbolicLinksThatLeadNowhereOrInCirclesEndNothing() throws {
    let folder = try ScratchFolder()
    try folder.write("cards/a.json", FolderTests.card)
    let links = ["gone.json": "nothing", "self.json": "self.json", "loop": ".", "up": "../.."]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/cards/" + name, withDestinationPath: target)
    }
    let result = try run(folder, "filter --ids cards")
    #expect(result.text == "a\n")
    #expect(
      result.messageText
        == "cardctl: cannot open cards/self.json: too many levels of symbolic links\n"
    )
    #expect(result.status == 3)
  }

  /// A file found twice is checked once; two names that Swift treats as equal are two files.
  @Test func eachFileIsCheckedOnce() throws {
    let folder = try ScratchFolder()
    for name in ["a/\u{E9}.json", "a/e\u{301}.json", "a/b.json"] {
      try folder.write(name, FolderTests.card)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a")
    let text = try run(folder, "validate a ./a a/b.json").text
    #expect(text.contains("\n\(names.count) cards, "), "\(text)")
  }

  @Test func aFolderThatIsNamedByALinkIsEntered() throws {
    let folder = try ScratchFolder()
    try folder.write("cards/a.json", FolderTests.card)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "cards")
    #expect(try run(folder, "filter --ids link link/").text == "a\na\n")
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may read everything"))
  func unreadableFilesAreReportedAndTheOthersRead() throws {
    let folder = try ScratchFolder()
    for name in ["cards/a.json", "cards/b/b.json", "cards/c.json"] {
      try folder.write(name, FolderTests.card)
    }
    chmod(folder.path + "/cards/b", 0)
    chmod(folder.path + "/cards/c.json", 0)
    defer { chmod(folder.path + "/cards/b", 0o700) }
    let result = try run(folder, "filter --ids cards")
    #expect(result.text == "a\n")
    #expect(
      result.messageText == """
        cardctl: cannot read the directory cards/b: permission denied
        cardctl: cannot open cards/c.json: permission denied

        """)
    #expect(result.status == 3)
  }

  @Test func theRunsOwnFilesArePassedOver() throws {
    let folder = try ScratchFolder()
    try folder.write("cards/a.json", FolderTests.card)
    try folder.write("cards/out.json", FolderTests.card)
    #expect(try run(folder, "filter -o cards/out.json cards").status == 0)
    #expect(try folder.text("cards/out.json") == FolderTests.card + "\n")
    try folder.write("cards/known.json", FolderTests.card)
    let listed = try run(folder, "validate --files --baseline cards/known.json cards").text
    #expect(listed.contains("not read (written by this run, or its baseline): cards/known.json\n"))
  }

  @Test func standardOutputInAFolderIsPassedOver() throws {
    let folder = try ScratchFolder()
    try folder.write("cards/a.json", FolderTests.card)
    let command = "\(Repository.tool) filter cards >> cards/all.json"
    for _ in 0..<2 {
      let result = try ChildProcess.run(
        ["-c", "cd \"$1\" && \(command)", "sh", folder.path], of: "/bin/sh")
      #expect(result.status == 0)
    }
    #expect(try folder.text("cards/all.json") == FolderTests.card + "\n" + FolderTests.card + "\n")
  }

  /// A file is recognized by any value in it, and then read from its beginning.
  @Test(arguments: [1, 100, 1 << 16])
  func blocksDoNotDecide(_ size: Int) throws {
    let folder = try ScratchFolder()
    let others = String(repeating: "{\"name\":\"x\"}\n", count: size == 1 ? 200 : 20_000)
    try folder.write("cards/a.ndjson", others + FolderTests.card + "\n")
    try folder.write("cards/b.ndjson", others)
    try folder.write("cards/c.json", "[" + FolderTests.card + "]")
    let result = try run(folder, "filter --ids --on-error skip cards", blockSize: size)
    #expect(result.text == "a\na\n")
    #expect(result.messageText.hasPrefix("cardctl: skipped 1 file without content cards; "))
  }

  @Test func pathsAreInTheirOrder() throws {
    let folder = try ScratchFolder()
    let names = ["a.json", "a/b.json", "a-b.json", "a/b/c.json", "B.json", "ä.json", "a0.json"]
    for name in names { try folder.write("cards/" + name, FolderTests.card) }
    let listed = try run(folder, "validate --files cards").text
    let paths = names.map { "checked (a card): cards/" + $0 + "\n" }
    let sorted = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(listed == sorted.joined())
  }

  @Test func namesCannotActOnATerminalOrForgeLines() throws {
    let folder = try ScratchFolder()
    try folder.write("cards/\u{1B}[31m\nread: x.json", FolderTests.card)
    let listed = try run(folder, "validate --files cards").text
    #expect(listed == "checked (a card): cards/\\u001b[31m\\u000aread: x.json\n")
  }

  @Test func withoutAnyFileStandardInputIsNotRead() throws {
    let folder = try ScratchFolder()
    try folder.write("empty/x.txt", "")
    for command in ["filter -c", "validate -q", "convert", "inspect --to json"] {
      let line = (command + " empty").split(separator: " ").map(String.init)
      let run = CommandRun(
        arguments: line, input: .file(Array(FolderTests.card.utf8)), directory: folder.path)
      let result = try run.result()
      // A run that checks nothing is not a success.
      let status: Int32 = command.hasPrefix("validate") ? 1 : 0
      #expect(!result.text.contains("\"a\"") && result.status == status, "\(command)")
    }
  }
}
