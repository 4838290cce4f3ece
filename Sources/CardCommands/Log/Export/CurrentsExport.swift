import CardJSON
import CardProcessing
import ContentCardKit
import EventJournal

/// Events of Currents as its Custom HTTP connector has them, one per line.
///
/// Every event has all fields that the schema of impressions, clicks and dismissals of content
/// cards lists (github.com/Appboy/currents-examples); those that may be null and are not known
/// are null.
struct CurrentsExport: EventExport {
  /// The source of a field's value.
  private enum Source {
    /// A text field of the journal's line.
    case field(JournalField)
    /// The app that the user named.
    case app
    /// The journal's property of the same name, if there is one: text, one of these values if there
    /// are any.
    case text(oneOf: [String] = [])
    /// Likewise, true or false.
    case boolean
  }

  private typealias Field = (name: StaticString, source: Source)

  private static let userFields: [Field] = [
    ("user_id", .field(.userID)), ("external_user_id", .field(.userID)),
    ("device_id", .field(.deviceID)), ("timezone", .text()),
  ]

  private static let propertyFields: [Field] = [
    ("app_group_id", .text()), ("app_id", .app), ("content_card_id", .field(.cardID)),
    ("send_id", .text()), ("campaign_id", .field(.campaignID)), ("campaign_name", .text()),
    ("message_variation_id", .field(.messageVariationID)), ("message_variation_name", .text()),
    ("canvas_id", .text()), ("canvas_name", .text()), ("canvas_variation_id", .text()),
    ("canvas_variation_name", .text()), ("canvas_step_id", .text()), ("canvas_step_name", .text()),
    ("platform", .text(oneOf: ["ios", "android", "kindle", "web", "tvos", "roku"])),
    ("os_version", .text()), ("device_model", .text()), ("ad_id", .text()),
    ("ad_id_type", .text(oneOf: ["ios_idfa", "google_ad_id", "windows_ad_id", "roku_ad_id"])),
    ("ad_tracking_enabled", .boolean),
  ]

  /// The fields that are properties in the journal.
  static let propertyNames = (userFields + propertyFields).compactMap { field -> StaticString? in
    if case .field = field.source { nil } else { field.name }
  }

  /// The type of events of a kind.
  static func type(of kind: EventKind) -> String {
    let name =
      switch kind {
      case .impression: "Impression"
      case .click: "Click"
      case .dismissal: "Dismiss"
      }
    return "users.messages.contentcard." + name
  }

  /// The app of all events.
  private let appID: String

  /// An export of events of the app `appID`.
  init(appID: String) { self.appID = appID }

  func append(_ line: JournalLine, to rows: inout ByteBuffer) -> ExportOutcome {
    guard CountedEvent(line) != .controlImpression else { return .leftOut }
    guard line.node(.userID) != nil else {
      return .refused("the event has no user, which Currents needs")
    }
    if let mistake = CurrentsExport.mistake(line) { return .refused(mistake) }
    var reader = EventCampaign()
    let told = reader.composite(of: line)
    rows.jsonLine { event in
      event.add("event_type", CurrentsExport.type(of: line.kind))
      event.add("id", .id, of: line)
      // Seconds are cut off, also before 1970.
      event.add("time", Int((line.time - (line.time % 1000 + 1000) % 1000) / 1000))
      event.object("user") { add(CurrentsExport.userFields, of: line, told, to: &$0) }
      event.object("properties") { add(CurrentsExport.propertyFields, of: line, told, to: &$0) }
    }
    return .written
  }

  func end(_ rows: inout ByteBuffer) {}

  /// The error in a property of the journal that is the source of a field.
  private static func mistake(_ line: JournalLine) -> String? {
    guard line.node(.properties) != nil else { return nil }
    for field in userFields + propertyFields {
      guard let node = property(field, of: line),
        let expected = expected(field.source, line.document, at: node)
      else { continue }
      return "its property \"\(field.name)\" is not \(expected)"
    }
    return nil
  }

  /// The journal's property that a field takes its value from; nil for none.
  private static func property(_ field: Field, of line: JournalLine) -> Int? {
    switch field.source {
    case .app, .field: return nil
    case .text, .boolean:
      guard let properties = line.node(.properties),
        let node = line.document.member(ByteView(field.name), of: properties)
      else { return nil }
      return line.document.kind(node) == .null ? nil : node
    }
  }

  /// The expected form of the value `node`; nil if it is valid.
  private static func expected(_ source: Source, _ document: JSONDocument, at node: Int)
    -> String?
  {
    let kind = document.kind(node)
    switch source {
    case .field, .app: return nil
    case .text(let names) where names.isEmpty:
      return kind == .object || kind == .array ? "a string" : nil
    case .text(let names):
      if kind == .string, names.contains(document.string(node)) { return nil }
      return "one of " + names.joined(separator: ", ")
    case .boolean:
      return kind == .true || kind == .false ? nil : "true or false"
    }
  }

  /// Adds fields of the event on `line`, whose card's id tells a campaign as well.
  private func add(
    _ fields: [Field], of line: JournalLine, _ told: CompositeID?, to json: inout JSONWriter
  ) {
    for field in fields {
      if case .app = field.source {
        json.add(field.name, appID)
      } else if case .field(let source) = field.source {
        if let node = line.node(source) {
          json.add(field.name, json: line.document.raw(node))
        } else if source == .campaignID, let campaign = told?.campaign {
          json.add(field.name, text: campaign)
        } else if source == .messageVariationID, let variation = told?.variation {
          json.add(field.name, text: variation)
        } else {
          json.addNull(field.name)
        }
      } else if let node = CurrentsExport.property(field, of: line) {
        let value = line.document.raw(node)
        if case .text = field.source, line.document.kind(node) != .string {
          // A version such as 17.2 is a number in the journal.
          json.add(field.name, text: value)
        } else {
          json.add(field.name, json: value)
        }
      } else {
        json.addNull(field.name)
      }
    }
  }
}
