import CardArguments
import CardJSON
import EventJournal

/// `cardctl log import`: records events from a file.
enum ImportCommand {
  static let declaration = LogCommand.command(
    "import", "record the events in a file, one JSON object per line",
    groups: RecordOptions.importOptions,
    operands: [
      .one("FILE", kind: .file(extensions: ["ndjson", "jsonl"]), "the events; - reads stdin")
    ],
    examples: [
      Example("cardctl log import events.ndjson --journal copy.ndjson", "merge another journal")
    ], exitStatuses: RecordCommand.exitStatuses(refused: "an event"), run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let path = line.operands[0]
    if line.options.record.cards == "-", path == "-" {
      throw ArgumentError.other("'--cards -' and '-' cannot both read standard input")
    }
    try check(path, line.options)
    var recorder = try Recorder(nil, line.options, inputName: path == "-" ? "<stdin>" : path)
    var skipped = 0
    let status = try recorder.run { recorder in
      var lines = try InputLines(path, line.options.console)
      var parser = EventLineParser()
      while try lines.fill() {
        while var text = lines.next() {
          if lines.number == 1, text.prefix(3) == ByteView("\u{FEFF}") {
            text = text.slice(3..<text.count)
          }
          do {
            if let event = try parser.parse(text) {
              try recorder.add(event, at: TextPosition(line: lines.number))
            } else {
              skipped += 1
            }
          } catch let problem as LineProblem where problem != .blank {
            let location = problem.position(on: text, lines.number)
            recorder.refuse(at: location, .invalid(problem.description))
          } catch LineProblem.blank {}
        }
        try recorder.commit()
      }
    }
    if skipped > 0 {
      line.options.note("skipped \(counted(skipped, "event")) of other kinds")
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
