import Foundation
import TestSupport
import Testing

/// The built tool with little memory.
struct LittleMemoryTests {
  /// Either the run succeeds, or it reports the size of the failed allocation and keeps the old
  /// file.
  ///
  /// The smallest of these limits has memory for the program, but not for the card.
  @Test(arguments: [
    (40_000, "filter"), (40_000, "convert --as card --to csv"),
    (40_000, "validate"), (40_000, "inspect --to html"),
  ])
  func aLargeCard(_ kibibytes: Int, _ line: String) throws {
    let scratch = try ScratchFolder()
    let text = String(repeating: "x", count: 4 << 20)
    try scratch.write("card.json", #"{"id":"a","ca":1,"tt":"\#(text)"}"#)
    try scratch.write("out", "old")
    let script = #"ulimit -v \#(kibibytes) && exec "$0" "$@""#
    let result = try ChildProcess.run(
      ["-c", script, Repository.tool] + line.split(separator: " ").map(String.init) + [
        "-o", scratch.path("out"), scratch.path("card.json"),
      ], of: "/bin/sh", environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(result.status == 3, "\(result.messageText)")
    #expect(result.messageText.contains(/^cardctl: no memory for [1-9][0-9]{6,8} bytes\n$/))
    #expect(try scratch.text("out") == "old")
    #expect(try scratch.names() == ["card.json", "out"])
  }
}
