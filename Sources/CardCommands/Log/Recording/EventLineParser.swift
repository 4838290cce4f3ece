import CardJSON
import CardProcessing
import EventJournal

/// Parses the lines of an import: events with the keys of a journal, most of which are optional, and
/// events of content cards from Currents.
struct EventLineParser: ~Copyable {
  /// The result of parsing a line.
  enum Outcome {
    /// An event, valid until the parser is used again.
    case event(NewEvent)
    /// The line is not a valid event, for this reason.
    case invalid(LineProblem)
    /// The line is not a valid event, for this reason in words.
    case refused(String)
    /// An event of Currents that a journal does not have.
    case skipped
  }

  private var reader = JournalLineReader()
  /// The text of the event's fields.
  private var texts = ByteBuffer()
  private var ranges: [(field: JournalField, range: Range<Int>)] = []

  private static let names = JournalField.allCases.map(\.name.description)

  /// Parses a line.
  mutating func parse(_ line: ByteView) -> Outcome {
    texts.removeAll()
    ranges.removeAll(keepingCapacity: true)
    if let problem = reader.scan(line) { return .invalid(problem) }
    let document = reader.document
    if let type = document.member("event_type", .string, of: 0) {
      return currents(CurrentsEvent(document), document.string(type))
    }
    switch reader.event(isNew: true) {
    case .event(let line): return event(line)
    case .invalid(let problem): return .invalid(problem)
    }
  }

  private mutating func event(_ line: JournalLine) -> Outcome {
    let document = line.document
    var event = NewEvent(line.kind)
    if line.node(.version) == nil, let name = EventLineParser.unknownName(document) {
      let hint = NearestName.hint(for: name, among: EventLineParser.names)
      return .refused("not an event: unknown key \"\(name.cut(toScalars: 40))\"\(hint)")
    }
    if let node = line.node(.time) {
      event.time = EventLineParser.time(document, node)
      if event.time == nil {
        let isText = document.kind(node) == .string
        return .invalid(.badTime(isText ? document.string(node) : document.raw(node).text))
      }
    }
    event.isControl = line.isControl
    for field in JournalField.allCases where field.content == .text {
      if let node = line.node(field) { add(field) { document.appendText(node, to: &$0) } }
    }
    if let node = line.node(.properties) {
      add(.properties) { JSONText.appendCompact(document.raw(node), to: &$0) }
    }
    return .event(finished(event))
  }

  private mutating func currents(_ source: CurrentsEvent, _ type: String) -> Outcome {
    guard let kind = EventKind.allCases.first(where: { type == CurrentsExport.type(of: $0) }) else {
      return .skipped
    }
    let document = source.document
    guard let card = source.node("content_card_id"), document.kind(card) == .string else {
      return .refused("not an event: \"content_card_id\" is missing, or is not a string")
    }
    var event = NewEvent(kind)
    if let node = source.node("time") {
      event.time = EventLineParser.time(document, node)
      if event.time == nil { return .invalid(.badTime(document.raw(node).text)) }
    }
    let fields: [(JournalField, Int?)] = [
      (.cardID, card), (.userID, source.node("external_user_id") ?? source.node("user_id")),
      (.deviceID, source.node("device_id")), (.campaignID, source.node("campaign_id")),
      (.messageVariationID, source.node("message_variation_id")), (.id, source.node("id")),
    ]
    for case (let field, let node?) in fields {
      guard document.kind(node) == .string else { return .invalid(.wrongType(field)) }
      add(field) { document.appendText(node, to: &$0) }
    }
    let properties = CurrentsExport.propertyNames.compactMap { name in
      source.node(name).map { (name, $0) }
    }
    if !properties.isEmpty {
      // A JSON writer would write a comma after the text that is already in the buffer.
      var object = ByteBuffer()
      object.json { json in
        json.object { members in
          for (name, node) in properties { members.add(name, json: document.raw(node)) }
        }
      }
      add(.properties) { $0.append(object.view) }
    }
    return .event(finished(event))
  }

  private mutating func add(_ field: JournalField, _ append: (inout ByteBuffer) -> Void) {
    let start = texts.count
    append(&texts)
    ranges.append((field, start..<texts.count))
  }

  /// The event with its text; its id is its key unless it has one.
  private func finished(_ event: NewEvent) -> NewEvent {
    var event = event
    for (field, range) in ranges { event[field] = texts.view.slice(range) }
    event[.cardID] = event[.cardID].map { $0.slice(CardIDText.range(in: $0)) }
    event[.key] = event[.key] ?? event[.id]
    return event
  }

  /// A time of ISO 8601, or a number of epoch seconds or milliseconds; nil for any other value.
  private static func time(_ document: JSONDocument, _ node: Int) -> Int64? {
    let time: Int64?
    switch document.kind(node) {
    case .string: time = document.decoded(node).read { ISO8601.milliseconds($0) }
    case .number: time = try? TimeArgument(document.raw(node).text).milliseconds(at: 0)
    default: time = nil
    }
    // The year 1 begins here; an offset may lead before it.
    return time.flatMap { $0 >= -62_135_596_800_000 ? $0 : nil }
  }

  private static func unknownName(_ document: JSONDocument) -> String? {
    var unknown: String?
    document.forEachMember(of: 0) { key, _ in
      if unknown == nil, !names.contains(document.string(key)) { unknown = document.string(key) }
    }
    return unknown
  }
}

/// An event of Currents: of the Custom HTTP connector, or flat as in a storage export, where a value
/// that may be null is `{"string":VALUE}`.
private struct CurrentsEvent {
  let document: JSONDocument
  private let objects: [Int]

  init(_ document: JSONDocument) {
    self.document = document
    objects = ["properties", "user"].compactMap { document.member($0, .object, of: 0) } + [0]
  }

  /// The node of a field's value; nil if absent or null.
  func node(_ name: StaticString) -> Int? {
    for object in objects {
      guard var node = document.member(ByteView(name), of: object) else { continue }
      if document.kind(node) == .object {
        document.forEachMember(of: node) { _, value in node = value }
      }
      if document.kind(node) != .null, document.kind(node) != .object { return node }
    }
    return nil
  }
}
