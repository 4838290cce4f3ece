import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

extension EventStream {
  /// Counts all selected events, those of large files with several threads.
  ///
  /// What is counted and said is what one reader of all lines counts and says.
  func count(by grouping: SummaryGrouping, into tally: inout EventTally) throws -> Int32 {
    var reader = JournalReader(place.files)
    guard reader.hasFiles else { return try missing() }
    let messages = JournalMessages(session, limit: options.maximumMessages)
    var naming = RowNaming(grouping)
    let jobs = min(session.console.processors, EventStream.mostJobs)
    repeat {
      let parts = reader.parts(
        jobs == 1 ? 1 : jobs * EventStream.partsOfAJob, least: session.console.blockSizes.usual)
      if let parts { count(parts, jobs: jobs, by: grouping, into: &tally, &reader, messages) }
      _ = try read(&reader, messages) { line, _ in
        tally.add(line, to: naming.name(of: line))
        return .next
      }
      tally.settle()
    } while reader.hasMoreFiles
    messages.end()
    return messages.status
  }

  private static let mostJobs = 4
  /// In how many parts, so that threads end at about the same time.
  private static let partsOfAJob = 8

  private func count(
    _ parts: [JournalPart], jobs: Int, by grouping: SummaryGrouping,
    into tally: inout EventTally, _ reader: inout JournalReader, _ messages: JournalMessages
  ) {
    let queue = PartQueue(parts, keptProblems: options.maximumMessages)
    let counts = (0..<min(jobs, parts.count)).map { _ in
      ThreadCount(queue, selection, naming: grouping, EventTally(with: tally))
    }
    let threads = counts.dropFirst().map { count in WorkerThread { count.run() } }
    counts[0].run()
    // Where the system has no thread to give the others do the work.
    for thread in threads { thread?.join() }
    for count in counts {
      guard var counted = count.tally.take() else { continue }
      if tally.rowCount == 0 { swap(&tally, &counted) } else { tally.add(counted) }
    }
    var lines = 0
    for result in queue.results {
      messages.add(result.problems, of: result.problemCount, behind: lines, in: reader.file.name)
      if let failure = result.failure { return reader.giveUp(failure) }
      lines += result.lines
    }
    reader.goOn(behind: parts, lines: lines)
  }
}

/// What came of a part of a file.
private struct PartResult {
  /// How many lines there are.
  var lines = 0
  /// The first lines that hold no event, with their places in the part.
  var problems: [(text: String, position: TextPosition)] = []
  /// How many such lines there are.
  var problemCount = 0
  /// Why the rest cannot be read.
  var failure: SystemFailure?
}

/// The parts of a file that threads take one after the other.
private final class PartQueue: @unchecked Sendable {
  let keptProblems: Int
  private let parts: [JournalPart]
  private let monitor = Monitor()
  private var next = 0
  /// What came of the parts, in their order; of none that begins after one that cannot be read.
  private(set) var results: [PartResult]

  init(_ parts: [JournalPart], keptProblems: Int) {
    self.parts = parts
    self.keptProblems = keptProblems
    results = parts.map { _ in PartResult() }
  }

  /// The next part and its place; nil when there is none, or one before it cannot be read.
  func take() -> (place: Int, part: JournalPart)? {
    monitor.locked {
      guard next < parts.count else { return nil }
      defer { next += 1 }
      return (next, parts[next])
    }
  }

  func set(_ result: PartResult, at place: Int) {
    monitor.locked {
      results[place] = result
      if result.failure != nil { next = parts.count }
    }
  }
}

/// What one thread counts.
private final class ThreadCount: @unchecked Sendable {
  private let queue: PartQueue
  private let selection: EventSelection
  private let grouping: SummaryGrouping
  /// The selected events; nil while they are counted.
  var tally: EventTally?

  init(
    _ queue: PartQueue, _ selection: EventSelection, naming grouping: SummaryGrouping,
    _ tally: consuming EventTally
  ) {
    self.queue = queue
    self.selection = selection
    self.grouping = grouping
    self.tally = consume tally
  }

  func run() {
    guard var counted = tally.take() else { return }
    var naming = RowNaming(grouping)
    while let (place, part) = queue.take() {
      var result = PartResult()
      do {
        result.lines = try part.read { finding, bytes, number in
          switch finding {
          case .event(let line):
            if selection.matches(line) { counted.add(line, to: naming.name(of: line)) }
          case .foreign(let problem): add(problem, bytes, number, to: &result)
          }
        }
      } catch {
        result.failure = error
      }
      queue.set(result, at: place)
    }
    counted.settle()
    tally = consume counted
  }

  private func add(
    _ problem: LineProblem, _ bytes: ByteView, _ number: Int, to result: inout PartResult
  ) {
    result.problemCount += 1
    guard result.problemCount <= queue.keptProblems else { return }
    result.problems.append((problem.description, problem.position(on: bytes, number)))
  }
}

/// Finds the row that an event counts in.
struct RowNaming: ~Copyable {
  private let grouping: SummaryGrouping
  private var text = ByteBuffer()
  private var campaigns = EventCampaign()

  init(_ grouping: SummaryGrouping) {
    self.grouping = grouping
  }

  /// The name of the row of the event on `line`, good until the next one is asked for.
  mutating func name(of line: JournalLine) -> ByteView? {
    switch grouping {
    case .all: return nil
    case .card: return text(.cardID, of: line)
    case .campaign: return campaigns.campaign(of: line)
    case .classType:
      guard text(.classType, of: line) != nil else { return nil }
      for index in 0..<text.count {
        text.replace(at: index, with: ByteView.lowercased(text.view[index]))
      }
      return text.view
    }
  }

  private mutating func text(_ field: JournalField, of line: JournalLine) -> ByteView? {
    text.removeAll()
    line.appendText(field, to: &text)
    return text.count == 0 ? nil : text.view
  }
}
