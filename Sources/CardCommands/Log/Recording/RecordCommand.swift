import CardArguments
import CardJSON
import CardPlatform
import CardProcessing
import EventJournal

/// `cardctl log impression`, `click` and `dismiss`, which record events of cards in the journal.
enum RecordCommand {
  /// Returns the command that records events of one kind.
  static func declaration(_ kind: EventKind) -> Command {
    let name = kind == .dismissal ? " The event is called `dismissal` in the journal." : ""
    return LogCommand.command(
      kind.word, "record that cards were \(kind.participle)",
      section: ("record", ["dismissal": name]), groups: RecordOptions.options,
      operands: [.some("ID", kind: .cardID, "ids of cards; - reads them from stdin, one per line")],
      examples: [
        Example(
          "cardctl log \(kind.word) --cards feed.json --policy once \"$id\"",
          "record it once, only for a card in the feed"),
        Example(
          "cardctl filter --ids cards.ndjson | cardctl log \(kind.word) -",
          "record many events at once"),
      ], exitStatuses: exitStatuses(refused: "an id"),
      usesZone: { $0.isGiven("time") }
    ) { try run($0, kind) }
  }

  /// Returns the exit statuses of a command that records events.
  static func exitStatuses(refused subject: String) -> [ExitStatus] {
    ExitStatuses.meanings(
      done: "the events are recorded and on disk",
      data: "\(subject) was refused, or a record of --cards could not be read",
      usage: ExitStatuses.invalidCommandLine,
      failure: "reading or writing failed; the message says what is recorded")
  }

  private static func run(_ line: Line, _ kind: EventKind) throws -> Int32 {
    let (console, options) = (line.options.console, line.options.record)
    if options.policy == .session, options.fieldValues[.sessionID] == nil {
      throw ArgumentError.other("'--policy session' needs '--session ID'")
    }
    if options.prints {
      var files = RunFiles(console)
      try files.read(journal: JournalLocation(line.options.journal, console).files)
      files.read(options.cards, "the cards")
      if line.operands.contains("-") { files.read("-", "") }
      try files.check()
    }
    var event = options.event(kind)
    if let time = options.time {
      let milliseconds = time.milliseconds(at: console.now, in: line.options.zone)
      event.time = milliseconds
      guard ISO8601.text(milliseconds) != nil else {
        throw ArgumentError.other("'--time \(time.text)' is not in the years 1 to 9999")
      }
    }
    var recorder = try Recorder(kind, line.options)
    return try recorder.run { recorder in
      for operand in line.operands {
        if operand == "-" {
          // Record the previous ids before waiting for standard input.
          try recorder.commit()
          try CardIDText.forEach(in: "-", console, pause: { try recorder.commit() }) {
            id, location in
            event[.cardID] = id
            try recorder.add(event, at: location)
          }
        } else if (try? console.fileStatus(operand))?.kind == .regular {
          let id = ByteBuffer(SystemText.bytes(operand))
          let refusal = Refusal.file(command: command(cardsOf: operand, kind))
          id.read { recorder.refuse($0, at: nil, refusal) }
        } else {
          try ByteBuffer(SystemText.bytes(operand)).read { text in
            event[.cardID] = text.slice(CardIDText.range(in: text))
            try recorder.add(event)
          }
        }
      }
    }
  }

  /// Returns the command line that records an event for each card in a file.
  private static func command(cardsOf file: String, _ kind: EventKind) -> String {
    let isPlain = file.allSatisfy { $0.isWordPart(or: "-./_") }
    return "cardctl filter --ids \(isPlain ? file : "FILE") | cardctl log \(kind.word) -"
  }
}
