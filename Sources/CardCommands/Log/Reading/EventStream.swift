import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit
import EventJournal
import CardPlatform

/// The one loop of all commands that read a journal: events in, messages about other lines beside
/// them.
struct EventStream {
  /// What is to happen after an event was looked at.
  enum Step {
    /// The next one is read.
    case next
    /// No more are wanted.
    case stop
    /// The event is reported for this reason, then the next one is read.
    case refuse(String)
  }

  let session: Session
  let options: EventOptions
  let place: JournalPlace
  let selection: EventSelection

  /// A stream of the events that `options` name.
  ///
  /// - Parameter output: the file that `-o` names; nil for standard output. It must be none of the
  ///   journal's files.
  init(_ session: Session, _ options: EventOptions, output: String? = nil) throws {
    self.session = session
    self.options = options
    place = try JournalPlace(options.journal, session.console)
    try WrittenFile(output, session.console)?.refuse(among: place.files)
    let clock = session.console.now
    let now = options.now?.milliseconds(at: clock) ?? clock
    selection = EventSelection(options, now: now)
    session.note(
      unlessInOrder: ("--since", [options.since].compactMap(\.self)),
      ("--until", [options.until].compactMap(\.self)), at: now)
  }

  /// Hands over all selected events, in the order of the journal.
  ///
  /// - Parameter visit: is given an event and the bytes of its line, both good until it returns.
  /// - Returns: the exit status.
  func run(_ visit: (JournalLine, ByteView) throws -> Step) throws -> Int32 {
    var reader = JournalReader(place.files)
    guard reader.hasFiles else { return try missing() }
    let messages = JournalMessages(session, limit: options.maximumMessages)
    _ = try read(&reader, messages, visit)
    messages.end()
    return messages.status
  }

  /// Hands over all selected events, then waits for more until none are wanted.
  ///
  /// - Parameters:
  ///   - output: waiting ends when this descriptor's reader has gone.
  ///   - pause: called when there is nothing to read for now.
  /// - Throws: `SystemFailure` with `isClosedPipe` when the reader of the output has gone.
  func follow(
    output: Int32, pause: () throws -> Void, _ visit: (JournalLine, ByteView) throws -> Step
  ) throws -> Int32 {
    var reader = JournalReader(place.files, follows: true)
    let messages = JournalMessages(session, limit: options.maximumMessages)
    if !reader.hasFiles {
      session.note("\(place.files.name) does not exist yet: waiting for the first event")
    }
    while try read(&reader, messages, visit), !reader.isFinished {
      try pause()
      if SystemCalls.pause(milliseconds: EventStream.patience, output: output) {
        throw SystemFailure.outputClosed
      }
      reader.lookAgain()
    }
    messages.end()
    return messages.status
  }

  /// How often a followed journal is looked at, in milliseconds.
  private static let patience: Int32 = 100

  /// Reads what there is; false when no more events are wanted.
  func read(
    _ reader: inout JournalReader, _ messages: JournalMessages,
    _ visit: (JournalLine, ByteView) throws -> Step
  ) throws -> Bool {
    while let entry = reader.next() {
      switch entry {
      case .event(let line):
        guard selection.matches(line) else { continue }
        switch try visit(line, reader.bytes) {
        case .next: break
        case .stop: return false
        case .refuse(let reason):
          let place = TextPosition(line: reader.lineNumber)
          messages.add(reason, "events that cannot be exported", in: reader.file.name, at: place)
        }
      case .foreign(let problem):
        let place = problem.position(on: reader.bytes, reader.lineNumber)
        messages.add("\(problem)", JournalMessages.foreign, in: reader.file.name, at: place)
      case .unreadable(let failure): messages.add(failure)
      }
    }
    return true
  }

  /// Where there is no journal, nothing was recorded, unless somebody named another file.
  func missing() throws -> Int32 {
    guard place.isDefault else {
      throw SystemFailure.missing(place.files.name)
    }
    session.note("no event was recorded yet: \(place.files.name) does not exist")
    return ExitStatuses.done
  }
}

/// Says what is wrong with lines of a journal, and what that means for the exit status.
final class JournalMessages {
  private let printer: MessagePrinter
  private(set) var status = ExitStatuses.done

  init(_ session: Session, limit: Int) {
    printer = session.printer(limit: limit)
  }

  /// Reports a line of the file that is called `name`.
  func add(_ text: String, _ code: String, in name: String, at place: TextPosition) {
    status = max(status, ExitStatuses.data)
    if printer.admits(code) { printer.say(text, in: name, at: place) }
  }

  /// Reports lines without an event, the first of which are known by their places.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - lines: how many lines come before those that are counted.
  func add(
    _ problems: [(text: String, position: TextPosition)], of count: Int, behind lines: Int,
    in name: String
  ) {
    if count > 0 { status = max(status, ExitStatuses.data) }
    for (text, place) in problems {
      let position = TextPosition(line: lines + place.line, column: place.column)
      add(text, JournalMessages.foreign, in: name, at: position)
    }
    if count > problems.count {
      printer.leaveOut(count - problems.count, of: JournalMessages.foreign)
    }
  }

  static let foreign = "lines without an event"

  /// Reports what could not be read.
  func add(_ failure: SystemFailure) {
    status = ExitStatuses.inputOutput
    printer.say(failure.message)
  }

  func end() { printer.sayWhatWasLeftOut() }
}
