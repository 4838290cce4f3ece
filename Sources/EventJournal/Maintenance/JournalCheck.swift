import CardJSON

/// A problem in a journal line, with its location.
package struct JournalProblem: Equatable, Sendable {
  /// A kind of problem; the raw value names several of them in messages.
  package enum Kind: String, CaseIterable, Sendable {
    /// The last line has no line feed.
    case incomplete = "incomplete lines"
    /// The line is not an event.
    case invalid = "lines that are not events"
    /// An earlier event has the same id; either of them may be wrong.
    case duplicate = "duplicate ids"
  }

  /// The kind.
  package let kind: Kind
  /// The message: lower case, without a full stop.
  package let message: String
  /// The location in the file.
  package let position: TextPosition
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

  /// Checks and counts the last entry of `reader`.
  ///
  /// - Parameter now: milliseconds since 1970-01-01T00:00:00Z.
  /// - Returns: the problem of the entry's line; nil if it has none.
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
