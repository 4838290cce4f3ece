import CardArguments
import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit
import EventJournal

/// The output format of `cardctl log show`.
enum ShowFormat: String, OptionChoice {
  case text = "text: one readable line per event: time, event, class type, card, other fields"
  case ndjson = "ndjson: the lines of the journal, byte for byte"
}

/// The options of `cardctl log show`.
struct ShowOptions: Sendable {
  var format: ShowFormat?
  var follows = false
  var limit: Int?
  var tail: Int?

  static let options = EventOptions.options + [output]

  private static let output = OptionGroup(
    "Output",
    [
      .format(ShowFormat.self, "print them in this format") { $0.show.format = $1 }
        .byDefault("text on a terminal, else ndjson"),
      .flag("follow", short: "f", "wait for more events and print them too") {
        $0.show.follows = $1
      }.explained(
        "The file is opened again by its name after a rotation or a deletion, as `tail -F` "
          + "does, and need not exist yet. Ctrl-C or a closed pipe ends it."),
      .integer("limit", short: "n", range: 0...Int.max, "print at most N events") {
        $0.show.limit = $1
      },
      .integer("tail", range: 0...Int.max, "print only the last N existing events") {
        $0.show.tail = $1
      }.explained("With --follow, print them and then the new ones."),
    ])
}

/// `cardctl log show`: prints the events of a journal.
enum ShowCommand {
  static let declaration = LogCommand.command(
    "show", "print the events of the journal, or follow it", groups: ShowOptions.options,
    examples: [
      Example("cardctl log show --since 1h", "the events of the last hour"),
      Example("cardctl log show --event click | jq .card_id", "the cards of all clicks"),
      Example("cardctl log show --follow --user example-user | jq .card_id", "what a user does"),
    ], exitStatuses: ExitStatuses.ofJournal, usesZone: { _ in true }, run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let (options, descriptor) = (line.options.show, line.options.console.output)
    let format = options.format ?? (SystemCalls.isTerminal(descriptor) ? .text : .ndjson)
    let stream = try EventStream(line.options)
    if options.limit == 0 || options.tail == 0 && !options.follows { return ExitStatuses.done }
    var printer = EventPrinter(
      format: format, style: TextStyle(line.options), zone: line.options.zone)
    let output = OutputStream(descriptor, name: "<stdout>", passesControls: format == .text)
    var rows = ByteBuffer()
    func write(_ body: (inout ByteBuffer) -> Void) throws(SystemFailure) {
      rows.removeAll()
      body(&rows)
      try output.write(rows.view, isFollowed: true)
    }
    var left = options.limit ?? .max
    func visit(_ line: JournalLine) throws -> EventStream.Step {
      guard left > 0 else { return .stop }
      left -= 1
      try write { printer.append(line, to: &$0) }
      return left > 0 ? .next : .stop
    }
    func pause() throws(SystemFailure) {
      try write { printer.end(&$0) }
      try output.flush()
    }
    let following: EventStream.Following? = options.follows ? (descriptor, pause) : nil
    var reader = stream.reader(follows: following != nil)
    let status = try stream.run(&reader, tail: options.tail, following: following, visit)
    try write { printer.end(&$0) }
    try output.flush()
    return status
  }
}

/// Prints events in one of the formats.
///
/// As text, an event consists of its time, its kind, the class type, the card, and other fields as
/// `name=value`, in tables of up to 500 events. A string with whitespace or escapes is written as JSON, so that every event stays
/// on its line and has no effect on a terminal.
private struct EventPrinter {
  let format: ShowFormat
  let style: TextStyle
  /// The zone of the times of text.
  let zone: Zone
  /// The rows of the next table.
  private(set) var rows: [[TextTable.Cell]] = []
  private(set) var hasHeader = false

  private static let others: [(name: String, field: JournalField)] = [
    ("user", .userID), ("device", .deviceID), ("session", .sessionID),
    ("dispatch", .dispatchID), ("reason", .reason), ("key", .key),
  ]
  private static let columns = [
    TextTable.Column(title: "time", minimum: 24), TextTable.Column(title: "event", minimum: 10),
    TextTable.Column(title: "class type", minimum: 8, dropRank: 1),
    TextTable.Column(title: "card", minimum: 44),
    TextTable.Column(title: "", minimum: 12, dropRank: 2),
  ]
  private static let paints: [TextStyle.Paint?] = [.dimmed, nil, nil, .name, nil]
  private static let idColumn = 3
  private static let tableSize = 500

  /// Appends an event, or adds it to the next table.
  mutating func append(_ line: JournalLine, to output: inout ByteBuffer) {
    if format == .ndjson {
      output.append(line.bytes)
      return output.append(UInt8(ascii: "\n"))
    }
    func text(_ field: JournalField) -> String { line.node(field).map(EventPrinter.shown) ?? "-" }
    let event = CountedEvent(line) == .controlImpression ? "control impression" : line.kind.rawValue
    let time = ISO8601.text(line.time, withMilliseconds: true, in: zone) ?? text(.time)
    let cells = [time, event, text(.classType), text(.cardID), EventPrinter.details(of: line)]
    rows.append(zip(cells, EventPrinter.paints).map { TextTable.Cell($0, $1) })
    if rows.count >= EventPrinter.tableSize { end(&output) }
  }

  /// Appends the table of the collected rows.
  mutating func end(_ output: inout ByteBuffer) {
    guard !rows.isEmpty else { return }
    if style.isFitted { rows.shorten(idsIn: EventPrinter.idColumn) }
    let table = TextTable(EventPrinter.columns, rows)
    output.append(table.text(style, width: style.width, hasHeader: !hasHeader))
    hasHeader = true
    rows.removeAll(keepingCapacity: true)
  }

  private static func details(of line: JournalLine) -> String {
    var details = others.compactMap { name, field in
      line.node(field).map { "\(name)=" + shown($0) }
    }
    // An abort of Currents names only the campaign.
    if line.node(.cardID) == nil, let campaign = line.node(.campaignID) {
      details.insert("campaign=" + shown(campaign), at: 0)
    }
    if let properties = line.node(.properties) {
      details += properties.members.map { shown($0) + "=" + shown($1) }
    }
    return details.joined(separator: " ")
  }

  /// Returns a string that is a plain word as this word, and any other value as JSON.
  private static func shown(_ node: JSONNode) -> String {
    let isWord =
      node.kind == .string && node.content.count > 0
      && !node.content.containsAny(of: .unusualInWord)
    return LineText.escaped(isWord ? node.content.text : node.compact.read(\.text))
  }
}

extension ByteClass {
  /// The bytes that a plain word cannot contain: whitespace, control characters and the backslash
  /// of escapes.
  fileprivate static var unusualInWord: ByteClass {
    ByteClass(.bytes(0, 0x20), or: .byte(0x7F), or: .byte(UInt8(ascii: "\\")))
  }
}
