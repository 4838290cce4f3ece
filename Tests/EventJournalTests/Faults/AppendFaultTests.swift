import EventJournal
import Foundation
import CardPlatform
import Testing

/// Recording with a system failure at the n-th call, for every n.
///
/// As in the tests of SQLite, one call or all calls from the n-th on fail, until a run has no
/// failure.
struct AppendFaultTests {
  /// The journal before the run: its text, and its number of events.
  private static let beginnings: [(text: String?, events: Int)] = [
    (nil, 0), ("", 0), (TestJournal.lines(1...2), 2),
    (TestJournal.lines(1...2) + String(TestJournal.line(3).dropLast(9)), 2),
    (String(TestJournal.line(1).dropLast(1)), 0),
  ]

  private static let calls: [[FaultySystem.Call]] =
    [.open, .write, .sync, .syncDirectory, .truncate].map { [$0] }
    + [[.write, .truncate], [.write, .sync], FaultySystem.Call.allCases]

  @Test(arguments: calls, FaultySystem.Manner.allCases)
  func everyCallMayFail(_ calls: [FaultySystem.Call], _ manner: FaultySystem.Manner) throws {
    for isLasting in [false, true] {
      for (text, events) in AppendFaultTests.beginnings {
        var number = 1
        while true {
          let fault = FaultySystem.Fault(
            calls: calls, first: number, isLasting: isLasting, manner: manner)
          let hasFailed = try run(fault, text, events)
          if !hasFailed { break }
          number += 1
          try #require(number < 40, "each run has some calls only")
        }
      }
    }
  }

  /// Appends a batch of five with a fault; returns whether the fault occurred.
  private func run(_ fault: FaultySystem.Fault, _ text: String?, _ events: Int) throws -> Bool {
    let journal = try TestJournal()
    if let text { try journal.write(text) }
    let system = FaultySystem(fault)
    let before = Array(1..<1 + events)
    var (recorded, possible) = (5, 0)
    do {
      try journal.append(11...15, system: system)
    } catch let failure as AppendFailure {
      (recorded, possible) = (failure.recorded, failure.possible)
    } catch is SystemFailure {
      recorded = 0
    }
    let found = journal.numbers()
    let place = "\(fault), \(events) events before, \(text?.count ?? -1) bytes"
    #expect(found.starts(with: before), "\(place): \(found)")
    let new = found.dropFirst(events).compactMap { $0 }
    #expect(new.count + events == found.count, "\(place): a line is not an event: \(found)")
    #expect(new == Array((11...15).prefix(new.count)), "\(place): no prefix: \(new)")
    #expect(
      (recorded...recorded + possible).contains(new.count),
      "\(place): \(new.count) are there, \(recorded) said, \(possible) possible")
    // In every case, the next writer can append, and then every line is an event.
    try journal.append(21...21)
    let after = journal.numbers()
    #expect(after == found + [21], "\(place): \(after)")
    #expect(journal.text().hasSuffix("\n"))
    return system.hasFailed
  }

  /// Torn tails are not lost.
  @Test(arguments: FaultySystem.Call.allCases, FaultySystem.Manner.allCases)
  func aTornLineIsKept(_ call: FaultySystem.Call, _ manner: FaultySystem.Manner) throws {
    let torn = String(TestJournal.line(3).dropLast(9))
    for number in 1...6 {
      let journal = try TestJournal()
      try journal.write(TestJournal.lines(1...2) + torn)
      let fault = FaultySystem.Fault(
        calls: [call], first: number, isLasting: true, manner: manner)
      _ = try? journal.append(11...11, system: FaultySystem(fault))
      try journal.append(12...12)
      #expect(journal.text("events.ndjson.torn").contains(torn + "\n"), "\(fault)")
    }
  }

  /// A removed tail does not reappear after a power failure: the truncation is synced.
  @Test(arguments: [(FaultySystem.Manner.half, 1...1), (.unsaid, 1...5)])
  func aCutIsSynced(_ manner: FaultySystem.Manner, _ numbers: ClosedRange<Int>) throws {
    let journal = try TestJournal()
    try journal.write(TestJournal.line(9))
    let system = FaultySystem(
      FaultySystem.Fault(calls: [.write], first: 1, isLasting: false, manner: manner))
    #expect(throws: AppendFailure.self) { try journal.append(numbers, system: system) }
    #expect(journal.numbers() == [9])
    #expect(system.calls == [.open, .write, .truncate, .sync])
  }

  /// Removed whole lines may reappear until the truncation is synced.
  @Test func aCutThatIsNotSynced() throws {
    let journal = try TestJournal()
    try journal.write(TestJournal.line(9))
    let system = FaultySystem(
      FaultySystem.Fault(calls: [.write, .sync], first: 1, isLasting: true, manner: .unsaid))
    let failure = #expect(throws: AppendFailure.self) {
      try journal.append(1...5, system: system)
    }
    #expect(failure?.recorded == 0)
    #expect(failure?.possible == 5)
  }

  /// Without syncing, no sync can fail except that of a new file.
  @Test func withoutSyncing() throws {
    let journal = try TestJournal()
    try journal.write(TestJournal.line(1))
    let fault = FaultySystem.Fault(
      calls: [.sync, .syncDirectory], first: 1, isLasting: true, manner: .refused)
    let system = FaultySystem(fault)
    var writer = JournalWriter(journal.files, syncs: false, system: system)
    try writer.record(TestJournal.event(2))
    #expect(journal.numbers() == [1, 2])
    #expect(!system.hasFailed)
  }
}
