import CardJSON
import CardProcessing
import EventJournal

/// Parses the lines of an import: events with the keys of a journal, most of which are optional, and
/// events of content cards from Currents.
struct EventLineParser: ~Copyable {
  private var reader = JournalLineReader()
  /// The text of the event's fields.
  private var texts = ByteBuffer()
  private var ranges: [(field: JournalField, range: Range<Int>)] = []

  private static let names = JournalField.allCases.map(\.name.description)

  /// Parses a line.
  ///
  /// - Returns: an event, valid until the parser is used again; nil for an event of Currents that a
  ///   journal does not have.
  mutating func parse(_ line: ByteView) throws(LineProblem) -> NewEvent? {
    texts.removeAll()
    ranges.removeAll(keepingCapacity: true)
    if let problem = reader.scan(line) { throw problem }
    let document = reader.document
    if let type = document.member("event_type", .string, of: 0) {
      return try currents(CurrentsEvent(document), document.string(type))
    }
    switch reader.event(isNew: true) {
    case .event(let line): return try event(line)
    case .invalid(let problem): throw problem
    }
  }

  private mutating func event(_ line: JournalLine) throws(LineProblem) -> NewEvent {
    let document = line.document
    var event = NewEvent(line.kind)
    if line.node(.version) == nil, let name = EventLineParser.unknownName(document) {
      let hint = NearestName.hint(for: name, among: EventLineParser.names)
      throw .other("unknown key \"\(name.cut(toScalars: 40))\"\(hint)")
    }
    event.time = try line.node(.time).map { node throws(LineProblem) in
      try EventLineParser.time(document, node)
    }
    event.isControl = line.isControl
    for field in JournalField.allCases where field.content == .text {
      if let node = line.node(field) { add(field) { document.appendText(node, to: &$0) } }
    }
    if let node = line.node(.properties) {
      add(.properties) { JSONText.appendCompact(document.raw(node), to: &$0) }
    }
    return finished(event)
  }

  private mutating func currents(_ source: CurrentsEvent, _ type: String) throws(LineProblem)
    -> NewEvent?
  {
    guard let kind = EventKind.allCases.first(where: { type == CurrentsExport.type(of: $0) }) else {
      return nil
    }
    let document = source.document
    guard let card = source.node("content_card_id"), document.kind(card) == .string else {
      throw .other("\"content_card_id\" is missing, or is not a string")
    }
    var event = NewEvent(kind)
    event.time = try source.node("time").map { node throws(LineProblem) in
      try EventLineParser.time(document, node)
    }
    let fields: [(JournalField, Int?)] = [
      (.cardID, card), (.userID, source.node("external_user_id") ?? source.node("user_id")),
      (.deviceID, source.node("device_id")), (.campaignID, source.node("campaign_id")),
      (.messageVariationID, source.node("message_variation_id")), (.id, source.node("id")),
    ]
    for case (let field, let node?) in fields {
      guard document.kind(node) == .string else { throw .wrongType(field) }
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
    return finished(event)
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

  /// A time of ISO 8601, or a number of epoch seconds or milliseconds.
  private static func time(_ document: JSONDocument, _ node: Int) throws(LineProblem) -> Int64 {
    let isText = document.kind(node) == .string
    let text = isText ? document.string(node) : document.raw(node).text
    let time =
      isText
      ? document.decoded(node).read { ISO8601.milliseconds($0) }
      : document.kind(node) == .number ? try? TimeArgument(text).milliseconds(at: 0) : nil
    // The year 1 begins here; an offset may lead before it.
    guard let time, time >= -62_135_596_800_000 else { throw .badTime(text) }
    return time
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
