import CardJSON
import CardProcessing
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

  private static let objects: [(name: StaticString, fields: [Field])] = [
    (
      "user",
      [
        ("user_id", .field(.userID)), ("external_user_id", .field(.userID)),
        ("device_id", .field(.deviceID)), ("timezone", .text()),
      ]
    ),
    (
      "properties",
      [
        ("app_group_id", .text()), ("app_id", .app), ("content_card_id", .field(.cardID)),
        ("send_id", .text()), ("campaign_id", .field(.campaignID)), ("campaign_name", .text()),
        ("message_variation_id", .field(.messageVariationID)), ("message_variation_name", .text()),
        ("canvas_id", .text()), ("canvas_name", .text()), ("canvas_variation_id", .text()),
        ("canvas_variation_name", .text()), ("canvas_step_id", .text()),
        ("canvas_step_name", .text()),
        ("platform", .text(oneOf: ["ios", "android", "kindle", "web", "tvos", "roku"])),
        ("os_version", .text()), ("device_model", .text()), ("ad_id", .text()),
        ("ad_id_type", .text(oneOf: ["ios_idfa", "google_ad_id", "windows_ad_id", "roku_ad_id"])),
        ("ad_tracking_enabled", .boolean),
      ]
    ),
  ]

  /// The fields that are properties in the journal.
  static let propertyNames = objects.flatMap(\.fields).compactMap { field -> StaticString? in
    if case .field = field.source { nil } else { field.name }
  }

  /// The type of events of a kind.
  static func type(of kind: EventKind) -> String {
    // Currents names events like our commands, with a capital.
    "users.messages.contentcard." + kind.word.prefix(1).uppercased() + kind.word.dropFirst()
  }

  /// The app of all events.
  let appID: String
  /// The number of impressions of control cards.
  private(set) var skipped = 0

  mutating func append(_ line: JournalLine, to rows: inout ByteBuffer) -> EventStream.Step {
    if CountedEvent(line) == .controlImpression {
      skipped += 1
      return .next
    }
    guard line.node(.userID) != nil else {
      return .refuse("the event has no user, which Currents needs")
    }
    var reader = EventCampaign()
    let told = reader.composite(of: line)
    let start = rows.count
    var mistake: String?
    rows.jsonLine { event in
      event.add("event_type", CurrentsExport.type(of: line.kind))
      event.add("id", .id, of: line)
      // Seconds are cut off, also before 1970.
      event.add("time", Int((line.time - (line.time % 1000 + 1000) % 1000) / 1000))
      for (name, fields) in CurrentsExport.objects {
        event.object(name) { object in
          for field in fields { add(field, of: line, told, to: &object, &mistake) }
        }
      }
    }
    guard let mistake else { return .next }
    rows.truncate(to: start)
    return .refuse(mistake)
  }

  func end(_ rows: inout ByteBuffer) -> String? {
    let events = counted(skipped, CountedEvent.controlImpression.words)
    return skipped > 0 ? "\(events) skipped: Currents has no such event" : nil
  }

  /// Adds a field of the event on `line`, whose card's id tells a campaign as well.
  ///
  /// - Parameter mistake: the first error in a property that is the source of a field.
  private func add(
    _ field: Field, of line: JournalLine, _ told: CompositeID?, to json: inout JSONWriter,
    _ mistake: inout String?
  ) {
    var node = line.node(.properties)?.member(ByteView(field.name))
    var expected: String?
    switch field.source {
    case .app: return json.add(field.name, appID)
    case .field(let source):
      node = line.node(source)
      if node == nil, source == .campaignID, let campaign = told?.campaign {
        return json.add(field.name, text: campaign)
      }
      if node == nil, source == .messageVariationID, let variation = told?.variation {
        return json.add(field.name, text: variation)
      }
    case .boolean: if node?.kind != .true, node?.kind != .false { expected = "true or false" }
    case .text(let names) where names.isEmpty:
      if node?.kind == .object || node?.kind == .array { expected = "a string" }
    case .text(let names):
      let isOne = node?.kind == .string && names.contains(node?.string ?? "")
      if !isOne { expected = "one of " + names.joined(separator: ", ") }
    }
    guard let node, node.kind != .null else { return json.addNull(field.name) }
    if let expected, mistake == nil {
      mistake = "its property \"\(field.name)\" is not \(expected)"
    }
    if case .text = field.source, node.kind != .string {
      // A version such as 17.2 is a number in the journal.
      json.add(field.name, text: node.raw)
    } else {
      json.add(field.name, json: node.raw)
    }
  }
}
