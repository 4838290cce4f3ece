import CardJSON

/// A kind of problem in a journal line; the raw value names several of them in messages.
package enum JournalProblem: String, CaseIterable {
  /// The last line has no line feed.
  case incomplete = "incomplete lines"
  /// The line is not an event.
  case invalid = "lines that are not events"
  /// An earlier event has the same id; either of them may be wrong.
  case duplicate = "duplicate ids"
}

/// Counts events and finds problems in the lines of a journal.
package struct JournalCheck: ~Copyable {
  /// The number of events of each kind, without unique impressions.
  package private(set) var counts = EventCounts()
  /// The number of events with an earlier time than the previous event.
  package private(set) var unordered = 0
  /// The number of events with a time in the future.
  package private(set) var future = 0
  /// The number of lines that a repair would move to `PATH.torn`.
  package private(set) var repairable = 0
  /// The number of problems.
  package private(set) var problems = 0
  private var lastTime = Int64.min
  private var ids = TextNumbers()
  private var id = ByteBuffer()
  /// The location of the first event with each id, by the id's number.
  private var places: [(file: Int32, line: Int32)] = []
  private var fileNames: [String] = []

  /// Creates a check.
  ///
  /// It takes about 80 bytes of memory per event to detect duplicate ids.
  package init() {}

  /// Checks and counts the last entry of `reader`, and returns the problem of its line, if any.
  package mutating func add(
    _ entry: JournalEntry, of reader: borrowing JournalReader, now: Int64
  ) -> (kind: JournalProblem, message: String, position: TextPosition)? {
    let number = reader.lineNumber
    switch entry {
    case .invalid(let problem):
      problems += 1
      if problem.isRepairable { repairable += 1 }
      let position = problem.position(on: reader.bytes, number)
      return (problem == .torn ? .incomplete : .invalid, problem.description, position)
    case .event(let line):
      counts[CountedEvent(line)] += 1
      if line.time < lastTime { unordered += 1 }
      if line.time > now { future += 1 }
      lastTime = line.time
      guard let first = insert(line, of: reader.file.name, number: number) else { return nil }
      problems += 1
      let message = "duplicate id \(line.text(.id) ?? ""), first at \(first)"
      return (.duplicate, message, TextPosition(line: number))
    case .unreadable, .gap, .skipped: return nil
    }
  }

  /// Records the id of an event; returns the location of the first event that has it if it is a
  /// duplicate.
  private mutating func insert(_ line: JournalLine, of file: String, number: Int) -> String? {
    if fileNames.last != file { fileNames.append(file) }
    let event = ids.number(of: line.text(.id, decodedInto: &id))
    if event < places.count { return "\(fileNames[Int(places[event].file)]):\(places[event].line)" }
    places.append(
      (Int32(truncatingIfNeeded: fileNames.count - 1), Int32(truncatingIfNeeded: number)))
    return nil
  }
}
