import CardPlatform
import EventJournal
import Foundation
import Testing

/// Rotating journals.
struct RotationTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal() }

  private func rotate(_ change: (inout JournalRotation) -> Void = { _ in }, now: Int64? = nil)
    throws -> JournalRotation.Outcome
  {
    var rotation = JournalRotation()
    change(&rotation)
    return try rotation.run(journal.files, now: now ?? TestJournal.now)
  }

  @Test func filesMoveOn() throws {
    for number in 1...3 {
      try journal.append(number...number)
      #expect(try rotate().isRotated)
    }
    #expect(
      try journal.names() == ["events.ndjson.1", "events.ndjson.2", "events.ndjson.3"])
    for number in 1...3 { #expect(journal.numbers("events.ndjson.\(4 - number)") == [number]) }
    #expect(try !rotate().isRotated, "there is nothing to rotate")
    try journal.append(4...4)
    #expect(try journal.files.inReadingOrder().map(\.number) == [3, 2, 1, 0])
    let outcome = try rotate { $0.kept = 2 }
    #expect(outcome.removed == ["events.ndjson.4", "events.ndjson.3"])
    #expect(journal.numbers("events.ndjson.1") == [4])
    #expect(journal.numbers("events.ndjson.2") == [3])
    #expect(try journal.names().count == 2)
  }

  /// Only files with consecutive numbers from 1 are renamed or removed.
  @Test func numbersMayBeMissing() throws {
    let others = ["events.ndjson.10", "events.ndjson.20261101", "events.ndjson.3"]
    for (number, name) in others.enumerated() {
      try journal.write(TestJournal.line(number + 5), to: name)
    }
    try journal.write(TestJournal.line(1), to: "events.ndjson.1")
    try journal.append(2...2)
    #expect(try rotate { $0.kept = 1 }.removed == ["events.ndjson.2"])
    #expect(try journal.names() == ["events.ndjson.1"] + others)
    for (number, name) in others.enumerated() { #expect(journal.numbers(name) == [number + 5]) }
  }

  /// Any other conflicting file is an error before anything is renamed.
  @Test(arguments: ["note", "directory", "link", "gz"])
  func somethingInTheWay(_ kind: String) throws {
    try journal.append(1...1)
    _ = try rotate()
    try journal.append(2...2)
    let path = journal.files.path + ".2"
    switch kind {
    case "note": try journal.write(".TH NOTE 2\n", to: "events.ndjson.2")
    case "directory":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "gz": try journal.write("\u{1F}", to: "events.ndjson.2.gz")
    default:
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: journal.files.path)
    }
    let before = try journal.names()
    #expect(throws: SystemFailure.self) { try rotate() }
    #expect(try journal.names() == before)
    #expect(journal.numbers() == [2])
    #expect(journal.numbers("events.ndjson.1") == [1])
  }

  /// Old files are removed even if there is nothing to rotate.
  @Test func keptWhileNothingIsRecorded() throws {
    for number in 1...3 {
      try journal.append(number...number)
      _ = try rotate()
    }
    #expect(try rotate { $0.kept = 1 }.isRotated == false)
    #expect(try journal.names().filter { $0.hasPrefix("events.ndjson.") } == ["events.ndjson.1"])
  }

  /// A file that cannot be removed is not counted as removed.
  @Test func failureToRemoveAFileIsReported() throws {
    try journal.write(TestJournal.line(1), to: "events.ndjson.1")
    try journal.append(2...2)
    var rotation = JournalRotation()
    rotation.kept = 1
    let system = FaultySystem(
      FaultySystem.Fault(calls: [.remove], first: 1, isLasting: true, manner: .refused))
    #expect(throws: SystemFailure.self) {
      try rotation.run(journal.files, now: TestJournal.now, system: system)
    }
  }

  /// A file is synced before it is rotated, because it is not synced later.
  @Test func fileIsSyncedBeforeItIsRotated() throws {
    try journal.append(1...1)
    let system = FaultySystem(
      FaultySystem.Fault(calls: [], first: 1, isLasting: true, manner: .refused))
    _ = try JournalRotation().run(journal.files, now: TestJournal.now, system: system)
    #expect(system.calls == [.open, .sync, .move, .syncDirectory])
  }

  /// Names that look like those of rotated files.
  @Test(arguments: ["9223372036854775807", "99999999999999999999", "+1", "01", "0", "1 ", "-1"])
  func strangeNumbers(_ number: String) throws {
    try journal.write("mine", to: "events.ndjson.\(number)")
    try journal.append(1...1)
    #expect(try rotate().isRotated)
    #expect(try journal.names().contains("events.ndjson.\(number)"))
    #expect(journal.numbers("events.ndjson.1") == [1])
  }

  /// A combining mark after a slash or a dot is a separate character of the file name.
  @Test func namesAreBytes() throws {
    let files = JournalFiles(path: journal.folder.path + "/\u{301}e\u{301}")
    #expect(files.directory == journal.folder.path)
    for name in ["\u{301}e\u{301}.2", "\u{301}\u{E9}.3"] { try journal.write("", to: name) }
    #expect(try files.listing().numbers == [2])
  }

  @Test func sizeAndAge() throws {
    try journal.append(1...1)
    let size = journal.text().utf8.count
    #expect(try !rotate { $0.size = size + 1 }.isRotated)
    #expect(try !rotate { $0.age = 1 }.isRotated)
    #expect(try !rotate { ($0.size, $0.age) = (size + 1, 1) }.isRotated)
    #expect(try rotate({ ($0.size, $0.age) = (size + 1, 1) }, now: TestJournal.now + 1).isRotated)
    try journal.append(1...1)
    #expect(try rotate { $0.size = size }.isRotated)
    try journal.write("")
    #expect(try !rotate().isRotated, "an empty journal stays")
  }

  @Test func aTornLineIsMovedAsideFirst() throws {
    try journal.write(TestJournal.line(1) + "{\"v\":")
    let outcome = try rotate()
    #expect(outcome.torn?.length == 5)
    #expect(journal.numbers("events.ndjson.1") == [1])
    #expect(journal.text("events.ndjson.torn") == "{\"v\":\n")
  }

  @Test func missingJournalIsNotAnError() throws {
    #expect(try !rotate().hasFiles)
    #expect(try journal.names() == [])
  }

  /// Every event occurs once and in order, whichever call fails.
  @Test(arguments: FaultySystem.Call.allCases, FaultySystem.Manner.allCases)
  func rotatingMayFail(_ call: FaultySystem.Call, _ manner: FaultySystem.Manner) throws {
    for number in 1...6 {
      let journal = try TestJournal()
      try journal.write(TestJournal.line(1), to: "events.ndjson.2")
      try journal.write(TestJournal.line(2), to: "events.ndjson.1")
      try journal.write(TestJournal.line(3))
      let fault = FaultySystem.Fault(
        calls: [call], first: number, isLasting: false, manner: manner)
      let system = FaultySystem(fault)
      _ = try? JournalRotation().run(journal.files, now: TestJournal.now, system: system)
      try journal.append(4...4)
      let files = try journal.files.inReadingOrder()
      let found = files.flatMap { journal.numbers(URL(fileURLWithPath: $0.path).lastPathComponent) }
      #expect(found == [1, 2, 3, 4], "\(fault)")
      // Without a failure, higher numbers make none either.
      if !system.hasFailed { break }
    }
  }
}
