@_spi(CardTool) import CardJSON
import CardPlatform

/// Something in a journal that should not be there, and where it is.
package struct JournalProblem: Equatable, Sendable {
  /// What is wrong.
  package enum Reason: Equatable, Sendable {
    /// The line is no event.
    case foreign(LineProblem)
    /// The id was the one of another event before, on a line of the file called so.
    case duplicate(id: String, file: String, line: Int)
  }

  /// What is wrong.
  package let reason: Reason
  /// The file.
  package let file: JournalFile
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
  /// Where it is, in bytes from the start of the file.
  package let offset: Int

  /// What is wrong in words: lower case, no full stop.
  package var message: String {
    switch reason {
    case .foreign(let problem): problem.description
    case .duplicate(let id, let file, let line):
      "the id \(id) is the one of \(file):\(line) too"
    }
  }

  /// Whether a repair sets the line aside.
  ///
  /// A line of another version was written by a newer cardctl and stays. Of two
  /// events with one id either may be the wrong one.
  package var isRepairable: Bool {
    switch reason {
    case .foreign(.otherVersion): false
    case .foreign: true
    case .duplicate: false
    }
  }
}

/// What a look at every line of a journal found.
package struct JournalCheck: Sendable {
  /// How often what happened; nobody looked at whose impressions they are.
  package private(set) var counts = EventCounts()
  /// How many events are earlier than the one in front of them.
  package private(set) var unordered = 0
  /// How many events are later than now.
  package private(set) var future = 0
  /// How many problems a repair would set aside.
  package private(set) var repairable = 0
  /// How many problems there are in all.
  package private(set) var problems = 0
  /// How many files were read.
  package private(set) var files = 0

  /// Looks at every line; about 50 bytes are held for each event, to know its id again.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970-01-01T00:00:00Z.
  ///   - report: takes each problem, in the order of the files.
  package init(
    _ files: JournalFiles, now: Int64, system: JournalSystem = JournalSystem(),
    report: (JournalProblem) -> Void
  ) throws(SystemFailure) {
    let snapshot = try JournalSnapshot(files, system: system)
    self.files = snapshot.files.count
    var ids = EventPlaces()
    var lastTime = Int64.min
    for open in snapshot.files {
      var lines = JournalLines(open.file, open.descriptor, to: open.status.size)
      while let finding = try lines.next() {
        switch finding {
        case .foreign(let problem):
          note(.foreign(problem), at: problem.offset ?? 0, of: lines, open.file, report)
        case .event(let line):
          count(line, now, lastTime: lastTime)
          lastTime = line.time
          if let first = ids.insert(line, open.file, lines.number) {
            let id = line.text(.id) ?? ""
            note(
              .duplicate(id: id, file: first.file, line: first.line), at: 0, of: lines, open.file,
              report)
          }
        }
      }
    }
  }

  /// - Parameter place: the byte of the last line that it is about.
  private mutating func note(
    _ reason: JournalProblem.Reason, at place: Int, of lines: borrowing JournalLines,
    _ file: JournalFile, _ report: (JournalProblem) -> Void
  ) {
    let before = lines.bytes.slice(0..<min(place, lines.bytes.count))
    let problem = JournalProblem(
      reason: reason, file: file, line: lines.number, column: before.scalarCount + 1,
      offset: lines.offset + place)
    problems += 1
    if problem.isRepairable { repairable += 1 }
    report(problem)
  }

  private mutating func count(_ line: JournalLine, _ now: Int64, lastTime: Int64) {
    counts[CountedEvent(line)] += 1
    if line.time < lastTime { unordered += 1 }
    if line.time > now { future += 1 }
  }
}

/// Where the ids of a journal's events stand first.
private struct EventPlaces {
  /// An id that is a UUID, in two words; what else there may be is rare and kept as it is.
  private struct UUIDBits: Hashable {
    let high: UInt64, low: UInt64
  }

  private struct Location {
    let file: Int32, line: Int32
  }

  private var files: [String] = []
  private var ids: [UUIDBits: Location] = [:]
  private var otherIDs: [String: Location] = [:]

  /// Notes the id of an event; gives the file and line of another event that has it.
  mutating func insert(_ line: JournalLine, _ file: JournalFile, _ number: Int)
    -> (file: String, line: Int)?
  {
    if files.last != file.name { files.append(file.name) }
    let here = Location(
      file: Int32(truncatingIfNeeded: files.count - 1), line: Int32(truncatingIfNeeded: number))
    guard let node = line.node(.id) else { return nil }
    let first: Location?
    if let bits = EventPlaces.bits(line.document.content(node)) {
      first = ids.updateValue(here, forKey: bits)
      if let first { ids[bits] = first }
    } else {
      let text = line.document.string(node)
      first = otherIDs.updateValue(here, forKey: text)
      if let first { otherIDs[text] = first }
    }
    return first.map { (files[Int($0.file)], Int($0.line)) }
  }

  /// The 128 bits of a UUID in lower case.
  private static func bits(_ text: ByteView) -> UUIDBits? {
    guard text.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for index in 0..<36 {
      let byte = text[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      let letter = byte &- UInt8(ascii: "a")
      guard digit < 10 || letter < 6 else { return nil }
      let value = UInt64(digit < 10 ? digit : letter + 10)
      if digits < 16 { words.0 = words.0 << 4 | value } else { words.1 = words.1 << 4 | value }
      digits += 1
    }
    return UUIDBits(high: words.0, low: words.1)
  }
}
