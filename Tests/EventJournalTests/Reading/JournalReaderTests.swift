import CardJSON
import EventJournal
import Foundation
import TestSupport
import Testing

/// Reading a journal's files, also while they change.
struct JournalReaderTests {
  static func line(_ id: String) -> String {
    #"{"v":1,"id":"\#(id)","time":"2026-11-21T10:00:00Z","event":"click","card_id":"\#(id)"}"#
  }

  /// Everything that a reader returns: ids, or `file:line@offset: problem`.
  private func read(_ reader: inout JournalReader) -> [String] {
    var found: [String] = []
    while let entry = reader.next() {
      switch entry {
      case .event(let line):
        found.append(line.text(.id) ?? "")
        #expect(reader.bytes.text == JournalReaderTests.line(line.text(.id) ?? ""))
      case .gap(let gap): found.append("gap: \(gap)")
      case .skipped(let file): found.append("skipped \(file.name)")
      case .invalid(let problem):
        found.append("\(reader.file.name):\(reader.lineNumber)@\(reader.offset): \(problem)")
      case .unreadable(let failure): found.append(failure.message)
      }
    }
    return found
  }

  private func all(_ folder: ScratchFolder) -> [String] {
    var reader = JournalReader(folder.journal)
    return read(&reader)
  }

  private func lines(_ ids: String...) -> String {
    ids.map { JournalReaderTests.line($0) + "\n" }.joined()
  }

  @Test("rotated files come first, the oldest at the very beginning")
  func order() throws {
    let folder = try ScratchFolder()
    try folder.write(lines("e", "f"))
    try folder.write(lines("c", "d"), to: "j.1")
    try folder.write(lines("b"), to: "j.2")
    try folder.write(lines("a"), to: "j.10")
    try folder.write("torn", to: "j.torn")
    let gap = "gap: j.3 to j.9 are missing, and so are their events"
    #expect(all(folder) == ["a", "b", "c", "d", "e", "f", gap])
  }

  @Test("a journal that does not exist has no files and no lines")
  func missing() throws {
    let folder = try ScratchFolder()
    var reader = JournalReader(folder.journal)
    #expect(read(&reader) == [])
    let hasFiles = reader.hasFiles
    #expect(!hasFiles)
  }

