import CardJSON
import CardPlatform
import EventJournal

/// The main loop of every command that reads a journal: passes on selected events, and reports
/// lines that are not events.
struct EventStream {
  /// The next step after an event.
  enum Step {
    /// Read the next event.
    case next
    /// Stop reading.
    case stop
    /// Report that the event is not exported for this reason, and read the next one.
    case refuse(String)
  }

  /// Receives an event, which is valid until the function returns.
  typealias Visitor = (JournalLine) throws -> Step

  let journal: JournalLocation
  private let session: Session
  private let selection: EventSelection
  private let unmatched: UnmatchedNames
  private let messages: JournalMessages

  /// Creates a stream of the selected events, and refuses an output that is one of the journal's
  /// files.
  init(_ session: Session) throws {
    self.session = session
    let (options, console) = (session.events, session.console)
    journal = try JournalLocation(session.journal, console)
    try RunFiles.refuse(journal: journal.files, console, output: session.output.path)
    selection = EventSelection(options, now: session.now, in: session.zone)
    unmatched = UnmatchedNames(options)
    messages = JournalMessages(session)
    session.note(
      unlessInOrder: ("--since", [options.since].compactMap(\.self)),
      ("--until", [options.until].compactMap(\.self)))
  }

  /// The settings for waiting for more events: waiting ends when the reader of the descriptor
  /// `output` closes it, and `pause` is called each time before waiting.
  typealias Following = (output: Int32, pause: () throws -> Void)

  /// Creates a reader of the journal, which waits for more events if it `follows`.
  func reader(follows: Bool = false) -> JournalReader {
    let reader = JournalReader(journal.files, follows: follows)
    if follows, !reader.hasFiles {
      session.note("\(journal.files.name) does not exist yet: waiting for the first event")
    }
    return reader
  }

  /// Reads all selected events, or the last `tail` ones, in the order of the journal, and returns
  /// the exit status.
  ///
  /// - Parameters:
  ///   - following: if not nil, waits for more events until `visit` stops.
  ///   - reading: called with all events, also with those that are not selected.
  /// - Throws: `SystemFailure` with `isClosedPipe` if the reader of the output has closed it.
  func run(
    _ reader: inout JournalReader, tail: Int? = nil, following: Following? = nil,
    reading: ((JournalLine) -> Void)? = nil, _ visit: Visitor
  ) throws -> Int32 {
    if following == nil, !reader.hasFiles { return journal.noteMissing(session) }
    var tail = tail
    while try read(&reader, tail: tail, reading: reading, visit), let following, !reader.isFinished
    {
      if reader.hasFiles { tail = nil }
      try following.pause()
      let (interval, output) = (EventStream.pollIntervalMilliseconds, following.output)
      if SystemCalls.pause(milliseconds: interval, output: output) {
        throw SystemFailure.outputClosed
      }
      reader.refresh()
    }
    messages.end()
    if following == nil, let note = unmatched.note { session.note(note) }
    return messages.status
  }

  private static let pollIntervalMilliseconds: Int32 = 100

  /// Reads the available events, or the last ones with `tail`; returns false if `visit` stopped.
  @discardableResult
  private func read(
    _ reader: inout JournalReader, tail: Int?, reading: ((JournalLine) -> Void)? = nil,
    _ visit: Visitor
  ) throws -> Bool {
    if let tail { return try readLast(tail, of: &reader, visit) }
    while let entry = reader.next() {
      guard case .event(let line) = entry else {
        messages.add(entry, of: reader)
        continue
      }
      reading?(line)
      guard selection.matches(line) else {
        unmatched.add(line)
        continue
      }
      unmatched.isMatched = true
      switch try visit(line) {
      case .next: break
      case .stop: return false
      case .refuse(let reason): messages.add(reason, of: reader)
      }
    }
    return true
  }

  /// Reads the last `count` available events, whose lines are kept in memory.
  private func readLast(_ count: Int, of reader: inout JournalReader, _ visit: Visitor) throws
    -> Bool
  {
    var lines: [[UInt8]] = []
    try read(&reader, tail: nil) { line in
      if lines.count - count >= count { lines.removeFirst(lines.count - count) }
      lines.append(line.bytes.array)
      return .next
    }
    var lineReader = JournalLineReader()
    for bytes in lines.suffix(count) {
      let line = ByteBuffer(bytes)
      guard let event = try? lineReader.read(line.view) else { continue }
      if case .stop = try visit(event) { return false }
    }
    return true
  }
}

/// Reports the entries of a journal that are not events, and keeps the resulting exit status.
final class JournalMessages {
  private let session: Session
  private let printer: MessagePrinter
  private(set) var status = ExitStatuses.done

  init(_ session: Session) {
    self.session = session
    printer = session.printer(limit: session.stream.maximumMessages)
  }

  /// Reports an entry of `reader` that is not an event.
  func add(_ entry: JournalEntry, of reader: borrowing JournalReader) {
    printer.say(entry, of: reader)
    switch entry {
    case .event: break
    case .invalid, .gap: status = max(status, ExitStatuses.data)
    case .unreadable: status = ExitStatuses.inputOutput
    case .skipped(let file): session.note("skipped \(file.name), which is not an event journal")
    }
  }

  /// Reports that the last event of `reader` is not exported, for `reason`.
  func add(_ reason: String, of reader: borrowing JournalReader) {
    status = max(status, ExitStatuses.data)
    guard printer.admits("events that cannot be exported") else { return }
    let position = TextPosition(line: reader.lineNumber)
    printer.say("not exported: " + reason, in: reader.file.name, at: position)
  }

  func end() { printer.saySuppressedCounts() }
}

extension JournalLocation {
  /// Prints a note that the journal does not exist yet, and returns the status for success.
  func noteMissing(_ session: Session) -> Int32 {
    session.note("the journal \(files.name) does not exist yet")
    return ExitStatuses.done
  }
}
