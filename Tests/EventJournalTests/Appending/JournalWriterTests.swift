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

/// Appending to a journal.
struct JournalWriterTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal() }

  @Test func theFirstEventMakesTheFile() throws {
    var writer = JournalWriter(journal.files)
    try writer.record(TestJournal.event(1))
    #expect(journal.text() == TestJournal.line(1))
    let status = try #require(
      try SystemCalls.fileStatus(at: journal.files.path, name: "events.ndjson"))
    #expect(status.mode == 0o600)
    #expect(try journal.names() == ["events.ndjson"])
    try writer.record(TestJournal.event(2))
    #expect(journal.numbers() == [1, 2])
  }

  @Test func anExistingFileKeepsItsMode() throws {
    try journal.write(TestJournal.line(1))
    chmod(journal.files.path, 0o640)
    try journal.append(2...2)
    let status = try #require(
      try SystemCalls.fileStatus(at: journal.files.path, name: "events.ndjson"))
    #expect(status.mode == 0o640)
  }

  /// Directories are created only for the default path.
  @Test func directories() throws {
    let files = JournalFiles(
      path: journal.folder.path + "/a/b/events.ndjson", shownAs: "a/b/events.ndjson")
    var writer = JournalWriter(files)
    let failure = #expect(throws: AppendFailure.self) { try writer.record(TestJournal.event(1)) }
    #expect(
      failure?.reason.message
        == "cannot open a/b/events.ndjson: the directory a/b does not exist; create it first")
    #expect(try journal.names() == [])
    var other = JournalWriter(files, makesDirectories: true)
    try other.record(TestJournal.event(1))
    for name in ["a", "a/b"] {
      let status = try SystemCalls.fileStatus(at: journal.folder.path + "/" + name, name: name)
      #expect(status?.mode == 0o700)
    }
  }

  /// A crash may leave any part of a line.
  @Test func aTailCutAtEveryByte() throws {
    let whole = TestJournal.lines(1...2)
    let last = Array(TestJournal.line(3).utf8)
    for length in 0...last.count {
      let journal = try TestJournal()
      try journal.write(Array(whole.utf8) + last[..<length])
      let torn = try journal.append(4...4)
      let isWhole = length == last.count
      #expect(journal.numbers() == (isWhole ? [1, 2, 3, 4] : [1, 2, 4]))
      #expect(torn?.length == (length == 0 || isWhole ? nil : length))
      let aside =
        length == 0 || isWhole ? "" : String(decoding: last[..<length], as: UTF8.self) + "\n"
      #expect(journal.text("events.ndjson.torn") == aside)
    }
  }

  /// This also applies if that line is the only one.
  @Test func anOnlyLineCutAtEveryByte() throws {
    let line = Array(TestJournal.line(1).utf8)
    for length in 1..<line.count {
      let journal = try TestJournal()
      try journal.write(Array(line[..<length]))
      try journal.append(2...2)
      #expect(journal.numbers() == [2])
      #expect(
        journal.text("events.ndjson.torn") == String(decoding: line[..<length], as: UTF8.self)
          + "\n")
    }
  }

  @Test func tornLinesAreCollected() throws {
    for number in 1...3 {
      let handle = try FileHandle(forWritingTo: makeFile())
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("{\"v\":1,\"id\":\"\(number)".utf8))
      try handle.close()
      try journal.append(number...number)
    }
    #expect(journal.numbers() == [1, 2, 3])
    #expect(
      journal.text("events.ndjson.torn") == (1...3).map { "{\"v\":1,\"id\":\"\($0)\n" }.joined())
  }

  private func makeFile() -> URL {
    let url = URL(fileURLWithPath: journal.files.path)
    if !FileManager.default.fileExists(atPath: url.path) {
      _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    }
    return url
  }

  /// Bytes that never reached the disk are zero.
  @Test func zerosAtTheEnd() throws {
    try journal.write(Array(TestJournal.line(1).utf8) + [UInt8](repeating: 0, count: 5000))
    try journal.append(2...2)
    #expect(journal.numbers() == [1, 2])
  }

  /// A file of zeros alone is one that never reached the disk, whatever its length.
  @Test(arguments: [1, 4096, 600_000]) func onlyZeros(_ count: Int) throws {
    try journal.write([UInt8](repeating: 0, count: count))
    #expect(try journal.append(2...2)?.length == count)
    #expect(journal.numbers() == [2])
  }

  /// A torn tail of any length is moved to its own file: many zeros, or one long line.
  @Test(arguments: [UInt8(0), UInt8(ascii: "x")], [65_536, 131_073, 600_000])
  func aLongTail(_ byte: UInt8, _ count: Int) throws {
    let tail = [UInt8](repeating: byte, count: count)
    try journal.write(Array(TestJournal.line(1).utf8) + tail)
    #expect(try journal.append(2...2)?.length == count)
    #expect(journal.numbers() == [1, 2])
    #expect(journal.text("events.ndjson.torn").utf8.elementsEqual(tail + [0x0A]))
  }

  /// A file that is not a journal is not changed.
  @Test func foreignFiles() throws {
    let long = String(repeating: "x", count: 200_000)
    let texts = [
      "{\"cards\":[]}", "{\n  \"cards\": []\n}", "{\n  \"cards\": []\n}\n", "a\nb\n", "\n",
      " {\"v\":1", "{\"v\":[{\"id\":\"a\"}]}", "{\"v\":[{\"id\":\"a\"}]}\n",
      "{\"v\":1,\"cards\":[]}\n",
      "garbage\n" + TestJournal.line(1), "\0\n" + TestJournal.line(1), "\0\0\0 ftyp\nabc\nxyz",
      "\0\0{\"v\"", long, long + "\n",
      "a,b\n" + String(repeating: "1,2\n", count: 50_000),
    ]
    for text in texts {
      try journal.write(text)
      #expect(throws: SystemFailure.notAJournal(name: "events.ndjson")) {
        try journal.append(1...1)
      }
      #expect(journal.text() == text)
      #expect(try journal.names() == ["events.ndjson"])
    }
  }

  /// The first line decides: later bad lines stay, and a newer cardctl may have written it.
  @Test func badLinesStay() throws {
    try journal.write("{\"v\":2,\"event\":\"purchase\"}\n")
    try journal.append(2...2)
    #expect(journal.numbers() == [nil, 2])
    try journal.write(TestJournal.line(1) + "garbage\n")
    try journal.append(2...2)
    #expect(journal.numbers() == [1, nil, 2])
  }

  @Test func otherKindsOfFilesAreRefused() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: journal.files.path, withIntermediateDirectories: false)
    #expect(throws: SystemFailure.notAFile(name: "events.ndjson", .directory)) {
      try journal.append(1...1)
    }
    try manager.removeItem(atPath: journal.files.path)
    #expect(mkfifo(journal.files.path, 0o600) == 0)
    #expect(throws: SystemFailure.notAFile(name: "events.ndjson", .pipe)) {
      try journal.append(1...1)
    }
    try manager.removeItem(atPath: journal.files.path)
    try journal.write("", to: "other")
    try manager.createSymbolicLink(
      atPath: journal.files.path, withDestinationPath: journal.folder.path + "/other")
    #expect(throws: SystemFailure.notAFile(name: "events.ndjson", .symbolicLink)) {
      try journal.append(1...1)
    }
    #expect(journal.text("other") == "")
  }

  /// The wait for the lock of another process is limited.
  @Test func theLockIsWaitedFor() throws {
    try journal.append(1...1)
    let path = journal.files.path
    let holder = try SystemCalls.open(path, .readWrite)
    #expect(try SystemCalls.tryLock(holder, name: "holder"))
    let system = WaitingSystem()
    let failure = SystemFailure.locked(name: "events.ndjson")
    #expect(throws: failure) { try journal.append(2...2, system: system) }
    #expect((10_000_000..<10_100_000).contains(system.uptime()))
    #expect(journal.numbers() == [1])
    let patient = WaitingSystem { if $0 == 30 { SystemCalls.close(holder) } }
    try journal.append(2...2, system: patient)
    #expect(journal.numbers() == [1, 2])
  }

  /// The file is moved, removed or replaced during the wait for the lock.
  @Test(arguments: ["moved", "removed", "replaced"])
  func theFileChangesMeanwhile(_ change: String) throws {
    try journal.append(1...1)
    let (path, folder) = (journal.files.path, journal.folder)
    let holder = try SystemCalls.open(path, .readWrite)
    #expect(try SystemCalls.tryLock(holder, name: "holder"))
    let system = WaitingSystem { pause in
      guard pause == 3 else { return }
      switch change {
      case "moved": try? SystemCalls.rename(path, to: path + ".1")
      case "removed": try? SystemCalls.remove(path, name: path)
      default:
        _ = try? folder.write("new", TestJournal.line(7))
        try? SystemCalls.rename(folder.path + "/new", to: path)
      }
      SystemCalls.close(holder)
    }
    try journal.append(2...2, system: system)
    #expect(journal.numbers() == (change == "replaced" ? [7, 2] : [2]))
    if change == "moved" { #expect(journal.numbers("events.ndjson.1") == [1]) }
  }

  /// The wait is limited if the file is moved each time it is locked.
  @Test func theFileIsAnotherOneEachTime() throws {
    try journal.append(1...1)
    let path = journal.files.path
    let system = WaitingSystem(taken: { try? SystemCalls.rename(path, to: path + ".1") })
    let failure = SystemFailure.locked(name: "events.ndjson")
    #expect(throws: failure) { try journal.append(2...2, system: system) }
  }

  /// An event of another writer is on disk before it is treated as recorded.
  @Test func aRepeatIsSynced() throws {
    try journal.append(1...1)
    for isLasting in [false, true] {
      let system = FaultySystem(
        FaultySystem.Fault(
          calls: isLasting ? [.sync] : [], first: 1, isLasting: isLasting, manner: .refused))
      var writer = JournalWriter(journal.files, system: system)
      try writer.lock()
      var failure: AppendFailure?
      do { try writer.confirm(2) } catch { failure = error }
      writer.unlock()
      #expect(system.calls == [.open, .sync])
      #expect(failure?.possible == (isLasting ? 2 : nil))
      #expect(failure?.recorded == (isLasting ? 0 : nil))
    }
  }

  /// This also applies between two batches of one writer.
  @Test func aWriterFollowsTheName() throws {
    var writer = JournalWriter(journal.files)
    try writer.record(TestJournal.event(1))
    try SystemCalls.rename(journal.files.path, to: journal.files.path + ".1")
    try writer.record(TestJournal.event(2))
    try writer.record(TestJournal.event(3))
    #expect(journal.numbers() == [2, 3])
    #expect(journal.numbers("events.ndjson.1") == [1])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aFileThatMayNotBeWritten() throws {
    try journal.append(1...1)
    chmod(journal.files.path, 0o400)
    #expect(throws: SystemFailure.self) { try journal.append(2...2) }
    #expect(journal.numbers() == [1])
  }
}
