import CardArguments
import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit
import EventJournal

/// How `cardctl log show` prints events.
enum ShowFormat: String, OptionChoice {
  case text = "text: one readable line per event: time, event, class type, card, other fields"
  case ndjson = "ndjson: the lines of the journal, byte for byte"
  case json = "json: one array of the events"
  case csv = "csv: a table with a column for each field"
}

/// The options of `cardctl log show`.
struct ShowOptions: Sendable {
  var format: ShowFormat?
  var follows = false
  var limit: Int?
  var tail: Int?
  var hasHeader = true
  var isSafeForSpreadsheets = false

  static let options = EventOptions.options + [output]

  private static let output = OptionGroup(
    "Output",
    [
      .choice("to", ShowFormat.self, valueName: "FORMAT", "print them in this format") {
        $0.show.format = $1
      }.byDefault("text on a terminal, else ndjson"),
      .flag("follow", short: "f", "wait for more events and print them too") {
        $0.show.follows = $1
      }.explained(
        "The file is opened again by its name after a rotation or a deletion, as `tail -F` "
          + "does, and need not exist yet. Ctrl-C or a closed pipe ends it."),
      .integer("limit", short: "n", range: 0...Int.max, "print at most N events") {
        $0.show.limit = $1
      },
      .integer("tail", range: 0...Int.max, "print only the last N of the events there are") {
        $0.show.tail = $1
      }.explained("With --follow, print them and then the new ones."),
      .noHeader { $0.show.hasHeader = !$1 }, .csvSafe { $0.show.isSafeForSpreadsheets = $1 },
    ])
}

/// `cardctl log show`: prints the events of a journal.
enum ShowCommand {
  static let declaration = LogCommand.command(
    "show", "print the events of the journal, and those to come", groups: ShowOptions.options,
    examples: [
      Example("cardctl log show --since 1h", "the events of the last hour"),
      Example("cardctl log show --event click --to csv > clicks.csv", "all clicks as a table"),
      Example("cardctl log show --follow --user example-user | jq .card_id", "what a user does"),
    ], exitStatuses: ExitStatuses.ofJournal, run: run)

  private static func run(_ line: Line, _ session: Session) throws -> Int32 {
    let (options, descriptor) = (line.options.show, session.console.output)
    let format = options.format ?? (SystemCalls.isTerminal(descriptor) ? .text : .ndjson)
    if format != .csv { try line.refuse(["no-header", "csv-safe"], "it needs --to csv") }
    if format == .json {
      try line.refuse(["follow"], "an array has no end while events are awaited")
    }
    let stream = try EventStream(session)
    let isEmpty = options.limit == 0 || options.tail == 0 && !options.follows
    if isEmpty, format != .csv, format != .json { return ExitStatuses.done }
    var printer = EventPrinter(format, options, style: TextStyle(session))
    let output = OutputStream(
      descriptor, name: "<stdout>", passesControls: format == .text,
      framing: format == .json ? .array : .lines)
    if format == .csv, options.hasHeader { try output.appendRows { printer.appendHeader(to: &$0) } }
    var left = options.limit ?? .max
    func visit(_ line: JournalLine) throws -> EventStream.Step {
      guard left > 0 else { return .stop }
      left -= 1
      try output.appendRows { printer.append(line, to: &$0) }
      return left > 0 ? .next : .stop
    }
    func pause() throws(SystemFailure) {
      try output.appendRows { printer.end(&$0) }
      try output.flush()
    }
    let following: EventStream.Following? = options.follows ? (descriptor, pause) : nil
    let status = try stream.run(tail: options.tail, following: following, visit)
    try output.appendRows { printer.end(&$0) }
    try output.endRows()
    return status
  }
}

/// Prints events in one of the forms.
private struct EventPrinter {
  private let format: ShowFormat
  private let table: DelimitedText
  private var text: EventText

  /// A table has a column for each field; the version is the same in all lines.
  private static let columns = JournalField.allCases.filter { $0 != .version }

  init(_ format: ShowFormat, _ options: ShowOptions, style: TextStyle) {
    self.format = format
    table = DelimitedText(.csv, isSafe: options.isSafeForSpreadsheets)
    text = EventText(style)
  }

  /// Appends the row of column names.
  func appendHeader(to rows: inout ByteBuffer) {
    table.appendHeader(EventPrinter.columns.map(\.name.description), to: &rows)
  }

  /// Appends an event.
  mutating func append(_ line: JournalLine, to rows: inout ByteBuffer) {
    switch format {
    case .text: text.append(line, to: &rows)
    case .ndjson:
      rows.append(line.bytes)
      rows.append(UInt8(ascii: "\n"))
    case .json:
      rows.append(",\n")
      rows.append(line.root.raw)
    case .csv:
      // Strings without escapes, properties as JSON.
      for (index, field) in EventPrinter.columns.enumerated() {
        let value = line.node(field)?.cardValue ?? .absent
        table.appendCell(value, isFirst: index == 0, to: &rows)
      }
      table.endRow(to: &rows)
    }
  }

  /// Appends the rows that wait for more events.
  mutating func end(_ rows: inout ByteBuffer) { text.end(&rows) }
}
