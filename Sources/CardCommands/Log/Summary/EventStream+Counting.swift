@_spi(CardTool) import CardJSON
import CardPlatform
@_spi(CardTool) import ContentCards
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
      let parts = reader.parts(jobs, least: session.console.blockSizes.usual)
      if let parts { count(parts, by: grouping, into: &tally, &reader, messages) }
      _ = try read(&reader, messages) { line, _ in
        tally.add(line, to: naming.name(of: line))
        return .next
      }
      tally.settle()
    } while reader.hasMoreFiles
    messages.end()
    return messages.status
  }

  /// Each has to remember all viewers that it meets.
  private static let mostJobs = 4

  private func count(
    _ parts: [JournalPart], by grouping: SummaryGrouping, into tally: inout EventTally,
    _ reader: inout JournalReader, _ messages: JournalMessages
  ) {
    let (selection, limit) = (selection, options.maximumMessages)
    let counts = parts.map { PartCount($0, naming: grouping, keptProblems: limit) }
    runAtOnce(counts.count) { counts[$0].run(selection) }
    var lines = 0
    var additions: [@Sendable (Int) -> Void] = []
    defer {
      runAtOnce(EventTally.partCount) { [additions] part in for add in additions { add(part) } }
    }
    for count in counts {
      messages.add(count.problems, of: count.problemCount, behind: lines, in: reader.file.name)
      if tally.rowCount == 0 {
        swap(&tally, &count.tally)
      } else {
        additions.append(tally.addRows(of: count.tally))
      }
      count.tally = EventTally()
      if let failure = count.failure { return reader.giveUp(failure) }
      lines += count.lines
    }
    reader.goOn(behind: parts, lines: lines)
  }

  /// Calls `body` with 0 and the other numbers below `count`, with as many threads as it uses.
  private func runAtOnce(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (1..<count).map { number in (number, WorkerThread { body(number) }) }
    body(0)
    for (number, thread) in threads {
      // Where the system has no thread to give this one does the work.
      if let thread { thread.join() } else { body(number) }
    }
  }
}

/// What one thread counts, in a part of a file.
private final class PartCount: @unchecked Sendable {
  private let part: JournalPart
  private let grouping: SummaryGrouping
  private let keptProblems: Int

  /// The selected events.
  var tally = EventTally()
  /// How many lines there are.
  private(set) var lines = 0
  /// The first lines that hold no event, with their places in the part.
  private(set) var problems: [(text: String, position: TextPosition)] = []
  /// How many such lines there are.
  private(set) var problemCount = 0
  /// Why the rest cannot be read.
  private(set) var failure: SystemFailure?

  init(_ part: JournalPart, naming grouping: SummaryGrouping, keptProblems: Int) {
    self.part = part
    self.grouping = grouping
    self.keptProblems = keptProblems
  }

  func run(_ selection: EventSelection) {
    var counted = EventTally()
    var naming = RowNaming(grouping)
    do {
      lines = try part.read { finding, bytes, number in
        switch finding {
        case .event(let line):
          if selection.matches(line) { counted.add(line, to: naming.name(of: line)) }
        case .foreign(let problem): add(problem, bytes, number)
        }
      }
    } catch {
      failure = error
    }
    counted.settle()
    swap(&tally, &counted)
  }

  private func add(_ problem: LineProblem, _ bytes: ByteView, _ number: Int) {
    problemCount += 1
    guard problemCount <= keptProblems else { return }
    let column = JournalMessages.column(problem.offset ?? 0, of: bytes)
    problems.append((problem.description, TextPosition(line: number, column: column)))
  }
}

/// Finds the row that an event counts in.
struct RowNaming: ~Copyable {
  private let grouping: SummaryGrouping
  private var text = ByteBuffer()
  private var id = ByteBuffer()

  init(_ grouping: SummaryGrouping) {
    self.grouping = grouping
  }

  /// The name of the row of the event on `line`, good until the next one is asked for.
  mutating func name(of line: JournalLine) -> ByteView? {
    switch grouping {
    case .all: return nil
    case .card: return text(.cardID, of: line)
    case .campaign: return text(.campaignID, of: line) ?? campaign(of: line)
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

  private mutating func campaign(of line: JournalLine) -> ByteView? {
    id.removeAll()
    line.appendText(.cardID, to: &id)
    return CompositeID(id.view, decodedInto: &text)?.campaign
  }
}
