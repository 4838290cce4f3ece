import CardJSON
import CardPlatform

/// A problem of a journal, and its location.
package struct JournalProblem: Equatable, Sendable {
  /// The problem.
  package enum Reason: Equatable, Sendable {
    /// The line is not an event.
    case invalid(LineProblem)
    /// Another event has the same id, on a line of the file with this name.
    case duplicate(id: String, file: String, line: Int)
  }

  /// The problem.
  package let reason: Reason
  /// The file.
  package let file: JournalFile
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int

  /// The problem in words: lower case, no full stop.
  package var message: String {
    switch reason {
    case .invalid(let problem): problem.description
    case .duplicate(let id, let file, let line): "duplicate id \(id), first at \(file):\(line)"
    }
  }

  /// Whether a repair moves the line aside.
  ///
  /// Of two events with one id either may be the wrong one.
  package var isRepairable: Bool {
    if case .invalid(let problem) = reason { problem.isRepairable } else { false }
  }
}

/// The result of reading every line of a journal.
package struct JournalCheck: ~Copyable {
  /// The number of events of each kind; unique impressions are not counted.
  package private(set) var counts = EventCounts()
  /// The number of events that are earlier than the event before them.
  package private(set) var unordered = 0
  /// The number of events that are later than now.
  package private(set) var future = 0
  /// The number of problems that a repair would move aside.
  package private(set) var repairable = 0
  /// The number of problems.
  package private(set) var problems = 0
  /// The number of files.
  package private(set) var files = 0
  private var ids = EventPlaces()
  private var lastTime = Int64.min

  /// A check that has not read anything; it keeps about 80 bytes for each event, to know its id
  /// again.
  package init() {}

  /// Reads all lines.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970-01-01T00:00:00Z.
  ///   - report: takes each problem, in the order of the files.
  ///   - other: takes every other entry.
  package mutating func run(
    _ reader: inout JournalReader, now: Int64, report: (JournalProblem) -> Void,
    other: (JournalEntry, borrowing JournalReader) -> Void
  ) {
    while let entry = reader.next() {
      switch entry {
      case .invalid(let problem):
        let column = problem.position(on: reader.bytes, reader.lineNumber).column
        note(
          .invalid(problem), in: reader.file, line: reader.lineNumber, column: column,
          report: report)
      case .event(let line):
        count(line, now)
        if let first = ids.insert(line, of: reader.file, number: reader.lineNumber) {
          note(
            .duplicate(id: line.text(.id) ?? "", file: first.file, line: first.line),
            in: reader.file, line: reader.lineNumber, column: 1, report: report)
        }
      case .unreadable, .gap, .skipped: other(entry, reader)
      }
    }
    files = reader.fileCount
  }

  private mutating func note(
    _ reason: JournalProblem.Reason, in file: JournalFile, line: Int, column: Int,
    report: (JournalProblem) -> Void
  ) {
    let problem = JournalProblem(reason: reason, file: file, line: line, column: column)
    problems += 1
    if problem.isRepairable { repairable += 1 }
    report(problem)
  }

  private mutating func count(_ line: JournalLine, _ now: Int64) {
    counts[CountedEvent(line)] += 1
    if line.time < lastTime { unordered += 1 }
    if line.time > now { future += 1 }
    lastTime = line.time
  }
}

/// The first location of each event id.
private struct EventPlaces: ~Copyable {
  private var files: [String] = []
  private var ids = TextNumbers()
  /// The locations by the numbers of the ids.
  private var places: [(file: Int32, line: Int32)] = []
  private var id = ByteBuffer()

  /// Inserts the id of an event; returns the file and line of the first event that has it.
  mutating func insert(_ line: JournalLine, of file: JournalFile, number: Int)
    -> (file: String, line: Int)?
  {
    if files.last != file.name { files.append(file.name) }
    id.removeAll()
    line.appendText(.id, to: &id)
    let event = ids.number(of: id.view)
    guard event == places.count else {
      return (files[Int(places[event].file)], Int(places[event].line))
    }
    places.append((Int32(truncatingIfNeeded: files.count - 1), Int32(truncatingIfNeeded: number)))
    return nil
  }
}
