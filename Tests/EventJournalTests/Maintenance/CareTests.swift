import CardJSON
import EventJournal
import Foundation
import CardPlatform
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Checking and repairing journals.
struct CareTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal() }

  /// Checks the journal; returns its problems and the other entries as text.
  private func check(_ body: (borrowing JournalCheck, _ files: Int, [String]) -> Void) {
    var problems: [String] = []
    var reader = JournalReader(journal.files)
    var check = JournalCheck()
    while let entry = reader.next() {
      if let problem = check.add(entry, of: reader, now: TestJournal.now) {
        let (line, column) = (problem.position.line, problem.position.column)
        problems.append("\(reader.file.name):\(line):\(column): \(problem.message)")
      }
      switch entry {
      case .gap(let gap): problems.append(gap)
      case .skipped(let file): problems.append("skipped \(file.name)")
      case .unreadable(let failure): problems.append(failure.message)
      case .event, .invalid: break
      }
    }
    body(check, reader.fileCount, problems)
  }

  @Test func countsAndPlaces() throws {
    var control = TestJournal.event(4)
    control.isControl = true
    var line = ByteBuffer()
    let isWritten = control.appendLine(to: &line)
    #expect(isWritten)
    try journal.write(TestJournal.line(1) + "\n{\"v\":1,}\n", to: "events.ndjson.12")
    try journal.write(TestJournal.line(2, time: TestJournal.now - 1), to: "events.ndjson.3")
    try journal.write("not mine", to: "events.ndjson.03")
    let future = TestJournal.line(5, time: TestJournal.now + 1)
    try journal.write("\(line.view.text)\(future)\(TestJournal.line(2)){\"v\":1")
    check { check, files, problems in
      #expect(files == 3)
      #expect(check.counts[.impression] == 4)
      #expect(check.counts[.controlImpression] == 1)
      #expect(check.counts.events == 5)
      #expect(check.unordered == 2)
      #expect(check.future == 1)
      #expect(check.problems == 4)
      #expect(check.repairable == 3)
      guard problems.count == 6 else { return #expect(problems == []) }
      #expect(problems[0] == "events.ndjson.12:2:1: not an event: an empty line")
      #expect(problems[1].hasPrefix("events.ndjson.12:3:8: not an event: "))
      #expect(problems[2].hasPrefix("events.ndjson:3:1: duplicate id "))
      #expect(problems[2].hasSuffix("0002, first at events.ndjson.3:1"))
      #expect(problems[3] == "events.ndjson:4:1: \(LineProblem.torn)")
      #expect(problems[4].hasPrefix("events.ndjson.4 to events.ndjson.11 are missing"))
      #expect(problems[5].hasPrefix("events.ndjson.1 to events.ndjson.2 are missing"))
    }
  }

  @Test func aLongLineIsOneProblem() throws {
    try journal.write(
      TestJournal.line(1) + String(repeating: "x", count: 1_000_000) + "\n" + TestJournal.line(2))
    check { check, _, problems in
      #expect(check.counts.events == 2)
      #expect(problems == ["events.ndjson:2:1: not an event: longer than 65536 bytes"])
    }
  }

  /// The numbers of rotated files have gaps, compressed ones among them.
  @Test func gaps() throws {
    for number in [1, 4, 9] {
      try journal.write(TestJournal.line(number), to: "events.ndjson.\(number)")
    }
    try journal.write("\u{1F}", to: "events.ndjson.6.gz")
    try journal.write(".TH NOTE 1\n", to: "events.ndjson.20")
    try journal.append(10...10)
    check { check, _, problems in
      #expect(check.counts.events == 4)
      #expect(
        problems == [
          "skipped events.ndjson.20",
          "events.ndjson.6.gz is compressed, so its events are missing",
          "events.ndjson.7 to events.ndjson.8 are missing, and so are their events",
          "events.ndjson.5 is missing, and so are its events",
          "events.ndjson.2 to events.ndjson.3 are missing, and so are their events",
        ])
    }
  }

  private static let other = "{\"v\":2,\"id\":\"x\"}\n"
  private static let long = String(repeating: "y", count: 3_000_000) + "\n"

  @Test func badLinesAreSetAside() throws {
    try journal.write("a\n" + TestJournal.line(1) + "b\nc\n", to: "events.ndjson.1")
    try journal.write(
      TestJournal.line(2) + CareTests.other + CareTests.long + TestJournal.line(3) + "{\"v\":1")
    chmod(journal.files.path, 0o640)
    let moved = try journal.files.repair()
    #expect(moved == 5)
    #expect(journal.text("events.ndjson.1") == TestJournal.line(1))
    #expect(journal.text() == TestJournal.line(2) + CareTests.other + TestJournal.line(3))
    #expect(journal.text("events.ndjson.torn") == "a\nb\nc\n" + CareTests.long + "{\"v\":1\n")
    let status = try SystemCalls.fileStatus(at: journal.files.path, name: "events.ndjson")
    #expect(status?.mode == 0o640)
    #expect(try journal.names() == ["events.ndjson", "events.ndjson.1", "events.ndjson.torn"])
    #expect(try journal.files.repair() == 0)
    try journal.append(4...4)
    #expect(journal.numbers() == [2, nil, 3, 4])
  }

  /// Adjacent bad lines are moved together, in pieces, to a file that does not exist yet.
  @Test func manyBadLines() throws {
    let bad =
      String(repeating: "\n", count: 10_000) + "x\n" + CareTests.long
      + String(repeating: String(repeating: "z", count: 999) + "\n", count: 2500)
    try journal.write(TestJournal.line(1) + bad + TestJournal.line(2) + "y\n" + TestJournal.line(3))
    try journal.write("mine", to: "events.ndjson.repair")
    let moved = try journal.files.repair()
    #expect(moved == 12_503)
    #expect(journal.text() == TestJournal.lines(1...3))
    #expect(journal.text("events.ndjson.torn") == bad + "y\n")
    #expect(journal.text("events.ndjson.repair") == "mine")
  }

  /// A file in which no line is an event is not a journal, and not repaired; a rotated one stays.
  @Test(arguments: ["a\nb", "{\"id\":\"card\"}\n", "{\"v\":[{\"id\":\"a\"}]}\n"])
  func aForeignFileIsRefused(_ text: String) throws {
    try journal.write(text)
    #expect(throws: SystemFailure.notAJournal(name: "events.ndjson")) {
      try journal.files.repair()
    }
    #expect(try journal.names() == ["events.ndjson"])
    #expect(journal.text() == text)
    try journal.write(text, to: "events.ndjson.1")
    try journal.write(TestJournal.line(1) + "x\n")
    #expect(try journal.files.repair() == 1)
    #expect(journal.text("events.ndjson.1") == text)
  }

  /// No event and no line is lost if any call of a repair fails.
  @Test(arguments: FaultySystem.Call.allCases, FaultySystem.Manner.allCases)
  func repairingMayFail(_ call: FaultySystem.Call, _ manner: FaultySystem.Manner) throws {
    for isLasting in [false, true] {
      for number in 1...12 {
        let journal = try TestJournal()
        try journal.write(TestJournal.line(1) + "bad one\n", to: "events.ndjson.1")
        try journal.write("bad two\n" + TestJournal.line(2))
        let fault = FaultySystem.Fault(
          calls: [call], first: number, isLasting: isLasting, manner: manner)
        let system = FaultySystem(fault)
        let isDone = (try? journal.files.repair(system: system)) != nil
        #expect(journal.numbers("events.ndjson.1").compactMap { $0 } == [1], "\(fault)")
        #expect(journal.numbers().compactMap { $0 } == [2], "\(fault)")
        let all = try journal.names().map { journal.text($0) }.joined()
        #expect(all.contains("bad one\n") && all.contains("bad two\n"), "\(fault)")
        if isDone { #expect(journal.text("events.ndjson.torn").contains("bad two\n"), "\(fault)") }
        _ = try journal.files.repair()
        #expect(journal.numbers("events.ndjson.1") == [1] && journal.numbers() == [2], "\(fault)")
        let names = try journal.names()
        #expect(names == ["events.ndjson", "events.ndjson.1", "events.ndjson.torn"], "\(fault)")
        // Without a failure, higher numbers make none either.
        if !system.hasFailed { break }
      }
    }
  }
}
