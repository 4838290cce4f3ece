import CardJSON
import EventJournal
import Foundation
import TestSupport

/// A journal in a temporary directory of one test.
final class TestJournal {
  let folder: ScratchFolder
  let files: JournalFiles

  init() throws {
    folder = try ScratchFolder()
    files = JournalFiles(path: folder.path("events.ndjson"), shownAs: "events.ndjson")
  }

  /// The time of all events, 2026-11-20T09:00:00Z.
  static let now: Int64 = 1_795_165_200_000

  /// An event whose id contains its number.
  static func event(_ number: Int, time: Int64 = now) -> JournalEvent {
    let digits = String(number)
    let id = "01a1f7e0-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    return JournalEvent(id: id, time: time, kind: .impression, cardID: "card \(number)")
  }

  /// The line of such an event.
  static func line(_ number: Int, time: Int64 = now) -> String {
    var line = ByteBuffer()
    _ = event(number, time: time).appendLine(to: &line)
    return line.view.text
  }

  /// The lines of events with these numbers.
  static func lines(_ numbers: ClosedRange<Int>) -> String { numbers.map { line($0) }.joined() }

  func write(_ text: String, to name: String = "events.ndjson") throws {
    try folder.write(name, text)
  }

  func write(_ bytes: [UInt8], to name: String = "events.ndjson") throws {
    try Data(bytes).write(to: folder.url.appending(path: name))
  }

  /// The text of a file; empty if it does not exist.
  func text(_ name: String = "events.ndjson") -> String {
    (try? folder.text(name)) ?? ""
  }

  func names() throws -> [String] { try folder.names() }

  /// The numbers of the events on the whole lines of a file; nil for a line that is not an event.
  func numbers(_ name: String = "events.ndjson") -> [Int?] {
    let bytes = ByteBuffer(text(name).utf8)
    var reader = JournalLineReader()
    var numbers: [Int?] = []
    var start = 0
    while let end = bytes.view.firstIndex(of: 0x0A, from: start, to: bytes.count) {
      let line = try? reader.read(bytes.view.slice(start..<end))
      numbers.append(line?.text(.cardID).flatMap { Int($0.dropFirst(5)) })
      start = end + 1
    }
    return numbers
  }

  /// Appends events with these numbers, as one batch.
  @discardableResult
  func append(_ numbers: ClosedRange<Int>, system: JournalSystem = JournalSystem()) throws
    -> TornTail?
  {
    var writer = JournalWriter(files, system: system)
    let torn = try writer.lock()
    defer { writer.unlock() }
    let lines = ByteBuffer(TestJournal.lines(numbers).utf8)
    try writer.append(lines.view)
    return torn
  }
}
