import CardJSON
import CardProcessing
import EventJournal

/// Parses the lines of an import: events with the keys of a journal, most of which are optional,
/// and content card events from Currents.
struct EventLineParser: ~Copyable {
  private var reader = JournalLineReader()
  /// The text of the event's fields, whose ranges are in `ranges`.
  private var texts = ByteBuffer()
  private var ranges: [(field: JournalField, range: Range<Int>)] = []

  private static let names = JournalField.allCases.map(\.name.description)

  /// Returns the event on a line, valid until the next call; nil for a Currents event of a kind that
  /// a journal does not have.
  mutating func parse(_ line: ByteView) throws(LineProblem) -> NewEvent? {
    texts.removeAll()
    ranges.removeAll(keepingCapacity: true)
    try reader.scan(line)
    if let type = reader.root.member("event_type", .string) {
      return try currents(CurrentsEvent(reader.root), type.string)
    }
    return try event(reader.newEvent())
  }

  private mutating func event(_ line: JournalLine) throws(LineProblem) -> NewEvent {
    var event = NewEvent(line.kind)
    if line.node(.version) == nil, let name = EventLineParser.unknownName(line.root) {
      let hint = NearestName.hint(for: name, among: EventLineParser.names)
      throw .other("unknown key \"\(name.cut(toScalars: 40))\"\(hint)")
    }
    event.time = try line.node(.time).map(EventLineParser.time)
    event.isControl = line.isControl
    for field in JournalField.allCases where field.isText {
      if let node = line.node(field) { add(field) { node.appendText(to: &$0) } }
    }
    if let node = line.node(.properties) {
      add(.properties) { JSONText.appendCompact(node.raw, to: &$0) }
    }
    return finished(event)
  }

  private mutating func currents(_ source: CurrentsEvent, _ type: String) throws(LineProblem)
    -> NewEvent?
  {
    guard let kind = EventKind.allCases.first(where: { type == CurrentsExport.type(of: $0) }) else {
      return nil
    }
    guard let card = source.node("content_card_id"), card.kind == .string else {
      throw .other("\"content_card_id\" is missing, or is not a string")
    }
    var event = NewEvent(kind)
    event.time = try source.node("time").map(EventLineParser.time)
    let properties = CurrentsExport.propertyNames.compactMap { name in
      source.node(name).map { (name, $0) }
    }
    // Written first, because a JSON writer writes a comma if the buffer contains text.
    if !properties.isEmpty {
      add(.properties) { text in
        text.json { json in
          json.object { for (name, node) in properties { $0.add(name, json: node.raw) } }
        }
      }
    }
    let fields: [(JournalField, JSONNode?)] = [
      (.cardID, card), (.userID, source.node("external_user_id") ?? source.node("user_id")),
      (.deviceID, source.node("device_id")), (.campaignID, source.node("campaign_id")),
      (.messageVariationID, source.node("message_variation_id")), (.id, source.node("id")),
    ]
    for case (let field, let node?) in fields {
      guard node.kind == .string else { throw .wrongType(field) }
      add(field) { node.appendText(to: &$0) }
    }
    return finished(event)
  }

  private mutating func add(_ field: JournalField, _ append: (inout ByteBuffer) -> Void) {
    let start = texts.count
    append(&texts)
    ranges.append((field, start..<texts.count))
  }

  /// Returns the event with its text fields; the key defaults to the id.
  private func finished(_ event: NewEvent) -> NewEvent {
    var event = event
    for (field, range) in ranges { event[field] = texts.view.slice(range) }
    event[.cardID] = event[.cardID].map { $0.slice(CardIDText.range(in: $0)) }
    event[.key] = event[.key] ?? event[.id]
    return event
  }

  /// Parses an ISO 8601 time, or a number of epoch seconds or milliseconds.
  private static func time(_ node: JSONNode) throws(LineProblem) -> Int64 {
    let isText = node.kind == .string
    let text = isText ? node.string : node.raw.text
    let time =
      isText
      ? node.decoded.read { ISO8601.milliseconds($0) }
      : node.kind == .number ? try? TimeArgument(text).milliseconds(at: 0) : nil
    // The start of the year 1. A time zone offset can move a valid date before it.
    guard let time, time >= -62_135_596_800_000 else { throw .badTime(text) }
    return time
  }

  private static func unknownName(_ event: JSONNode) -> String? {
    event.members.lazy.map(\.key.string).first { !names.contains($0) }
  }
}

/// A Currents event, either from the Custom HTTP connector or flat as in a storage export, which
/// writes a nullable value as `{"string":VALUE}`.
private struct CurrentsEvent {
  private let objects: [JSONNode]

  init(_ event: JSONNode) {
    objects = ["properties", "user"].compactMap { event.member($0, .object) } + [event]
  }

  /// Returns the value of a field; nil if absent or null.
  func node(_ name: StaticString) -> JSONNode? {
    for object in objects {
      guard var node = object.member(ByteView(name)) else { continue }
      for (_, value) in node.members { node = value }
      if node.kind != .null, node.kind != .object { return node }
    }
    return nil
  }
}
