import CardJSON
import CardRules
import ContentCardKit
import EventJournal

/// Exports custom events in bodies for /users/track, one body per line.
///
/// The lines of a journal are at most 64 KiB long, so no event comes near Braze's limit of 100 KB.
final class TrackExport: EventExport {
  /// The maximum length of the name of a custom event, in characters.
  static let maximumNameLength = 255
  /// The maximum length of a prefix of the event names, in characters.
  static let maximumPrefixLength = maximumNameLength - CountedEvent.controlImpression.name.count

  /// The properties that are fields of a journal line.
  private static let fields: [(name: StaticString, field: JournalField)] = [
    ("card_id", .cardID), ("class_type", .classType), ("campaign_id", .campaignID),
    ("message_variation_id", .messageVariationID), ("device_id", .deviceID),
    ("session_id", .sessionID), ("event_id", .id),
  ]

  private let options: ExportOptions
  /// The number of events in the current body; 0 if no body was begun.
  private var count = 0
  private let checker = RequestChecker()
  private var scanner = JSONScanner()
  private var event = ByteBuffer()
  private var body = ByteBuffer()
  private var findings = FindingSink()

  /// Creates an export with these options.
  init(_ options: ExportOptions) { self.options = options }

  func append(_ line: JournalLine, to rows: inout ByteBuffer) -> EventStream.Step {
    guard line.node(.userID) != nil else {
      return .refuse("the event has no user, which /users/track needs")
    }
    if let name = TrackExport.clashingProperty(line) {
      return .refuse("its property \"\(name)\" has the name of a field of the event")
    }
    event.removeAll()
    event.json { add(line, to: &$0) }
    if let problem { return .refuse(problem) }
    rows.append(count == 0 ? TrackExport.bodyStart : ",")
    rows.append(event.view)
    count += 1
    if count == options.chunk { endBody(&rows) }
    return .next
  }

  func end(_ rows: inout ByteBuffer) -> String? {
    endBody(&rows)
    return nil
  }

  private func endBody(_ rows: inout ByteBuffer) {
    if count > 0 {
      rows.append(TrackExport.bodyEnd)
      rows.append("\n")
    }
    count = 0
  }

  private static let bodyStart: StaticString = "{\"events\":["
  private static let bodyEnd: StaticString = "]}"

  private func add(_ line: JournalLine, to json: inout JSONWriter) {
    json.object { event in
      event.add("external_id", .userID, of: line)
      if let appID = options.appID { event.add("app_id", appID) }
      event.add("name", options.namePrefix + CountedEvent(line).name)
      event.add("time") { text in
        text.append("\"")
        if !ISO8601.append(line.time, to: &text, withMilliseconds: true) {
          line.appendText(.time, to: &text)
        }
        text.append("\"")
      }
      event.object("properties") { properties in
        for (name, field) in TrackExport.fields { properties.add(name, field, of: line) }
        guard let own = line.node(.properties) else { return }
        for (name, value) in own.members {
          properties.key(json: name.raw)
          properties.add { JSONText.appendCompact(value.raw, to: &$0) }
        }
      }
    }
  }

  /// Returns the name of the first property in the journal that clashes with a field.
  private static func clashingProperty(_ line: JournalLine) -> String? {
    guard let properties = line.node(.properties) else { return nil }
    for (name, _) in properties.members {
      let field = fields.first { name.text(equals: ByteView($0.name)) }
      if let field { return field.name.description }
    }
    return nil
  }

  /// The first error that `cardctl validate` would report for a body with the event; nil if the
  /// event is valid.
  private var problem: String? {
    body.removeAll()
    body.append(TrackExport.bodyStart)
    body.append(event.view)
    body.append(TrackExport.bodyEnd)
    guard case .value = scanner.scan(body.sealed()) else { return "it is nested too deeply" }
    findings.removeAll()
    findings.enter(scanner.document, at: DocumentOrigin())
    checker.check(.usersTrack, scanner.document.root, findings: &findings)
    return findings.findings.first { $0.severity == .error }?.message
  }
}
