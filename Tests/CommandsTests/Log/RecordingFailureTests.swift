import EventJournal
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The built tool when the system cannot write an event.
struct RecordingFailureTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func log(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
    try ChildProcess.run(["log"] + arguments + ["--journal", scratch.path("j")], input: input)
  }

  /// Runs a line of the tool with a limit on the size of files, in blocks of the shell.
  private func limited(_ blocks: Int, _ arguments: String..., input: String = "") throws
    -> ChildProcess.Result
  {
    let script = "ulimit -f \(blocks) && exec \"$0\" \"$@\""
    let words = ["log"] + arguments + ["--journal", scratch.path("j")]
    let child = try ChildProcess(["-c", script, Repository.tool] + words, of: "/bin/sh")
    try child.write(input)
    return try child.result()
  }

  /// A limit that cuts the event at different positions.
  @Test func aSizeLimitCutsAnEvent() throws {
    for extra in stride(from: 0, through: 120, by: 20) {
      try? FileManager.default.removeItem(atPath: scratch.path("j"))
      let id = String(repeating: "x", count: 300 + extra)
      #expect(try log("impression", id, id, id).status == 0)
      let before = try scratch.text("j")
      // The limit is in units of 512 or 1024 bytes.
      let status = try limited(2, "impression", "event", "--no-sync").status
      let after = try scratch.text("j")
      if status == 0 {
        #expect(scratch.events("j").last??.cardID == "event")
        continue
      }
      #expect(status == 3)
      #expect(after == before, "nothing is left of it")
      #expect(try log("impression", "event").status == 0)
      #expect(scratch.events("j").count == 4)
      #expect(try scratch.names() == ["j"])
    }
  }

  @Test func aSizeLimitCutsABatch() throws {
    let ids = (1...1000).map { "card-\($0)\n" }.joined()
    let result = try limited(8, "impression", "-", input: ids)
    #expect(result.status == 3)
    let events = scratch.events("j")
    #expect(events.count > 10 && events.count < 100)
    #expect(events.map { $0?.cardID } == (1...events.count).map { "card-\($0)" })
    #expect(try scratch.text("j").hasSuffix("}\n"))
    #expect(
      result.messageText
        == "cardctl: cannot write \(scratch.path("j")): file too large; "
        + "the first \(events.count) events are recorded, no others\n")
  }

  /// Standard output is not needed if nothing is printed.
  @Test func closedStandardOutput() throws {
    let arguments = ["log", "impression", "a", "-", "--journal", scratch.path("j")]
    let child = try ChildProcess(arguments, output: .closed)
    try child.write("b\n")
    #expect(try child.result() == ChildProcess.Result())
    let other = try ChildProcess(arguments)
    other.closeOutput()
    try other.write("c\n")
    #expect(try other.result() == ChildProcess.Result())
    #expect(scratch.events("j").count == 4)
  }

  @Test(.enabled(if: access("/dev/full", W_OK) == 0, "there is no /dev/full"))
  func aFullDeviceToPrintTo() throws {
    let full = ChildProcess.Stream.file("/dev/full", flags: O_WRONLY)
    let child = try ChildProcess(
      ["log", "impression", "a", "b", "--print", "--journal", scratch.path("j")], output: full)
    let result = try child.result()
    #expect(result.status == 3)
    #expect(
      result.messageText
        == "cardctl: cannot write <stdout>: no space left on device; "
        + "the first 2 events are recorded, no others\n")
    #expect(scratch.events("j").count == 2)
  }

  @Test func otherKindsOfFilesAreRefused() throws {
    #expect(mkfifo(scratch.path("j"), 0o600) == 0)
    let result = try log("impression", "a")
    #expect(result.status == 3)
    #expect(result.messageText.contains("expected a regular file, found a FIFO"))
    #expect(try log("check").status == 3)
    #expect(try log("rotate").status == 3)
    #expect(try scratch.names() == ["j"])
  }

  /// Ids that arrive slowly are recorded as they arrive.
  @Test func aTrickleIsRecordedAtOnce() throws {
    let child = try ChildProcess(
      ["log", "impression", "-", "--print", "--journal", scratch.path("j")])
    for number in 1...20 {
      try child.write("\(number)\n")
      #expect(try child.readLine().contains("\"card_id\":\"\(number)\""))
      // Between two ids, others can append.
      #expect(try log("click", "other").status == 0)
      #expect(scratch.events("j").count == 2 * number)
    }
    #expect(try child.result().status == 0)
  }
}
