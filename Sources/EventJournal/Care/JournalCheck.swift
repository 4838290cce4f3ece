import CardJSON
import Platform

/// Something in a journal that should not be there, and where it is.
public struct JournalProblem: Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The line is no event.
    case foreign(LineProblem)
    /// The id was the one of another event before, on a line of the file called so.
    case duplicate(id: String, file: String, line: Int)
  }

  /// What is wrong.
  public let reason: Reason
  /// The file.
  public let file: JournalFile
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// Where it is, in bytes from the start of the file.
  public let offset: Int

  /// What is wrong in words: lower case, no full stop.
  public var message: String {
    switch reason {
    case .foreign(let problem): problem.description
    case .duplicate(let id, let file, let line):
      "the id \(id) is the one of \(file):\(line) too"
    }
  }

  /// Whether a repair sets the line aside.
  ///
  /// A line of another version is one that a newer cardctl wrote: it is none to take away. Of two
  /// events with one id nobody knows which is the wrong one.
  public var isRepairable: Bool {
    switch reason {
    case .foreign(.otherVersion): false
    case .foreign: true
    case .duplicate: false
    }
  }
}

/// What a look at every line of a journal found.
public struct JournalCheck: Sendable {
  /// How many impressions there are, those of control cards left out.
  public private(set) var impressions = 0
  /// How many impressions of control cards there are.
  public private(set) var controlImpressions = 0
  /// How many clicks there are.
  public private(set) var clicks = 0
  /// How many dismissals there are.
  public private(set) var dismissals = 0
  /// How many events are earlier than the one in front of them.
  public private(set) var unordered = 0
  /// How many events are later than now.
  public private(set) var future = 0
  /// How many problems a repair would set aside.
  public private(set) var repairable = 0
  /// How many problems there are in all.
  public private(set) var problems = 0
  /// How many files were read.
  public private(set) var files = 0

  /// How many events there are.
  public var events: Int { impressions + controlImpressions + clicks + dismissals }

  /// Looks at every line; about 50 bytes are held for each event, to know its id again.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970-01-01T00:00:00Z.
  ///   - report: takes each problem, in the order of the files.
  public init(
    _ files: JournalFiles, now: Int64, system: any JournalSystem = OperatingSystem(),
    report: (JournalProblem) -> Void
  ) throws(JournalFailure) {
    let snapshot = try JournalSnapshot(
      files, seconds: JournalWriter.Options().lockSeconds, system: system)
    self.files = snapshot.parts.count
    var ids = EventPlaces()
    var lastTime = Int64.min
    for part in snapshot.parts {
      var lines = CheckedLines(part.file, part.descriptor, size: part.size)
      while let step = try attempt({ () throws(SystemFailure) in try lines.next() }) {
        switch step {
        case .problem(let problem): note(.foreign(problem), lines.place, report)
        case .event(let line):
          count(line, now, lastTime: lastTime)
          lastTime = line.time
          if let first = ids.insert(line, lines.place) {
            let id = line.text(.id) ?? ""
            note(.duplicate(id: id, file: first.file, line: first.line), lines.place, report)
          }
        }
      }
    }
  }

  private mutating func note(
    _ reason: JournalProblem.Reason, _ place: LinePlace, _ report: (JournalProblem) -> Void
  ) {
    let problem = JournalProblem(
      reason: reason, file: place.file, line: place.line, column: place.column,
      offset: place.offset)
    problems += 1
    if problem.isRepairable { repairable += 1 }
    report(problem)
  }

  private mutating func count(_ line: JournalLine, _ now: Int64, lastTime: Int64) {
    switch line.kind {
    case .impression where line.isControl == true: controlImpressions += 1
    case .impression: impressions += 1
    case .click: clicks += 1
    case .dismissal: dismissals += 1
    }
    if line.time < lastTime { unordered += 1 }
    if line.time > now { future += 1 }
  }
}
