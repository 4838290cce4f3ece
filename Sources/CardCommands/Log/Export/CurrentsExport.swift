@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import EventJournal

/// Events of Currents as its Custom HTTP connector has them, one a line.
///
/// Every event has all fields that the schema of impressions, clicks and dismissals of content
/// cards lists (github.com/Appboy/currents-examples); those that may be null and are not known
/// are null.
struct CurrentsExport: EventExport {
  /// Where the value of a field comes from.
  private enum Source {
    /// A field of the journal's line, which is text.
    case field(JournalField)
    /// The app that the user named.
    case app
    /// The journal's property of the same name, when there is one: text.
    case text
    /// Likewise, one of these.
    case choice([String])
    /// Likewise, true or false.
    case boolean
  }

  /// A field of an event: its name, what comes before its value, where the value comes from.
  private struct Field {
    let name: ByteView
    let lead: ByteView
    let source: Source
  }

  /// The fields of an event, with the ends and beginnings of objects in front of the first of each.
  private static let fields: [Field] = [("user", userFields), ("properties", propertyFields)]
    .flatMap { object, fields in
      fields.enumerated().map { index, field in
        let end = object == "user" ? "" : "}"
        let lead = index == 0 ? "\(end),\"\(object)\":{\"\(field.name)\":" : ",\"\(field.name)\":"
        return Field(
          name: ByteView(field.name), lead: ByteView(permanent: lead), source: field.source)
      }
    }

  private static let userFields: [(name: StaticString, source: Source)] = [
    ("user_id", .field(.userID)), ("external_user_id", .field(.userID)),
    ("device_id", .field(.deviceID)), ("timezone", .text),
  ]

  private static let propertyFields: [(name: StaticString, source: Source)] = [
    ("app_group_id", .text), ("app_id", .app), ("content_card_id", .field(.cardID)),
    ("send_id", .text), ("campaign_id", .field(.campaignID)), ("campaign_name", .text),
    ("message_variation_id", .field(.messageVariationID)), ("message_variation_name", .text),
    ("canvas_id", .text), ("canvas_name", .text), ("canvas_variation_id", .text),
    ("canvas_variation_name", .text), ("canvas_step_id", .text), ("canvas_step_name", .text),
    ("platform", .choice(["ios", "android", "kindle", "web", "tvos", "roku"])),
    ("os_version", .text), ("device_model", .text), ("ad_id", .text),
    ("ad_id_type", .choice(["ios_idfa", "google_ad_id", "windows_ad_id", "roku_ad_id"])),
    ("ad_tracking_enabled", .boolean),
  ]

  /// The app of all events, as a JSON string.
  private let appID: ByteView

  /// An export of events of the app `appID`.
  init(appID: String) {
    var quoted = ByteBuffer()
    JSONText.appendQuoted(appID, to: &quoted)
    self.appID = ByteView(permanent: quoted.view.text)
  }

  func append(_ line: JournalLine, _ bytes: ByteView, to rows: inout ByteBuffer) -> ExportOutcome {
    guard let name = CurrentsExport.name(of: line) else { return .leftOut }
    guard line.node(.userID) != nil else {
      return .refused("the event has no user, which Currents needs")
    }
    let start = rows.count
    rows.append("{\"event_type\":\"users.messages.contentcard.\(name)\"")
    line.appendMember("id", .id, to: &rows)
    // Seconds are cut off, also before 1970.
    rows.append(",\"time\":")
    rows.append(signed: (line.time - (line.time % 1000 + 1000) % 1000) / 1000)
    for field in CurrentsExport.fields {
      rows.append(field.lead)
      if let mistake = append(field, line, to: &rows) {
        rows.truncate(to: start)
        return .refused(mistake)
      }
    }
    rows.append("}}\n")
    return .written
  }

  /// The end of the type of the event; nil of a kind that Currents does not have.
  private static func name(of line: JournalLine) -> StaticString? {
    CountedEvent(line) == .controlImpression ? nil : line.kind.currentsName
  }

  /// Appends the value of a field; returns what is wrong with it.
  private func append(_ field: Field, _ line: JournalLine, to rows: inout ByteBuffer) -> String? {
    let document = line.document
    var node: Int?
    switch field.source {
    case .app:
      rows.append(appID)
      return nil
    case .field(let source):
      node = line.node(source)
      if node == nil, append(source, fromIDOf: line, to: &rows) { return nil }
    case .text, .choice, .boolean:
      node = line.node(.properties).flatMap { document.member(field.name, of: $0) }
      if let found = node, document.kind(found) == .null { node = nil }
      if let found = node, let expected = expected(field.source, document, found) {
        return "its property \"\(field.name.text)\" is not \(expected)"
      }
    }
    guard let node else {
      rows.append("null")
      return nil
    }
    if case .text = field.source, document.kind(node) != .string {
      // A version such as 17.2 is a number in the journal.
      JSONText.appendQuoted(document.raw(node), to: &rows)
    } else {
      rows.append(document.raw(node))
    }
    return nil
  }

  /// Appends a field that only the card's id tells; false when it does not.
  private func append(
    _ field: JournalField, fromIDOf line: JournalLine, to rows: inout ByteBuffer
  ) -> Bool {
    guard field == .campaignID || field == .messageVariationID else { return false }
    var reader = EventCampaign()
    guard let composite = reader.composite(of: line),
      let text = field == .campaignID ? composite.campaign : composite.variation
    else { return false }
    JSONText.appendQuoted(text, to: &rows)
    return true
  }

  /// What the value `node` should be instead; nil when it is right.
  private func expected(_ source: Source, _ document: JSONDocument, _ node: Int) -> String? {
    let kind = document.kind(node)
    switch source {
    case .field, .app: return nil
    case .text: return kind == .object || kind == .array ? "a string" : nil
    case .choice(let names):
      if kind == .string, names.contains(document.string(node)) { return nil }
      return "one of " + names.joined(separator: ", ")
    case .boolean:
      return kind == .true || kind == .false ? nil : "true or false"
    }
  }
}
