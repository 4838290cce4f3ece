import CardJSON

/// A problem of a journal's line, and its location.
package struct JournalProblem: Equatable, Sendable {
  /// The kind of the problem, in words.
  package enum Kind: String, CaseIterable, Sendable {
    /// The last line has no end.
    case incomplete = "incomplete lines"
    /// The line is not an event.
    case invalid = "lines that are not events"
    /// Another event has the same id; either may be the wrong one.
    case duplicate = "duplicate ids"
  }

  /// The kind.
  package let kind: Kind
  /// The problem in words: lower case, no full stop.
  package let message: String
  /// The location in the file.
  package let position: TextPosition
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
  private var lastTime = Int64.min
  private var ids = TextNumbers()
  private var id = ByteBuffer()
  /// The first location of each id, by the number of the id.
  private var places: [(file: Int32, line: Int32)] = []
  private var fileNames: [String] = []

  /// A check that has not read anything; it keeps about 80 bytes for each event, to know its id
  /// again.
  package init() {}

  /// Counts the last entry of `reader`.
  ///
  /// - Parameter now: milliseconds since 1970-01-01T00:00:00Z.
  /// - Returns: the problem if the entry is a line that has one.
  package mutating func add(
    _ entry: JournalEntry, of reader: borrowing JournalReader, now: Int64
  ) -> JournalProblem? {
    let number = reader.lineNumber
    switch entry {
    case .invalid(let problem):
      problems += 1
      if problem.isRepairable { repairable += 1 }
      return JournalProblem(
        kind: problem == .torn ? .incomplete : .invalid, message: problem.description,
        position: problem.position(on: reader.bytes, number))
    case .event(let line):
      counts[CountedEvent(line)] += 1
      if line.time < lastTime { unordered += 1 }
      if line.time > now { future += 1 }
      lastTime = line.time
      guard let first = insert(line, of: reader.file.name, number: number) else { return nil }
      problems += 1
      return JournalProblem(
        kind: .duplicate, message: "duplicate id \(line.text(.id) ?? ""), first at \(first)",
        position: TextPosition(line: number))
    case .unreadable, .gap, .skipped: return nil
    }
  }

  /// Inserts the id of an event; returns the location of the first event that has it.
  private mutating func insert(_ line: JournalLine, of file: String, number: Int) -> String? {
    if fileNames.last != file { fileNames.append(file) }
    let event = ids.number(of: line.text(.id, decodedInto: &id))
    if event < places.count { return "\(fileNames[Int(places[event].file)]):\(places[event].line)" }
    places.append(
      (Int32(truncatingIfNeeded: fileNames.count - 1), Int32(truncatingIfNeeded: number)))
    return nil
  }
}
