import CardArguments
import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

/// `cardctl log import`: records events from a file.
enum ImportCommand {
  static let declaration = LogCommand.command(
    "import", "record the events in a file: a journal, Currents, an SDK's requests or a log",
    groups: RecordOptions.importOptions,
    operands: [
      .one("FILE", kind: .file(extensions: []), "the events; - reads stdin")
    ],
    examples: [
      Example("cardctl log import events.ndjson --journal copy.ndjson", "merge another journal"),
      Example(
        "cardctl log import --event click clicks.json", "events of a storage export of Currents"),
    ], exitStatuses: RecordCommand.exitStatuses(refused: "an event"), run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let path = line.operands[0]
    let session = line.options
    try check(path, session)
    let observer = EventImport(
      try Recorder(nil, session, inputName: path == "-" ? "<stdin>" : path))
    let status = try observer.run(path, session)
    if observer.skippedCount > 0 {
      session.note("skipped \(counted(observer.skippedCount, "event")) of other kinds")
    }
    return status
  }

  /// Refuses to import a journal into itself, and to print to a file that the run reads.
  private static func check(_ path: String, _ session: Session) throws {
    let journal = try JournalLocation(session.journal, session.console).files
    var files = RunFiles(session.console)
    files.read(path, "the input")
    for file in try journal.inReadingOrder() { files.write(file.path, "--journal \(file.name)") }
    try files.check()
    if session.record.prints { try RunFiles.refuse(journal: journal, session.console) }
  }
}

/// Records the events of an input, in order.
private final class EventImport: RunObserver {
  private var recorder: Recorder
  /// The number of events of other kinds.
  private(set) var skippedCount = 0
  /// Whether each block is recorded at once, because the input may pause.
  private var isPiped = false
  /// The failure that ended recording.
  private var failure: AppendFailure?
  /// The times of the last event of each kind and card that an SDK logged, to skip repeats.
  private var logged: [String: Int64] = [:]

  init(_ recorder: consuming Recorder) { self.recorder = recorder }

  /// Records the events in the file at `path`, and returns the exit status.
  func run(_ path: String, _ session: Session) throws -> Int32 {
    var session = session
    isPiped = path == "-" || (try? session.console.fileStatus(path))?.kind != .regular
    session.stream.jobs = 1
    session.stream.reading.readsEvents = true
    session.stream.reading.maximumCardSize = EventImport.largestValue
    let inputs = try InputFiles(one: path, session.console)
    let (named, paths) = (session.record.exportedKind, inputs.paths)
    do {
      _ = try CardStream(session).read(
        inputs, observers: [self], messages: recorder.printer
      ) { ImportProcessor { named ?? CardEvent.Kind(path: paths[$0]) } }
    } catch { return try recorder.end(after: failure ?? error) }
    return try recorder.end(after: nil)
  }

  /// The maximum size of a value, in bytes: events of Currents are at most 900 KB, and a list of them
  /// may be one value.
  private static let largestValue = ReadingOptions.sizeLimit

  private static let cardReason =
    "not an event: a content card; 'log impression' records an event of one"

  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    if let failure = origin.failure { throw failure }
    let found: HeldContent<ImportedEvents> = batch.content()
    skippedCount += found.value.skippedCount
    let places = origin.places
    do {
      for (value, offset) in found.value.items {
        let position = places(offset).position
        switch value {
        case .card:
          // Logs and HAR files hold the cards of the events too.
          if case .block(let task, _) = origin, task.isDecoded { continue }
          recorder.refuse(at: position, .invalid(EventImport.cardReason))
        case .refused(let reason): recorder.refuse(at: position, .invalid(reason))
        case .event(let event):
          let event = found.value.newEvent(event)
          if !isRepeated(event) { try recorder.add(event, at: position) }
        }
      }
      if isPiped { try recorder.commit() }
    } catch let error as AppendFailure {
      failure = error
      throw error.reason
    } catch let error as SystemFailure { throw error } catch { preconditionFailure("\(error)") }
  }

  /// Whether an SDK logged the event before, as a line and in a request, at nearly the same time.
  private func isRepeated(_ event: NewEvent) -> Bool {
    guard let key = event[.key], key.prefix(4) == ByteView("sdk-"), let time = event.time else {
      return false
    }
    let card = "\(event.kind.rawValue) \(event[.cardID]?.text ?? "")"
    if let last = logged[card], abs(time - last) < 1000 { return true }
    logged[card] = time
    return false
  }
}