  @Test("reports the location of a foreign line and reads the others")
  func invalidLines() throws {
    let folder = try ScratchFolder()
    let first = lines("a")
    try folder.write(first + "{}\n\n" + lines("b") + "nonsense\n" + lines("c"))
    let length = first.utf8.count
    #expect(
      all(folder) == [
        "a", "j:2@\(length): not an event: \"v\" is missing",
        "j:3@\(length + 3): not an event: an empty line", "b",
        "j:5@\(2 * length + 4): not an event: expected true, false or null", "c",
      ])
  }

  @Test("a last line without a line feed is torn, even if it is otherwise complete")
  func tornLine() throws {
    let folder = try ScratchFolder()
    let good = lines("a")
    try folder.write(JournalReaderTests.line("r"), to: "j.1")
    try folder.write(good + JournalReaderTests.line("b"))
    let torn = "not an event: the last line has no line feed, so it is incomplete"
    #expect(all(folder) == ["j.1:1@0: \(torn)", "a", "j:2@\(good.utf8.count): \(torn)"])
  }

  @Test(
    "lines beyond 64 KiB are skipped, whatever their length",
    arguments: [65_536, 70_000, 262_144, 262_145, 1_000_000])
  func longLines(_ length: Int) throws {
    let folder = try ScratchFolder()
    let long = String(repeating: "x", count: length)
    let first = lines("a")
    try folder.write(first + long + "\n" + lines("b", "c") + long)
    let offset = first.utf8.count
    let last = offset + length + 1 + 2 * offset
    #expect(
      all(folder) == [
        "a", "j:2@\(offset): not an event: longer than 65536 bytes", "b", "c",
        "j:5@\(last): not an event: longer than 65536 bytes",
      ])
  }

  @Test("blocks end anywhere in a line")
  func manyLines() throws {
    let folder = try ScratchFolder()
    let ids = (0..<20_000).map { "event-\($0)" }
    try folder.write(ids.map { JournalReaderTests.line($0) + "\n" }.joined())
    #expect(all(folder) == ids)
  }

  @Test("skips a file that has the name of a rotated file but is not a journal")
  func otherFiles() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("j.5"), withIntermediateDirectories: false)
    try folder.write(".TH NOTE 1\n", to: "j.1")
    try folder.write(lines("a"))
    #expect(all(folder) == ["skipped j.1", "a"])
  }

  @Test("a file of 512 KiB without a line feed is one problem", arguments: ["j", "j.1"])
  func noLineFeed(_ name: String) throws {
    for byte in ["\0", "x"] {
      let folder = try ScratchFolder()
      try folder.write(lines("a"))
      try folder.write(String(repeating: byte, count: 1 << 19), to: name)
      let found = ["\(name):1@0: not an event: longer than 65536 bytes"]
      #expect(all(folder) == (name == "j" ? found : found + ["a"]))
    }
  }

  @Test("a current file without any event is read too")
  func aDirectory() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("j"), withIntermediateDirectories: false)
    #expect(all(folder) == ["cannot read j: is a directory"])
  }

  @Test("a rotation during reading neither loses nor repeats a line")
  func rotationWhileReading() throws {
    let folder = try ScratchFolder()
    try folder.write(lines("c"))
    try folder.write(lines("b"), to: "j.1")
    try folder.write(lines("a"), to: "j.2")
    var reader = JournalReader(folder.journal)
    guard case .event(let line) = reader.next() else { return #expect(Bool(false)) }
    #expect(line.text(.id) == "a")
    try folder.rotate(1...3)
    try folder.write(lines("d"))
    #expect(read(&reader) == ["b", "c"])
  }

  @Test("following continues with what is appended, and waits for the ends of lines")
  func following() throws {
    let folder = try ScratchFolder()
    var reader = JournalReader(folder.journal, follows: true)
    #expect(read(&reader) == [])
    try folder.write(lines("a"))
    reader.refresh()
    #expect(read(&reader) == ["a"])
    let line = JournalReaderTests.line("b")
    try folder.append(String(line.prefix(20)))
    #expect(read(&reader) == [])
    try folder.append(String(line.dropFirst(20)) + "\n{}\n")
    let offset = 2 * lines("a").utf8.count
    #expect(read(&reader) == ["b", "j:3@\(offset): not an event: \"v\" is missing"])
    let isFinished = reader.isFinished
    #expect(!isFinished)
  }

  @Test("following survives rotations: the file with the journal's name is read next")
  func followingRotation() throws {
    let folder = try ScratchFolder()
    try folder.write(lines("a"))
    var reader = JournalReader(folder.journal, follows: true)
    #expect(read(&reader) == ["a"])
    try folder.append(lines("b"))
    try folder.rotate()
    reader.refresh()
    #expect(read(&reader) == ["b"])
    try folder.write(lines("c"))
    reader.refresh()
    #expect(read(&reader) == ["c"])
    try folder.append(lines("d"))
    try folder.rotate(1...2)
    try folder.write(lines("e"))
    reader.refresh()
    #expect(read(&reader) == ["d", "e"])
    reader.refresh()
    #expect(read(&reader) == [])
  }

  @Test("following survives deletion, truncation and repair")
  func followingDeletion() throws {
    let folder = try ScratchFolder()
    try folder.write(lines("old"), to: "j.1")
    try folder.write(lines("a") + "to")
    var reader = JournalReader(folder.journal, follows: true)
    #expect(read(&reader) == ["old", "a"])
    // A torn tail is moved away, and the next event takes its place.
    let file = try FileHandle(forUpdating: URL(filePath: folder.path("j")))
    try file.truncate(atOffset: UInt64(lines("a").utf8.count))
    try file.close()
    try folder.append(lines("b"))
    reader.refresh()
    #expect(read(&reader) == ["b"])
    try FileManager.default.removeItem(atPath: folder.path("j"))
    reader.refresh()
    #expect(read(&reader) == [])
    try folder.write(lines("c"))
    reader.refresh()
    #expect(read(&reader) == ["c"])
    try FileHandle(forUpdating: URL(filePath: folder.path("j"))).truncate(atOffset: 0)
    reader.refresh()
    #expect(read(&reader) == [])
    try folder.append(lines("d"))
    #expect(read(&reader) == ["d"])
  }

  @Test("following continues at the same event after a repair replaces the journal")
  func followingRepair() throws {
    let folder = try ScratchFolder()
    try folder.write(lines("a") + "{}\n" + lines("b"))
    var reader = JournalReader(folder.journal, follows: true)
    #expect(read(&reader).count == 3)
    try folder.write(lines("a", "b", "c"), to: "copy")
    try FileManager.default.removeItem(atPath: folder.path("j"))
    try FileManager.default.moveItem(atPath: folder.path("copy"), toPath: folder.path("j"))
    reader.refresh()
    #expect(read(&reader) == ["c"])
    try folder.append("{}\n")
    #expect(read(&reader) == ["j:4@\(3 * lines("a").utf8.count): not an event: \"v\" is missing"])
  }

  @Test("following does not depend on the order of ids, and finds events of two rotations")
  func followingDeletedEvents() throws {
    let folder = try ScratchFolder()
    try folder.write(lines("x", "b"), to: "j.1")
    try folder.write(lines("z", "c", "a"))
    var reader = JournalReader(folder.journal, follows: true)
    #expect(read(&reader) == ["x", "b", "z", "c", "a"])
    // The events "b", "c" and "a" are deleted, and the files rotated; "c" is recorded again.
    try folder.write(lines("d"), to: "copy")
    try FileManager.default.removeItem(atPath: folder.path("j"))
    try folder.rename("copy", to: "j.1")
    try folder.write(lines("x"), to: "j.3")
    try folder.write(lines("z"), to: "j.2")
    try folder.write(lines("e"))
    reader.refresh()
    #expect(read(&reader) == ["d", "e"])
    reader.refresh()
    #expect(read(&reader) == [])
  }
}

extension ScratchFolder {
  fileprivate var journal: JournalFiles { JournalFiles(path: path("j"), shownAs: "j") }

  fileprivate func write(_ text: String, to name: String = "j") throws { try write(name, text) }

  fileprivate func append(_ text: String) throws { try append(text, to: "j") }

  fileprivate func rename(_ name: String, to other: String) throws {
    try? FileManager.default.removeItem(atPath: path(other))
    try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
  }

  fileprivate func rotate(_ numbers: ClosedRange<Int> = 1...1) throws {
    for number in numbers.reversed() {
      try rename(number == 1 ? "j" : "j.\(number - 1)", to: "j.\(number)")
    }
  }
}
