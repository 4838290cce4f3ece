import CardJSON
import CardProcessing
import ContentCardKit
import EventJournal

/// The events of a block of an import, in the order of the input, with those that are refused.
struct ImportedEvents: BlockContent, ~Copyable {
  /// An event whose text fields are ranges of `texts`.
  struct Event {
    let kind: EventKind
    var time: Int64?
    var isControl: Bool?
    var fields: [(JournalField, Range<Int>)]
  }

  /// A value of the input.
  enum Value {
    case event(Event)
    /// A value that is not an event, with the reason.
    case refused(String)
    /// A content card.
    case card
  }

  /// The values with their offsets in the input.
  fileprivate(set) var items: [(value: Value, offset: Int)] = []
  /// The text of the events' fields.
  fileprivate(set) var texts = ByteBuffer()
  /// The number of events of other kinds.
  fileprivate(set) var skippedCount = 0

  /// Returns an event with the text of its fields, valid as long as the texts do not change.
  borrowing func newEvent(_ event: Event) -> NewEvent {
    var new = NewEvent(event.kind)
    (new.time, new.isControl) = (event.time, event.isControl)
    for (field, range) in event.fields { new[field] = texts.view.slice(range) }
    new[.cardID] = new[.cardID].map { $0.slice(CardIDText.range(in: $0)) }
    new[.key] = new[.key] ?? new[.id]
    return new
  }

  /// Removes all events.
  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    texts.removeAll()
    skippedCount = 0
  }
}

/// Reads the events of an import: new events with the keys of a journal, most of which are optional,
/// and the other formats that `CardEventReader` reads.
struct ImportProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var reader = CardEventReader()
  private var lines = JournalLineReader()
  /// Returns the kind of the events of Currents in the input with this number.
  private let exportedKind: @Sendable (Int) -> CardEvent.Kind?
  private var found: HeldContent<ImportedEvents> { mutating get { batch.content() } }

  private static let names = JournalField.allCases.map(\.name.description)

  /// Creates a processor.
  init(exportedKind: @escaping @Sendable (Int) -> CardEvent.Kind?) {
    self.exportedKind = exportedKind
  }

  mutating func begin(input: Int) { reader.exportedKind = exportedKind(input) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    found.value.items.append((.card, offset))
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    refuse("not an event: \(problem.advised)", at: problem.offset)
  }

  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool {
    let isRead = reader.read(value)
    let isOwn =
      reader.problems.contains { $0.event.member("event", .string) != nil }
      || reader.events.contains { $0.format == .journal }
    // The reader of journals words what is wrong with any other value.
    guard isRead, !isOwn || value.member("events", .array) != nil else {
      do throws(LineProblem) { try addLine(value.raw, at: offset) } catch {
        if error != .blank { refuse(error.description, at: offset) }
      }
      return true
    }
    func start(of node: JSONNode) -> Int {
      place.string == nil ? offset + node.range.lowerBound - value.range.lowerBound : offset
    }
    found.value.skippedCount += reader.otherCount
    for event in reader.events {
      if event.format == .sdk, event.time == nil {
        refuse("not an event: its time is unknown", at: start(of: event.object))
      } else {
        add(event, at: start(of: event.object))
      }
    }
    for (event, message) in reader.problems {
      refuse("not an event: \(message)", at: start(of: event))
    }
    return true
  }

  private mutating func refuse(_ reason: String, at offset: Int) {
    found.value.items.append((.refused(reason), offset))
  }

  private mutating func add(_ event: ImportedEvents.Event, at offset: Int) {
    found.value.items.append((.event(event), offset))
  }

  // MARK: Formats

  /// Adds a new event with the keys of a journal.
  private mutating func addLine(_ text: ByteView, at offset: Int) throws(LineProblem) {
    try lines.scan(text)
    let line = try lines.newEvent()
    if line.node(.version) == nil, let name = ImportProcessor.unknownName(line.root) {
      let hint = NearestName.hint(for: name, among: ImportProcessor.names)
      throw .other("unknown key \"\(name.cut(toScalars: 40))\"\(hint)")
    }
    let time = try line.node(.time).map(ImportProcessor.time)
    var fields: [(JournalField, Range<Int>)] = []
    for field in JournalField.allCases where field.isText {
      if let node = line.node(field) { add(field, to: &fields) { node.appendText(to: &$0) } }
    }
    if let node = line.node(.properties) {
      add(.properties, to: &fields) { JSONText.appendCompact(node.raw, to: &$0) }
    }
    add(.init(kind: line.kind, time: time, isControl: line.isControl, fields: fields), at: offset)
  }

  private mutating func add(_ event: CardEvent, at offset: Int) {
    var fields: [(JournalField, Range<Int>)] = []
    // Written first, because a JSON writer writes a comma if the buffer contains text.
    if event.format == .currents {
      let properties = CurrentsExport.importedNames.compactMap { name in
        event.property(name).map { (name, $0) }
      }
      if !properties.isEmpty {
        var text = ByteBuffer()
        text.json { json in
          json.object { for (name, node) in properties { $0.add(name, json: node.raw) } }
        }
        add(.properties, to: &fields) { $0.append(text.view) }
      }
    }
    let isOfCurrents = event.format == .currents
    let user = event.node(.user) ?? (isOfCurrents ? event.property("user_id") : nil)
    let nodes: [(JournalField, JSONNode?)] = [
      (.cardID, event.card), (.userID, user), (.deviceID, event.node(.device)),
      (.sessionID, event.node(.session)), (.campaignID, event.node(.campaign)),
      (.messageVariationID, event.node(.messageVariation)), (.dispatchID, event.node(.dispatch)),
      (.reason, event.node(.reason)), (.id, event.node(.id)),
    ]
    for case (let field, let node?) in nodes {
      add(field, to: &fields) { node.appendText(to: &$0) }
    }
    // An SDK gives its events no ids; it logs no two of a card at the same time.
    if event.format == .sdk, let time = event.time {
      add(.key, to: &fields) { $0.append("sdk-\(time)") }
    }
    let kind = EventKind(event.kind)
    add(.init(kind: kind, time: event.time, isControl: event.isControl, fields: fields), at: offset)
  }

  private mutating func add(
    _ field: JournalField, to fields: inout [(JournalField, Range<Int>)],
    _ append: (inout ByteBuffer) -> Void
  ) {
    let start = found.value.texts.count
    append(&found.value.texts)
    fields.append((field, start..<found.value.texts.count))
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

extension EventKind {
  /// Creates the kind of an event that was read from an input.
  init(_ kind: CardEvent.Kind) {
    switch kind {
    case .impression: self = .impression
    case .click: self = .click
    case .dismissal: self = .dismissal
    case .send: self = .send
    case .abort: self = .abort
    }
  }
}
