import CardJSON
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
  /// Of two events with one id either may be the wrong one.
  package var isRepairable: Bool {
    if case .foreign(let problem) = reason { problem.isRepairable } else { false }
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

  /// Looks at every line; about 80 bytes are held for each event, to know its id again.
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
          let column = problem.position(on: lines.bytes, lines.number).column
          note(.foreign(problem), open.file, line: lines.number, column: column, report)
        case .event(let line):
          count(line, now, lastTime: lastTime)
          lastTime = line.time
          if let first = ids.insert(line, open.file, lines.number) {
            let id = line.text(.id) ?? ""
            note(
              .duplicate(id: id, file: first.file, line: first.line), open.file,
              line: lines.number, column: 1, report)
          }
        }
      }
    }
  }

  private mutating func note(
    _ reason: JournalProblem.Reason, _ file: JournalFile, line: Int, column: Int,
    _ report: (JournalProblem) -> Void
  ) {
    let problem = JournalProblem(reason: reason, file: file, line: line, column: column)
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
private struct EventPlaces: ~Copyable {
  private var files: [String] = []
  private var ids = TextNumbers()
  /// By the numbers of the ids.
  private var places: [(file: Int32, line: Int32)] = []
  private var id = ByteBuffer()

  /// Notes the id of an event; gives the file and line of another event that has it.
  mutating func insert(_ line: JournalLine, _ file: JournalFile, _ number: Int)
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
