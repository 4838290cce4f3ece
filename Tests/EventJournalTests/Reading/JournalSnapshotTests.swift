import CardJSON
import CardPlatform
import Foundation
import Testing

@testable import EventJournal

/// Opening a journal that other programs change.
struct JournalSnapshotTests {
  private let journal: TestJournal
  private var rotated: [String] { ["events.ndjson.2", "events.ndjson.1", "events.ndjson"] }

  init() throws {
    journal = try TestJournal()
    try journal.write(TestJournal.lines(1...10), to: "events.ndjson.2")
    try journal.write(TestJournal.lines(11...20), to: "events.ndjson.1")
    try journal.write(TestJournal.lines(21...30))
  }

  /// The cards of all events, and the other entries in words.
  private static func read(_ reader: inout JournalReader) -> [String] {
    var found: [String] = []
    while let entry = reader.next() {
      switch entry {
      case .event(let line): found.append(line.text(.cardID) ?? "")
      case .invalid(let problem): found.append("\(problem)")
      case .unreadable(let failure): found.append(failure.message)
      case .gap(let gap): found.append(gap)
      case .skipped(let file): found.append(file.name)
      }
    }
    return found
  }

  private static func read(_ files: JournalFiles) -> [String] {
    var reader = JournalReader(files)
    return read(&reader)
  }

  private static func cards(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { "card \($0)" }
  }

  private func rename(_ name: String, to other: String) throws {
    try SystemCalls.rename(journal.folder.path + "/" + name, to: journal.folder.path + "/" + other)
  }

  /// Reads the journal on another thread while `first` and `second` are done with the lock held.
  private func read(
    between first: () throws -> Void, and second: () throws -> Void
  ) throws -> [String] {
    let holder = try SystemCalls.open(journal.files.path, .readWrite)
    #expect(try SystemCalls.tryLock(holder, name: "holder"))
    try first()
    let (files, found) = (journal.files, Found())
    let thread = WorkerThread { found.cards = JournalSnapshotTests.read(files) }
    SystemCalls.pause(microseconds: 50_000)
    try second()
    SystemCalls.close(holder)
    thread?.join()
    return found.cards
  }

  private final class Found: @unchecked Sendable { var cards: [String] = [] }

  @Test func aRotationIsNeverHalfDone() throws {
    let found = try read {
      try rename("events.ndjson.2", to: "events.ndjson.3")
    } and: {
      try rename("events.ndjson.1", to: "events.ndjson.2")
      try rename("events.ndjson", to: "events.ndjson.1")
    }
    #expect(found == Self.cards(1...30))
  }

  @Test func aDeletionIsNeverHalfDone() throws {
    let found = try read {
      try journal.write(TestJournal.lines(2...10), to: "copy")
      try rename("copy", to: "events.ndjson.2")
    } and: {
      try journal.write(TestJournal.lines(21...29), to: "copy")
      try rename("copy", to: "events.ndjson")
    }
    #expect(found == Self.cards(2...29))
  }

  @Test func anEventIsNeverHalfWritten() throws {
    let (line, path) = (TestJournal.line(31), journal.files.path)
    func append(_ text: String) throws {
      let descriptor = try SystemCalls.open(path, [.writeOnly, .append])
      defer { SystemCalls.close(descriptor) }
      let bytes = ByteBuffer(text.utf8)
      try SystemCalls.write(descriptor, bytes.view, name: path)
    }
    let found = try read {
      try append(String(line.prefix(20)))
    } and: {
      try append(String(line.dropFirst(20)))
    }
    #expect(found == Self.cards(1...31))
  }

  @Test func laterChangesAreNotSeen() throws {
    var reader = JournalReader(journal.files)
    try journal.append(31...31)
    for name in rotated { try SystemCalls.remove(journal.folder.path + "/" + name, name: name) }
    #expect(JournalSnapshotTests.read(&reader) == Self.cards(1...30))
  }

  /// logrotate renames files without a lock.
  @Test func renamingWithoutALockIsNoticed() throws {
    let (folder, files, names) = (journal.folder.path + "/", journal.files, rotated)
    let isEnded = Found()
    let thread = WorkerThread {
      var shift = 0
      while isEnded.cards.isEmpty {
        for name in names {
          let number = shift + (Int(name.split(separator: ".").last ?? "") ?? 0)
          let path = { (number: Int) in folder + "events.ndjson" + (number == 0 ? "" : ".\(number)")
          }
          try? SystemCalls.rename(path(number), to: path(number + 1))
        }
        shift += 1
        SystemCalls.pause(microseconds: 500)
      }
    }
    for _ in 1...300 {
      let found = JournalSnapshotTests.read(files)
      // The numbers below the oldest file are missing, and a rename may be half done.
      #expect(found.filter { $0.hasPrefix("card") } == Self.cards(1...30))
    }
    isEnded.cards = ["ended"]
    thread?.join()
  }

  @Test func aWriterThatIsStuckIsReported() throws {
    let holder = try SystemCalls.open(journal.files.path, .readWrite)
    defer { SystemCalls.close(holder) }
    #expect(try SystemCalls.tryLock(holder, name: "holder"))
    let system = WaitingSystem()
    #expect(throws: SystemFailure.locked(name: "events.ndjson")) {
      _ = try JournalSnapshot(journal.files, system: system)
    }
    #expect(system.uptime() >= 10_000_000)
  }

  /// A maintenance command holds the lock itself.
  @Test func theHolderOfTheLockReads() throws {
    var writer = JournalWriter(journal.files)
    try writer.lock()
    let snapshot = try JournalSnapshot(journal.files, isLocked: true)
    #expect(snapshot.files.map(\.file.name) == rotated)
    writer.unlock()
  }

  @Test func deletionAndRepairKeepTheOrder() throws {
    let numbers = [5, 9, 1, 7, 3, 8]
    try journal.write(
      numbers.map { TestJournal.line($0) }.joined(separator: "broken\n"))
    #expect(try journal.files.repair() == 5)
    #expect(journal.numbers() == numbers)
    _ = try JournalDeletion(journal.files, of: .cardID, "card 1")
    #expect(journal.numbers() == [5, 9, 7, 3, 8])
  }
}
