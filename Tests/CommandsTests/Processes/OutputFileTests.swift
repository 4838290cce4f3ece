import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The effect of `-o` on its file, with the built tool.
struct OutputFileTests {
  private let scratch: ScratchFolder
  private static let card = #"{"id":"a","ca":1}"#

  init() throws { scratch = try ScratchFolder() }

  private func filter(_ arguments: String..., input: String = card + "\n") throws
    -> ChildProcess.Result
  {
    try ChildProcess.run(["filter"] + arguments, input: input)
  }

  @Test func aNewFileIsMade() throws {
    let result = try filter("-o", scratch.path("out.json"))
    #expect(result == ChildProcess.Result())
    #expect(try scratch.text("out.json") == OutputFileTests.card + "\n")
    #expect(try scratch.names() == ["out.json"])
    #expect(mode("out.json") == 0o666 & ~currentMask())
  }

  @Test func badRecordsDoNotKeepTheFileFromBeingReplaced() throws {
    try scratch.write("out.json", "old")
    let result = try filter("-o", scratch.path("out.json"), input: OutputFileTests.card + "\n{\n")
    #expect(result.status == 1)
    #expect(try scratch.text("out.json") == OutputFileTests.card + "\n")
    #expect(try scratch.names() == ["out.json"])
  }

  /// If an input is unreadable, the rows of the others are not written, because they would look
  /// complete.
  ///
  /// A report is written, because it names the missing input.
  @Test func anInputThatCannotBeReadKeepsRowsFromTheFileAndNoReport() throws {
    let missing = scratch.path("missing.json")
    try scratch.write("out.json", "old")
    #expect(try filter("-o", scratch.path("out.json"), missing, "-").status == 3)
    #expect(try scratch.text("out.json") == "old")
    let report = ["validate", "-o", scratch.path("out.json"), missing, "-"]
    #expect(try ChildProcess.run(report, input: OutputFileTests.card).status == 3)
    #expect(try scratch.text("out.json").contains("error[input/unreadable]"))
  }

  @Test func theModeIsKept() throws {
    try scratch.write("out.json", "old")
    chmod(scratch.path("out.json"), 0o640)
    #expect(try filter("-o", scratch.path("out.json")).status == 0)
    #expect(mode("out.json") == 0o640)
    #expect(try scratch.text("out.json") == OutputFileTests.card + "\n")
  }

  /// Until everything is written, the old content stays, and the new content is in another file.
  @Test func theOldFileStaysUntilTheEnd() throws {
    try scratch.write("out.json", "old")
    let before = inode("out.json")
    let child = try ChildProcess(["filter", "-o", scratch.path("out.json")])
    try child.write(OutputFileTests.card + "\n")
    var names: [String] = []
    for _ in 0..<2000 where names.count < 2 {
      names = try scratch.names()
      usleep(1000)
    }
    #expect(names.count == 2)
    #expect(try scratch.text("out.json") == "old")
    #expect(try child.result().status == 0)
    #expect(try scratch.names() == ["out.json"])
    #expect(try scratch.text("out.json") == OutputFileTests.card + "\n")
    #expect(inode("out.json") != before)
  }

  @Test func aFailureLeavesTheOldFile() throws {
    try scratch.write("out.json", "old")
    let result = try filter("-o", scratch.path("out.json"), scratch.path("missing.json"))
    #expect(result.status == 3)
    #expect(try scratch.text("out.json") == "old")
    #expect(try scratch.names() == ["out.json"])
  }

  /// As under nohup.
  @Test func anIgnoredSignalStaysIgnored() throws {
    let line = "trap '' HUP; exec \"$@\""
    let child = try ChildProcess(
      ["-c", line, "sh", Repository.tool, "filter", "-o", scratch.path("out.json")], of: "/bin/sh")
    try child.write(OutputFileTests.card + "\n")
    for _ in 0..<2000 where try scratch.names().isEmpty { usleep(1000) }
    kill(child.id, SIGHUP)
    #expect(try child.result().status == 0)
    #expect(try scratch.text("out.json") == OutputFileTests.card + "\n")
  }

