import CardProcessing
import CardJSON
import ContentCardKit
import EventJournal

/// Events of Currents as its Custom HTTP connector has them, one per line.
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
    /// Likewise, one that Currents lists.
    case choice(Choice)
    /// Likewise, true or false.
    case boolean
  }

  /// The values that Currents lists for a field.
  private enum Choice {
    case platform
    case adIDType

    var names: [String] {
      switch self {
      case .platform: ["ios", "android", "kindle", "web", "tvos", "roku"]
      case .adIDType: ["ios_idfa", "google_ad_id", "windows_ad_id", "roku_ad_id"]
      }
    }
  }

  /// A field of an event.
  private struct Field {
    let name: StaticString
    let source: Source

    init(_ name: StaticString, _ source: Source) {
      self.name = name
      self.source = source
    }
  }

  private static let userFields = [
    Field("user_id", .field(.userID)), Field("external_user_id", .field(.userID)),
    Field("device_id", .field(.deviceID)), Field("timezone", .text),
  ]

  private static let propertyFields = [
    Field("app_group_id", .text), Field("app_id", .app), Field("content_card_id", .field(.cardID)),
    Field("send_id", .text), Field("campaign_id", .field(.campaignID)),
    Field("campaign_name", .text),
    Field("message_variation_id", .field(.messageVariationID)),
    Field("message_variation_name", .text),
    Field("canvas_id", .text), Field("canvas_name", .text), Field("canvas_variation_id", .text),
    Field("canvas_variation_name", .text), Field("canvas_step_id", .text),
    Field("canvas_step_name", .text),
    Field("platform", .choice(.platform)),
    Field("os_version", .text), Field("device_model", .text), Field("ad_id", .text),
    Field("ad_id_type", .choice(.adIDType)),
    Field("ad_tracking_enabled", .boolean),
  ]

  /// The beginning of the types of events.
  static let typePrefix = "users.messages.contentcard."

  /// The fields that are properties in the journal.
  static let propertyNames = (userFields + propertyFields).compactMap { field -> StaticString? in
    if case .field = field.source { return nil }
    return field.name
  }

  /// The app of all events.
  private let appID: String

  /// An export of events of the app `appID`.
  init(appID: String) { self.appID = appID }

  func append(_ line: JournalLine, _ bytes: ByteView, to rows: inout ByteBuffer) -> ExportOutcome {
    guard let name = CurrentsExport.name(of: line) else { return .leftOut }
    guard line.node(.userID) != nil else {
      return .refused("the event has no user, which Currents needs")
    }
    if let mistake = CurrentsExport.mistake(line) { return .refused(mistake) }
    var reader = EventCampaign()
    let told = reader.composite(of: line)
    rows.jsonLine { event in
      event.add("event_type", CurrentsExport.typePrefix + name.description)
      event.add("id", .id, of: line)
      // Seconds are cut off, also before 1970.
      event.add("time", Int((line.time - (line.time % 1000 + 1000) % 1000) / 1000))
      event.object("user") { add(CurrentsExport.userFields, of: line, told, to: &$0) }
      event.object("properties") { add(CurrentsExport.propertyFields, of: line, told, to: &$0) }
    }
    return .written
  }

  /// The end of the type of the event; nil of a kind that Currents does not have.
  private static func name(of line: JournalLine) -> StaticString? {
    CountedEvent(line) == .controlImpression ? nil : line.kind.currentsName
  }

  /// The error in a property of the journal that is the source of a field.
  private static func mistake(_ line: JournalLine) -> String? {
    guard line.node(.properties) != nil else { return nil }
    for field in userFields + propertyFields {
      guard let node = property(field, of: line),
        let expected = expected(field.source, line.document, node)
      else { continue }
      return "its property \"\(field.name)\" is not \(expected)"
    }
    return nil
  }

  /// The journal's property that a field takes its value from; nil for none.
  private static func property(_ field: Field, of line: JournalLine) -> Int? {
    switch field.source {
    case .app, .field: return nil
    case .text, .choice, .boolean:
      guard let properties = line.node(.properties),
        let node = line.document.member(ByteView(field.name), of: properties)
      else { return nil }
      return line.document.kind(node) == .null ? nil : node
    }
  }

  /// Adds fields of the event on `line`, whose card's id tells a campaign as well.
  private func add(
    _ fields: [Field], of line: JournalLine, _ told: CompositeID?, to json: inout JSONWriter
  ) {
    for field in fields {
      switch field.source {
      case .app: json.add(field.name, appID)
      case .field(let source):
        if let node = line.node(source) {
          json.add(field.name, json: line.document.raw(node))
        } else if let text = CurrentsExport.text(source, told) {
          json.add(field.name, text: text)
        } else {
          json.addNull(field.name)
        }
      case .text, .choice, .boolean:
        guard let node = CurrentsExport.property(field, of: line) else {
          json.addNull(field.name)
          continue
        }
        let value = line.document.raw(node)
        if case .text = field.source, line.document.kind(node) != .string {
          // A version such as 17.2 is a number in the journal.
          json.add(field.name, text: value)
        } else {
          json.add(field.name, json: value)
        }
      }
    }
  }

  /// A field that only the card's id tells; nil when it does not.
  private static func text(_ field: JournalField, _ told: CompositeID?) -> ByteView? {
    switch field {
    case .campaignID: told?.campaign
    case .messageVariationID: told?.variation
    default: nil
    }
  }

  /// The expected form of the value `node`; nil if it is valid.
  private static func expected(_ source: Source, _ document: JSONDocument, _ node: Int) -> String? {
    let kind = document.kind(node)
    switch source {
    case .field, .app: return nil
    case .text: return kind == .object || kind == .array ? "a string" : nil
    case .choice(let choice):
      let names = choice.names
      if kind == .string, names.contains(document.string(node)) { return nil }
      return "one of " + names.joined(separator: ", ")
    case .boolean:
      return kind == .true || kind == .false ? nil : "true or false"
    }
  }
}
