import EventJournal
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The built tool, many times at once, on one journal.
struct ManyWritersTests {
  private let scratch: ScratchFolder
  private var journal: [String] { ["--journal", scratch.path("j")] }

  init() throws { scratch = try ScratchFolder() }

  private func writer(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(["log", "impression", "-", "--print"] + journal + arguments)
  }

  @Test func twentyFourProcessesOfFortyEvents() throws {
    let writers = try (0..<24).map { _ in try writer() }
    for number in 0..<40 {
      for (index, writer) in writers.enumerated() { try writer.write("\(index)-\(number)\n") }
    }
    var acknowledged: [RecordedEvent?] = []
    for writer in writers {
      let result = try writer.result()
      #expect(result.status == 0, "\(result.messageText)")
      acknowledged += JournalText.events(result.output)
    }
    let events = scratch.events("j")
    #expect(events.count == 960)
    #expect(!events.contains(nil))
    let ids = events.compactMap { $0?.id }
    #expect(Set(ids).count == 960)
    #expect(Set(events) == Set(acknowledged))
    for index in 0..<24 {
      let own = events.compactMap { $0?.cardID }.filter { $0.hasPrefix("\(index)-") }
      let written = (0..<40).map { "\(index)-\($0)" }
      #expect(own == written, "each writer's events are in its order")
    }
    #expect(try scratch.names() == ["j"])
  }

  /// One process per event, as in scripts.
  @Test func processesOfOneEvent() throws {
    let script = """
      for number in 1 2 3 4 5 6 7 8 9 10; do
        "$0" log click "$3-$number" --journal "$1" --policy once || exit
        "$0" log click "shared-$number" --journal "$1" --policy once || exit
      done
      """
    let shells = try (0..<6).map { index in
      try ChildProcess(
        ["-c", script, Repository.tool, scratch.path("j"), "", "\(index)"], of: "/bin/sh")
    }
    for shell in shells { #expect(try shell.result() == ChildProcess.Result()) }
    let ids = scratch.events("j").map { $0?.cardID ?? "no event" }
    #expect(ids.count == 70, "what all of them record once is there once")
    #expect(Set(ids).count == 70)
  }

  /// No writer loses an event because another one rotates.
  @Test func rotatingMeanwhile() throws {
    let writers = try (0..<4).map { _ in try writer("--no-sync") }
    for number in 0..<50 {
      for (index, writer) in writers.enumerated() { try writer.write("\(index)-\(number)\n") }
      if number % 5 == 4 {
        for writer in writers { try writer.waitUntilRead() }
        let result = try ChildProcess.run(["log", "rotate"] + journal)
        #expect([0, 3].contains(result.status), "\(result.messageText)")
      }
    }
    for writer in writers { #expect(try writer.result().status == 0) }
    let events = try scratch.names().flatMap { scratch.events($0) }
    #expect(events.count == 200)
    let ids = events.map { $0?.cardID }
    #expect(Set(ids).count == 200)
    #expect(try scratch.names().count > 3)
    #expect(try scratch.names().allSatisfy { !$0.hasSuffix("torn") })
  }

  /// Writers that are killed at random moments lose no event that they reported as recorded.
  @Test func killedWriters() throws {
    var generator = SeededNumbers(seed: 20_261_121)
    var running: [ChildProcess] = []
    var acknowledged: [String] = []
    func end(_ writer: ChildProcess) throws {
      sendSignal(SIGKILL, to: writer.id)
      let result = try writer.result(closingInput: false)
      acknowledged += JournalText.events(result.output).compactMap { $0?.cardID }
    }
    for number in 0..<150 {
      let writer = try writer()
      for place in 0..<Int.random(in: 1...30, using: &generator) {
        try writer.write("\(number)-\(place)\n")
      }
      running.append(writer)
      usleep(UInt32.random(in: 0...6000, using: &generator))
      if running.count > 4 { try end(running.removeFirst()) }
    }
    for writer in running { try end(writer) }
    // The next append works at once, and moves the torn tail to its own file.
    let started = Date()
    #expect(try ChildProcess.run(["log", "impression", "last"] + journal).status == 0)
    #expect(Date().timeIntervalSince(started) < 10, "it had not to wait for a lock")
    let events = scratch.events("j")
    #expect(!events.contains(nil), "every line is an event")
    let ids = events.compactMap { $0?.cardID }
    #expect(Set(acknowledged).subtracting(ids).isEmpty, "what was acknowledged is there")
    #expect(Set(ids).count == ids.count)
    #expect(acknowledged.count > 150, "writers lived long enough to record something")
    #expect(try ChildProcess.run(["log", "check"] + journal).status == 0)
  }
}

private func sendSignal(_ signal: Int32, to id: pid_t) { _ = kill(id, signal) }
