import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file of `-o` after a signal, with the built tool.
@Suite(.enabled(if: Gate.opens("OutputSignalTests"), "CARDCTL_GATE is not 1"))
struct OutputSignalTests {
  private let scratch: ScratchFolder
  private static let card = #"{"id":"a","ca":1}"# + "\n"

  init() throws { scratch = try ScratchFolder() }

  /// The signals that end a process and can be caught.
  private static let signals: [Int32] = {
    let all = [
      SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
      SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGVTALRM, SIGPROF, SIGSYS,
    ]
    #if os(Linux)
      return all + [SIGSTKFLT, SIGPOLL, SIGPWR, 34, 64]
    #else
      return all
    #endif
  }()

  /// Starts a run that writes no core dump or backtrace if it is killed.
  private func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(
      ["-c", #"ulimit -c 0; exec "$0" "$@""#, Repository.tool] + arguments, of: "/bin/sh",
      environment: ["SWIFT_BACKTRACE": "enable=no"])
  }

  @Test(arguments: signals) func aSignalLeavesTheOldFile(_ signal: Int32) throws {
    try scratch.write("out.json", "old")
    let child = try start("filter", "-o", scratch.path("out.json"))
    try child.write(OutputSignalTests.card)
    for _ in 0..<5000 where try scratch.names().count < 2 { usleep(1000) }
    kill(child.id, signal)
    let result = try child.result(closingInput: false)
    #expect(result.status == 128 + signal)
    #expect(try scratch.text("out.json") == "old")
    #expect(try scratch.names() == ["out.json"], "no temporary file remains")
  }

  /// A run continues after a signal that does not end a process.
  @Test(arguments: [SIGCHLD, SIGURG, SIGWINCH, SIGCONT])
  func otherSignalsDoNothing(_ signal: Int32) throws {
    let child = try start("filter", "-o", scratch.path("out.json"))
    try child.write(OutputSignalTests.card)
    for _ in 0..<5000 where try scratch.names().isEmpty { usleep(1000) }
    kill(child.id, signal)
    #expect(try child.result().status == 0)
    #expect(try scratch.text("out.json") == OutputSignalTests.card)
  }

  /// At any moment when a signal arrives, the file is either the old or the new one.
  ///
  /// This includes the baseline, which is written at the same time. No other file remains.
  @Test func atAnyMoment() throws {
    let cards = String(repeating: OutputSignalTests.card, count: 200)
    let input = try scratch.write("cards.ndjson", cards)
    let arguments = [
      "validate", input, "-o", scratch.path("out"), "--write-baseline", "--baseline",
      scratch.path("known.json"),
    ]
    #expect(try ChildProcess.run(arguments).status <= 1)
    let whole = (try scratch.text("out"), try scratch.text("known.json"))
    let old = (String(repeating: "old", count: 1000), whole.1 + "\n")
    var killed = 0
    for round in 0..<80 {
      try scratch.write("out", old.0)
      try scratch.write("known.json", old.1)
      let child = try ChildProcess(
        arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
      usleep(UInt32.random(in: 0...40_000))
      kill(child.id, [SIGTERM, SIGPIPE, SIGQUIT, SIGUSR1][round % 4])
      if try child.result().status > 128 { killed += 1 }
      #expect(try scratch.names() == ["cards.ndjson", "known.json", "out"])
      #expect([old.0, whole.0].contains(try scratch.text("out")))
      #expect([old.1, whole.1].contains(try scratch.text("known.json")))
    }
    #expect(killed > 0)
  }
}
