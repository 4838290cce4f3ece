import CardArguments
import CardJSON
import CardPlatform
import EventJournal

/// A format of `cardctl log export`.
enum ExportFormat: String, OptionChoice {
  case currents =
    "currents: events of Currents as its Custom HTTP connector sends them, one per line"
  case usersTrack = "users-track: bodies for /users/track with custom events, one per line"
}

/// The options of `cardctl log export`.
struct ExportOptions: Sendable {
  var format: ExportFormat?
  var appID: String?
  var namePrefix = "content_card_"
  var chunk = 50
  var cursor: String?

  /// The maximum number of objects in one request to /users/track.
  private static let maximumObjectCount = 75

  static let options =
    EventOptions.options.only(
      when: { $0.options.export.cursor == nil },
      "--cursor exports the events since the last export", for: ["since", "until"].contains)
    + [form].only(
      when: { $0.options.export.format != .currents }, "it needs --to users-track",
      for: ["name-prefix", "chunk"].contains)

  private static let form = OptionGroup(
    "Output",
    [
      .format(ExportFormat.self) { $0.export.format = $1 },
      .text("app-id", "the id of the app, required for currents", expected: "the id of an app") {
        $0.export.appID = $1
      }.explained("With users-track, it is the app_id of each event, which is absent by default."),
      .value("name-prefix", valueName: "TEXT", "prefix of event names in users-track") {
        $0.export.namePrefix = try prefix($1)
      }.byDefault("content_card_").explained(
        "It is followed by impression, control_impression, click or dismissal: the custom events "
          + "are content_card_impression and so on."),
      .integer("chunk", range: 1...maximumObjectCount, "put at most N events into one body") {
        $0.export.chunk = $1
      }.byDefault("50").explained("The API accepts 75 objects per request, on some plans only 50."),
      .output,
      .text(
        "cursor", valueName: "FILE", kind: .file(extensions: []),
        "export the events since the last export with this file", expected: "a file path"
      ) { $0.export.cursor = $1 }.explained(
        """
        The file has the ids of the last 100 exported events, and an export begins after the \
        newest of them that is still in the journal. The first export creates it, and each one \
        replaces it after all output is written. If none of the events is left, or a rotated \
        file after them is missing or compressed, nothing is exported and the status is 1.
        """),
    ])

  private static func prefix(_ text: String) throws(ValueProblem) -> String {
    let (longest, whole) = (TrackExport.maximumPrefixLength, TrackExport.maximumNameLength)
    if text.unicodeScalars.count <= longest { return text }
    throw .reason("expected at most \(longest) characters, so that names have at most \(whole)")
  }
}

/// `cardctl log export`: converts the events of a journal to formats that other systems read.
enum ExportCommand {
  static let declaration = LogCommand.command(
    "export", "convert the journal to Currents events or /users/track bodies",
    groups: ExportOptions.options,
    examples: [
      Example(
        "cardctl log export --to users-track --since 1d > bodies.ndjson",
        "a body for /users/track on each line"),
      Example(
        "cardctl log export --to users-track --cursor track.cursor -o bodies.ndjson",
        "the events since the last export"),
      Example(
        "cardctl log export --to currents --app-id example-app", "events as Currents sends them"),
    ], exitStatuses: ExitStatuses.ofJournal, usesZone: { _ in true }, run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let (options, console) = (line.options.export, line.options.console)
    var form = try form(line)
    let stream = try EventStream(line.options)
    var cursor = try options.cursor.map { try ExportCursor($0, console) }
    var reader = stream.reader()
    if let refusal = try cursor?.find(in: &reader) {
      line.options.say(refusal)
      return ExitStatuses.data
    }
    let status = try OutputFile.write(line.options.output.path, console) { output in
      let status = try stream.run(&reader, reading: { cursor?.add($0) }) { line in
        // Sends and aborts come from Currents, not from users.
        if !EventKind.recorded.contains(line.kind) { return .next }
        return try output.append { form.append(line, to: &$0) }
      }
      let note = try output.append { form.end(&$0) }
      try output.flush()
      if let note { line.options.note(note) }
      return status
    }
    if status != ExitStatuses.inputOutput { try cursor?.save() }
    return status
  }

  private static func form(_ line: Line) throws(ArgumentError) -> any EventExport {
    let options = line.options.export
    if let cursor = options.cursor {
      var files = RunFiles(line.options.console, output: line.options.output.path)
      files.write(cursor, "--cursor \(SystemText.shown(cursor))")
      try files.check()
    }
    switch options.format {
    case nil:
      throw .other("needs --to currents or --to users-track; 'log show --to' prints the events")
    case .usersTrack: return TrackExport(options)
    case .currents:
      if let appID = options.appID { return CurrentsExport(appID: appID) }
      throw .other("--to currents needs --app-id, which every event of Currents has")
    }
  }
}

/// A line-based format to which events are exported.
protocol EventExport {
  /// Appends an event, or refuses it because it breaks a rule of the format.
  mutating func append(_ line: JournalLine, to rows: inout ByteBuffer) -> EventStream.Step
  /// Completes the output after the last event.
  ///
  /// - Returns: a note about events that the format cannot represent, if any.
  mutating func end(_ rows: inout ByteBuffer) -> String?
}

extension JSONWriter {
  /// Adds a field of a line as written in the journal; nothing if the line does not have it.
  mutating func add(_ key: StaticString, _ field: JournalField, of line: JournalLine) {
    guard let node = line.node(field) else { return }
    add(key, json: node.raw)
  }
}