  @Test func aSymbolicLinkIsFollowed() throws {
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "real"), withIntermediateDirectories: true)
    try scratch.write("real/out.json", "old")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: "real/out.json")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link2"), withDestinationPath: "link")
    #expect(try filter("-o", scratch.path("link2")).status == 0)
    #expect(try scratch.text("real/out.json") == OutputFileTests.card + "\n")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("link"))
        == "real/out.json")
    #expect(try scratch.names() == ["link", "link2", "real"])
  }

  /// A loop of links has no target and cannot be replaced.
  @Test func aLoopOfLinksIsAnError() throws {
    for (name, target) in [("a", "b"), ("b", "a"), ("self", "self")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path(name), withDestinationPath: target)
    }
    for name in ["a", "self", "self/out.json"] {
      let result = try filter("-o", scratch.path(name))
      #expect(result.status == 3)
      #expect(
        result.messageText
          == "cardctl: cannot open \(scratch.path(name)): too many levels of symbolic links\n")
    }
    #expect(try scratch.names() == ["a", "b", "self"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("a")) == "b")
  }

  /// A private file stays private while it is written.
  @Test func theNewContentIsNeverMoreOpen() throws {
    try scratch.write("out.json", "old")
    chmod(scratch.path("out.json"), 0o640)
    let child = try ChildProcess(["filter", "-o", scratch.path("out.json")])
    try child.write(OutputFileTests.card + "\n")
    for _ in 0..<5000 where try scratch.names().count < 2 { usleep(1000) }
    let other = try #require(try scratch.names().first { $0 != "out.json" })
    #expect(mode(other) == 0o600)
    #expect(try child.result().status == 0)
    #expect(mode("out.json") == 0o640)
  }

  /// Owner and group are kept if permitted; others cannot read more than before.
  @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
  func theOwnerIsKept() throws {
    try scratch.write("out.json", "old")
    chown(scratch.path("out.json"), 1, 2)
    chmod(scratch.path("out.json"), 0o664)
    #expect(try filter("-o", scratch.path("out.json")).status == 0)
    let status = status("out.json")
    #expect((status.st_uid, status.st_gid) == (1, 2))
    #expect(mode("out.json") == 0o664)
    #expect(try scratch.text("out.json") == OutputFileTests.card + "\n")
  }

  /// The name of the file may have the maximum length of names.
  @Test func aLongName() throws {
    let name = String(repeating: "n", count: 255)
    #expect(try filter("-o", scratch.path(name)).status == 0)
    #expect(try scratch.names() == [name])
  }

  @Test func aDanglingLinkGetsItsTarget() throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: "new.json")
    #expect(try filter("-o", scratch.path("link")).status == 0)
    #expect(try scratch.text("new.json") == OutputFileTests.card + "\n")
    #expect(try scratch.names() == ["link", "new.json"])
  }

  @Test func aFIFOIsWrittenInPlace() throws {
    let path = scratch.path("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let child = try ChildProcess(["filter", "-o", path])
    try child.write(OutputFileTests.card + "\n")
    child.closeInput()
    let reader = open(path, O_RDONLY)
    defer { close(reader) }
    #expect(
      String(decoding: try Descriptor.readAll(reader), as: UTF8.self)
        == OutputFileTests.card + "\n")
    #expect(try child.result().status == 0)
    #expect(try scratch.names() == ["fifo"])
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "-"])
  func standardOutputIsWrittenInPlace(_ path: String) throws {
    let result = try filter("-o", path)
    #expect(result.text == OutputFileTests.card + "\n")
    #expect(result.status == 0)
  }

  /// As in a shell, in which `>>` has opened the file.
  @Test(arguments: ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"])
  func standardOutputThatIsAFileIsContinued(_ path: String) throws {
    try scratch.write("all.json", "old\n")
    let output = ChildProcess.Stream.file(scratch.path("all.json"), flags: O_WRONLY | O_APPEND)
    let child = try ChildProcess(["filter", "-o", path], output: output)
    try child.write(OutputFileTests.card + "\n")
    #expect(try child.result().status == 0)
    #expect(try scratch.text("all.json") == "old\n" + OutputFileTests.card + "\n")
  }

  @Test func devNullIsWrittenInPlace() throws {
    #expect(try filter("-o", "/dev/null") == ChildProcess.Result())
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aFolderThatMayNotBeWritten() throws {
    chmod(scratch.url.path, 0o500)
    defer { chmod(scratch.url.path, 0o700) }
    let result = try filter("-o", scratch.path("out.json"))
    #expect(result.status == 3)
    #expect(result.messageText.contains("permission denied"))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aFileThatMayNotBeWrittenIsNotReplaced() throws {
    try scratch.write("out.json", "old")
    chmod(scratch.path("out.json"), 0o400)
    let result = try filter("-o", scratch.path("out.json"))
    #expect(result.status == 3)
    #expect(try scratch.text("out.json") == "old")
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    stat(scratch.path(name), &status)
    return status
  }

  private func mode(_ name: String) -> Int { Int(status(name).st_mode & 0o777) }
  private func inode(_ name: String) -> UInt64 { UInt64(status(name).st_ino) }

  /// The umask of the process.
  ///
  /// Reading it requires setting it, so only one test at a time can do that.
  private func currentMask() -> Int {
    let result = try? ChildProcess.run(["-c", "umask"], of: "/bin/sh")
    return Int((result?.text ?? "").split(separator: "\n").first ?? "022", radix: 8) ?? 0o022
  }
}
