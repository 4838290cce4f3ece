import Foundation
import TestSupport
import Testing

/// `log show --follow` while other programs write, rotate and delete the journal.
struct FollowTests {
  private static func line(_ id: String) -> String {
    #"{"v":1,"id":"\#(id)","time":"2026-11-21T10:00:00Z","event":"click","card_id":"\#(id)","user_id":"u"}"#
  }

  private func append(_ id: String, to path: String) throws {
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(filePath: path))
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data((FollowTests.line(id) + "\n").utf8))
    try file.close()
  }

  @Test("events appear as they are appended, through a rotation and a deletion")
  func follows() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("j")
    let child = try ChildProcess(["log", "show", "--follow", "--limit", "5", "--journal", path])
    for id in ["a", "b"] {
      try append(id, to: path)
      #expect(try child.readLine() == FollowTests.line(id))
    }
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try append("c", to: path)
    #expect(try child.readLine() == FollowTests.line("c"))
    try FileManager.default.removeItem(atPath: path)
    try append("d", to: path)
    #expect(try child.readLine() == FollowTests.line("d"))
    try append("e", to: path)
    let result = try child.result()
    #expect(result.text == FollowTests.line("e") + "\n")
    #expect(result.status == 0)
  }

  /// The cards that one line of output each has, up to the card `last`.
  private func cards(of child: ChildProcess, to last: String) throws -> [String] {
    var cards: [String] = []
    while cards.last != last, cards.count < 50 {
      let fields = try child.readLine().components(separatedBy: "\"card_id\":\"")
      cards.append(fields.last.map { String($0.prefix { $0 != "\"" }) } ?? "")
    }
    return cards
  }

  @Test("each event is printed once, whatever is deleted and rotated meanwhile")
  func followsThroughMaintenance() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("j")
    func log(_ line: String) throws {
      let words = line.split(separator: " ").map(String.init)
      #expect(try ChildProcess.run(["log"] + words + ["-q", "--journal", path]).status == 0)
    }
    for name in ["a", "b", "c"] { try log("click \(name) --user \(name)") }
    let child = try ChildProcess(["log", "show", "--follow", "--to", "ndjson", "--journal", path])
    #expect(try cards(of: child, to: "c") == ["a", "b", "c"])
    try log("delete --user c")
    try log("click d --user d")
    #expect(try cards(of: child, to: "d") == ["d"])
    // Nothing that was printed is left, and then the file has no event any more.
    for name in ["a", "b"] { try log("delete --user \(name)") }
    try log("delete --user d")
    try log("click e --user e")
    #expect(try cards(of: child, to: "e") == ["e"])
    for name in ["f", "g", "h"] {
      try log("click \(name) --user \(name)")
      try log("rotate")
    }
    try log("delete --user e")
    try log("click i --user i")
    #expect(try cards(of: child, to: "i") == ["f", "g", "h", "i"])
    child.closeOutput()
    _ = try child.result()
  }

  @Test("it waits if all events were rotated away")
  func rotatedOnly() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("j")
    try append("a", to: path + ".1")
    let child = try ChildProcess(["log", "show", "-f", "--limit", "2", "--journal", path])
    #expect(try child.readLine() == FollowTests.line("a"))
    try append("b", to: path)
    #expect(try child.readLine() == FollowTests.line("b"))
    #expect(try child.result().status == 0)
  }

  @Test("it ends quietly when no reader is left, though nothing is appended")
  func closedPipe() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("j")
    try append("a", to: path)
    let child = try ChildProcess(["log", "show", "-f", "--journal", path])
    _ = try child.readLine()
    child.closeOutput()
    let result = try child.result()
    #expect(result.status == 128 + SIGPIPE)
    #expect(result.messageText == "")
  }

  @Test("a signal ends it without a word")
  func interrupted() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("j")
    try append("a", to: path)
    let child = try ChildProcess(["log", "show", "-f", "--journal", path])
    #expect(try child.readLine() == FollowTests.line("a"))
    kill(child.id, SIGINT)
    let result = try child.result()
    #expect(result.status == 128 + SIGINT)
    #expect(result.messageText == "")
  }

  @Test("a foreign line is reported, and what cannot be followed ends it")
  func troubles() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("j")
    try scratch.write("j", "nonsense\n")
    let child = try ChildProcess(["log", "show", "-f", "--limit", "1", "--journal", path])
    try append("a", to: path)
    let result = try child.result()
    #expect(result.status == 1)
    #expect(
      result.messageText == "\(path):1:1: error: not an event: expected true, false or null\n")

    let folder = try ChildProcess.run(["log", "show", "-f", "--journal", scratch.url.path])
    #expect(folder.status == 3)
    #expect(folder.messageText.hasSuffix("is a directory\n"))
  }

  @Test("a closed pipe ends every report quietly", arguments: ["show", "export --to users-track"])
  func closedPipeWithoutFollowing(_ command: String) throws {
    let scratch = try ScratchFolder()
    let text = (0..<20_000).map { FollowTests.line("event-\($0)") + "\n" }.joined()
    try scratch.write("j", text)
    let child = try ChildProcess(
      ["log"] + command.split(separator: " ").map(String.init) + ["--journal", scratch.path("j")])
    _ = try child.readLine()
    child.closeOutput()
    let result = try child.result()
    #expect(result.status == 128 + SIGPIPE)
    #expect(result.messageText == "")
  }

  @Test("a full device is an error", arguments: ["show", "summary", "export --to users-track"])
  func fullDevice(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write("j", FollowTests.line("a") + "\n")
    let child = try ChildProcess(
      ["log"] + command.split(separator: " ").map(String.init) + ["--journal", scratch.path("j")],
      output: .file("/dev/full", flags: O_WRONLY))
    let result = try child.result()
    #expect(result.status == 3)
    #expect(result.messageText.contains("cannot write <stdout>"))
  }

  @Test("more rotated files than may be open at once by default", arguments: ["summary", "check"])
  func manyFiles(_ command: String) throws {
    let scratch = try ScratchFolder()
    for number in 0..<80 {
      try scratch.write(number == 0 ? "j" : "j.\(number)", FollowTests.line("\(number)") + "\n")
    }
    let script = "ulimit -S -n 40 && exec \"$0\" log \(command) --journal \"$1\""
    let child = try ChildProcess(
      ["-c", script, Repository.tool, scratch.path("j")], of: "/bin/sh")
    let result = try child.result()
    #expect(result.status == 0)
    #expect(result.messageText == "")
    #expect(result.text.contains("80"))
  }
}
