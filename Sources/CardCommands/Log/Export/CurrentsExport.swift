import CardJSON
import ContentCardKit
import EventJournal

/// Exports Currents events in the format of the Custom HTTP connector, one per line.
///
/// Every event has all fields in the schema of content card impressions, clicks and dismissals
/// (github.com/Appboy/currents-examples); unknown nullable fields are null.
struct CurrentsExport: EventExport {
  /// The source of a field's value.
  private enum Source {
    /// A text field of the journal line.
    case field(JournalField)
    /// The app id of the command line.
    case app
    /// The property of the same name in the journal, if present: text, restricted to these values
    /// unless the list is empty.
    case text(oneOf: [String] = [])
    /// The property of the same name in the journal, if present: true or false.
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
        ("send_id", .text()), ("dispatch_id", .field(.dispatchID)),
        ("campaign_id", .field(.campaignID)), ("campaign_name", .text()),
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

  /// The names of the fields that become properties in the journal, those of sends and aborts too.
  static let importedNames: [StaticString] =
    objects.flatMap(\.fields).compactMap { field -> StaticString? in
      if case .field = field.source { nil } else { field.name }
    } + ["message_extras", "abort_log", "canvas_step_message_variation_id"]

  /// Returns the Currents type of events of this kind.
  static func type(of kind: EventKind) -> String {
    // Currents uses the same words as the commands of `cardctl log`, capitalized.
    CardEvent.Kind.currentsPrefix + kind.word.prefix(1).uppercased() + kind.word.dropFirst()
  }

  /// The app id of all events.
  let appID: String
  /// The number of skipped impressions of control cards.
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
    let composite = reader.composite(of: line)
    let start = rows.count
    var problem: String?
    rows.jsonLine { event in
      event.add("event_type", CurrentsExport.type(of: line.kind))
      event.add("id", .id, of: line)
      // Round down to seconds, also before 1970.
      event.add("time", Int((line.time - (line.time % 1000 + 1000) % 1000) / 1000))
      for (name, fields) in CurrentsExport.objects {
        event.object(name) { object in
          for field in fields { add(field, of: line, composite, to: &object, problem: &problem) }
        }
      }
    }
    guard let problem else { return .next }
    rows.truncate(to: start)
    return .refuse(problem)
  }

  func end(_ rows: inout ByteBuffer) -> String? {
    let events = counted(skipped, CountedEvent.controlImpression.words)
    return skipped > 0 ? "\(events) skipped: Currents has no such event" : nil
  }

  /// Adds a field of the event on `line`, and sets `problem` to the first error in a property.
  ///
  /// The parts of the card's id are the fallback for the campaign and the variation.
  private func add(
    _ field: Field, of line: JournalLine, _ composite: CompositeID?, to json: inout JSONWriter,
    problem: inout String?
  ) {
    var node = line.node(.properties)?.member(ByteView(field.name))
    var expected: String?
    switch field.source {
    case .app: return json.add(field.name, appID)
    case .field(let source):
      node = line.node(source)
      if node == nil, source == .campaignID, let campaign = composite?.campaign {
        return json.add(field.name, text: campaign)
      }
      if node == nil, source == .messageVariationID, let variation = composite?.variation {
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
    if let expected, problem == nil {
      problem = "its property \"\(field.name)\" is not \(expected)"
    }
    if case .text = field.source, node.kind != .string {
      // A version such as 17.2 is a number in the journal.
      json.add(field.name, text: node.raw)
    } else {
      json.add(field.name, json: node.raw)
    }
  }
}
