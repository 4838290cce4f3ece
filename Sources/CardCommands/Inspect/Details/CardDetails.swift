import CardJSON
import CardProcessing
import CardRules
import ContentCardKit
import EventJournal

/// All information about one card.
struct CardDetails {
  /// A field or an extra.
  struct Field {
    /// The canonical name, or `extras.KEY`.
    let name: String
    /// The key that it was read from; nil for inferred and recorded values.
    let key: String?
    /// Whether the value comes only from the journal.
    var isRecorded = false
    let value: FieldValue
  }

  /// The number of payload bytes of a field or an extra.
  typealias Part = (name: String, bytes: Int)

  /// The result of the conversion.
  enum Outcome {
    /// The name of the object and its properties, which include those of `contentCardData`.
    ///
    /// Each has its value as JSON, and the canonical fields and extras that it comes from; nil for a
    /// value from the registry.
    case object(String, [(name: String, json: String, sources: [String]?)])
    /// No object, for this reason.
    case skipped(String)
    /// No object although the class type is known, with all errors and whether each is fatal.
    case failed([(failure: ConversionFailure, isFatal: Bool)])
  }

  let card: Card
  let found: MatchingCard
  /// The number of other cards with the same id.
  let others: Int
  /// The journal events of the card; nil without `--journal`.
  let activity: CardActivity?
  let outcome: Outcome
  /// The campaign and the variation in the id, each with its creation date, if it contains one.
  let ids: [(name: String, id: String, made: String?)]
  /// The payload bytes of the fields, without the extras.
  private(set) var parts: [Part] = []
  /// The value of each extra and its number of payload bytes.
  private var extras: [(value: JSONNode, bytes: Int)] = []

  /// Creates the details of a card.
  init(
    _ card: Card, _ found: MatchingCard, others: Int, activity: CardActivity?,
    writer: inout ObjectWriter
  ) {
    (self.card, self.found, self.others, self.activity) = (card, found, others, activity)
    outcome = Outcome(of: card, &writer)
    var scratch = ByteBuffer()
    let composite = card.compositeID(using: &scratch)
    ids = [("campaign", composite?.campaign), ("variation", composite?.variation)].compactMap {
      name, id in
      id.map { (name, $0.text, CompositeID.creationTime(of: $0).flatMap { ISO8601.text($0) }) }
    }
    extras = card.extras?.members.map { ($1, 0) } ?? []
    var number = 0
    card.forEachPayloadPart { part, bytes in
      guard case .extra = part else { return parts.append((part.name, bytes)) }
      extras[number].bytes = bytes
      number += 1
    }
  }

  /// The action of the card's `brazeActions://` link; nil for other links.
  var action: Result<BrazeAction, BrazeActionError>? {
    card.text(.url)?.withText { link in
      BrazeAction.isLink(link)
        ? Result { () throws(BrazeActionError) in try BrazeAction(link) } : nil
    }
  }

  // MARK: The fields

  /// The fields of the card, without the extras.
  var fields: [Field] {
    CardField.allCases.compactMap { field in
      let value = card.value(field)
      let isRecorded = card.isOnlyRecorded(field)
      let key = isRecorded ? nil : key(of: field)
      let isStated = field.content != .boolean || key != nil || isRecorded
      guard field != .extras, !value.isAbsent, isStated else { return nil }
      return Field(
        name: field.name.description, key: key, isRecorded: isRecorded, value: FieldValue(value))
    }
  }

  /// The extras in order, created on demand because a card may have many.
  var extraFields: some Sequence<Field> {
    let key = card.statedNode(of: .extras)?.key.string ?? ""
    return extras.lazy.map { node, _ in
      let (name, value) = (node.key.string, FieldValue(node.cardValue))
      return Field(name: "extras.\(name)", key: "\(key).\(name)", value: value)
    }
  }

  /// The payload bytes of the extras, in order.
  var extraParts: some Sequence<Part> {
    extras.lazy.map { ("extras.\($0.value.key.string)", $0.bytes) }
  }

  /// Returns the key that the value of a field was read from; nil if it was inferred.
  private func key(of field: CardField) -> String? {
    switch field {
    case .type where card.isControl && card.control != nil: return card.control?.key.string
    case .classType where card.extraClassType != nil:
      return "\(card.statedNode(of: .extras)?.key.string ?? "").\(card.typeKey.text)"
    default: return card.node(of: field)?.key.string
    }
  }
}

// The conversion.
extension CardDetails.Outcome {
  fileprivate init(of card: Card, _ writer: inout ObjectWriter) {
    let registry = writer.reader.classes.registry
    var json = ByteBuffer()
    switch writer.convert(card, to: &json) {
    case .converted(let index):
      var sources: [String: [String]] = [:]
      if case .converted(let object) = writer.reader.start(card) {
        writer.reader.forEachOrigin(of: object) { sources[$0] = $1 }
      }
      var scanner = JSONScanner()
      _ = scanner.scan(json.sealed())
      let members = scanner.document.root.members.flatMap { key, value in
        let name = key.string
        return name == "contentCardData"
          ? value.members.map { ("\(name).\($0.string)", $1) } : [(name, value)]
      }
      let properties = members.filter { $0.0 != "object" }
        .map { ($0, $1.raw.text, sources[$0]) }
      self = .object(registry.classes[index].object, properties)
    case .skipped(let reason):
      self = .skipped(card.words(for: reason, suggesting: registry.classes.map(\.name)))
    case .failed:
      var failures: [(failure: ConversionFailure, isFatal: Bool)] = []
      writer.reader.forEachFailure(of: card) { failures.append(($0, $1)) }
      self = .failed(failures)
    }
  }
}

/// A summary of the journal events for one card.
struct CardActivity {
  /// The number of events of each kind.
  private(set) var counts = EventCounts()
  /// The times of the first and the last event, in epoch milliseconds; nil without events.
  private(set) var times: ClosedRange<Int64>?
  /// The first users of the events, in the order of the journal.
  private(set) var users = FirstStrings()

  /// Summarizes the events.
  init(_ events: [HistoryEvent]) {
    for event in events {
      counts[event.kind] += 1
      if let time = event.time {
        times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
      }
      if let user = event.user { users.add(user) }
    }
  }
}
