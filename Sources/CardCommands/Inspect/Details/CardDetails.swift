import CardProcessing
import CardJSON
import ContentCardKit

/// One card in full, kept when its bytes are gone.
struct CardDetails {
  /// A field or an extra.
  struct Field {
    /// The canonical name, or `extras.KEY`.
    let name: String
    /// The key that it was read from; nil for inferred and recorded values.
    let key: String?
    /// Whether it is so because the journal says it, whatever the card does.
    var isRecorded = false
    /// The value as JSON.
    let json: [UInt8]
    /// The value, when it is a time, in epoch milliseconds.
    let time: Int64?
  }

  /// All extras of a card, in little memory.
  final class Extras {
    private let key: String
    /// The name of each and after it its value as JSON.
    private var strings = TextList()
    /// The number of payload bytes of each.
    private var sizes: [Int32] = []

    /// The extras of a card, which has them under `key`.
    init(of card: Card, under key: String) {
      self.key = key
      var text = ByteBuffer()
      card.forEachExtra { name, value in
        text.removeAll()
        name.appendText(to: &text)
        strings.append(text.view)
        text.removeAll()
        value.appendJSON(to: &text)
        strings.append(text.view)
      }
      card.forEachPayloadPart { part, bytes in
        if case .extra = part { sizes.append(Int32(bytes)) }
      }
    }

    /// The extras in their order, each built when it is read.
    var fields: some Sequence<Field> {
      stride(from: 0, to: strings.count, by: 2).lazy.map { [self] number in
        let name = strings[number].text
        return Field(
          name: "extras.\(name)", key: "\(key).\(name)", json: strings[number + 1].array, time: nil)
      }
    }

    /// Their parts of the payload, in their order.
    var parts: some Sequence<Part> {
      sizes.indices.lazy.map { [self] in
        Part(name: "extras.\(strings[2 * $0].text)", bytes: Int(sizes[$0]))
      }
    }
  }

  /// A part of the payload and its bytes.
  struct Part {
    let name: String
    let bytes: Int

    /// Adds the part as an object.
    func append(to json: inout JSONWriter) {
      json.object { object in
        object.add("field", name)
        object.add("bytes", bytes)
      }
    }
  }

  /// The object that the card becomes.
  struct Object {
    let name: String
    let json: [UInt8]
    let properties: [Property]

    /// A property, those of the card's own data included.
    struct Property {
      let name: String
      /// The value as JSON.
      let json: String
      /// The canonical fields and extras that it comes from; nil for what the registry gives.
      let sources: [String]?
    }
  }

  /// The result of the conversion.
  enum Outcome {
    /// This object.
    case object(Object)
    /// Nothing, for this reason: a stable word, and the reason in words.
    case skipped(String, String)
    /// Nothing although its class is known: all that is wrong, and whether it is fatal.
    case failed([(failure: ConversionFailure, isFatal: Bool)])
  }

  /// The action of a `brazeActions://` link.
  enum Action {
    case decoded(BrazeAction)
    case bad(BrazeActionError)
  }

  let id: String?
  let shape: Shape
  let type: CardType?
  let campaign: String?
  let variation: String?
  let fields: [Field]
  let extras: Extras
  let outcome: Outcome
  /// The payload bytes of the fields, without the extras.
  let parts: [Part]
  let payload: Int
  let action: Action?
  let expires: Int64?

  /// The findings of `validate` with their locations; added when the order of the cards is known.
  var findings: [LocatedFinding] = []
  /// Where the card begins.
  var place = Location()
  /// The events of the card; nil without `--journal`.
  var activity: CardActivity?

  /// Where a card stands.
  struct Location {
    var input = ""
    var position = TextPosition()
    /// The number in the input, from 1; nil for a card that a device holds.
    var record: Int? = 0
  }
}

/// Gathers the details of cards; one serves one thread.
struct CardDetailsReader: ~Copyable {
  private var writer: ObjectWriter
  private var scratch = ByteBuffer()

  /// A reader that knows these classes.
  init(_ classes: ClassTable) { writer = ObjectWriter(classes) }

  /// All that is known of `card` by itself.
  mutating func details(of card: Card) -> CardDetails {
    let composite = card.compositeID(using: &scratch)
    let (campaign, variation) = (composite?.campaign.text, composite?.variation?.text)
    var parts: [CardDetails.Part] = []
    card.forEachPayloadPart { part, bytes in
      if case .extra = part { return }
      parts.append(CardDetails.Part(name: part.name, bytes: bytes))
    }
    let extrasKey = CardDetailsReader.written(card.writtenNode(of: .extras), in: card) ?? ""
    let extras = CardDetails.Extras(of: card, under: extrasKey)
    return CardDetails(
      id: card.text(.id)?.string, shape: card.shape, type: card.type, campaign: campaign,
      variation: variation, fields: CardDetailsReader.fields(of: card),
      extras: extras, outcome: outcome(of: card), parts: parts,
      payload: card.payloadSize, action: action(of: card),
      expires: card.time(.expiresAt)?.milliseconds)
  }

  // MARK: Fields

  private static func fields(of card: Card) -> [CardDetails.Field] {
    var fields: [CardDetails.Field] = []
    for field in CardField.allCases where field != .extras {
      let value = card.value(field)
      let isRecorded = card.isRecorded(field)
      let key = isRecorded ? nil : key(of: field, in: card)
      guard !value.isAbsent, field.content != .boolean || key != nil || isRecorded else { continue }
      var json = ByteBuffer()
      value.appendJSON(to: &json)
      let time: Int64? = if case .time(let time) = value { time.milliseconds } else { nil }
      fields.append(
        CardDetails.Field(
          name: field.name.description, key: key, isRecorded: isRecorded, json: json.view.array,
          time: time))
    }
    return fields
  }

  /// The key that the value of a field was read from; nil when none carries it.
  private static func key(of field: CardField, in card: Card) -> String? {
    switch field {
    case .type where card.isControl && card.controlNode != 0:
      return written(card.controlNode, in: card)
    case .classType where card.classTypeNode != 0:
      let extras = written(card.writtenNode(of: .extras), in: card) ?? ""
      return "\(extras).\(card.classTypeKey.text)"
    default: return written(card.valueNode(of: field), in: card)
    }
  }

  /// The key of the value `node`; nil for no node.
  private static func written(_ node: Int, in card: Card) -> String? {
    node == 0 ? nil : card.document.string(node - 1)
  }

  // MARK: Conversion

  private mutating func outcome(of card: Card) -> CardDetails.Outcome {
    var json = ByteBuffer()
    switch writer.convert(card, to: &json) {
    case .converted(let index):
      return .object(object(of: card, as: index, json))
    case .skipped(let reason): return skipped(reason, card)
    case .failed:
      var failures: [(failure: ConversionFailure, isFatal: Bool)] = []
      writer.reader.forEachFailure(of: card) { failures.append(($0, $1)) }
      return .failed(failures)
    }
  }

  /// The object `json`, which the card was made into, with where its properties come from.
  private mutating func object(of card: Card, as index: Int, _ json: borrowing ByteBuffer)
    -> CardDetails.Object
  {
    var sources: [String: [String]] = [:]
    writer.reader.forEachOrigin(of: card, as: index) { sources[$0] = $1 }
    var scanner = JSONScanner()
    var properties: [CardDetails.Object.Property] = []
    var text = ByteBuffer(capacity: json.count)
    text.append(json.view)
    let sealed = text.sealed()
    if case .value = scanner.scan(sealed) {
      let document = scanner.document
      document.forEachMember(of: 0) { key, value in
        let name = document.string(key)
        func add(_ name: String, _ value: Int) {
          properties.append(
            CardDetails.Object.Property(
              name: name, json: document.raw(value).text, sources: sources[name]))
        }
        if name == "contentCardData" {
          document.forEachMember(of: value) { add("\(name).\(document.string($0))", $1) }
        } else if name != "object" {
          add(name, value)
        }
      }
    }
    return CardDetails.Object(
      name: writer.reader.classes.registry.classes[index].object, json: json.view.array,
      properties: properties)
  }

  private func skipped(_ reason: SkipReason, _ card: Card) -> CardDetails.Outcome {
    switch reason {
    case .tombstone: return .skipped("removed", "the server withdrew the card")
    case .noClass, .notSelected:
      return .skipped(
        "no-class-type", "the card has no class type (\"\(card.classTypeKey.text)\" in the extras)")
    case .unknownClass:
      let name = card.classType?.string ?? ""
      let known = writer.reader.classes.registry.classes.map(\.name)
      let hint = NearestName.hint(for: name, among: known)
      let rest = hint.isEmpty ? "; known are " + known.joined(separator: ", ") : hint
      return .skipped(
        "unknown-class-type", "the class type \"\(name)\" is not in the registry\(rest)")
    }
  }

  private mutating func action(of card: Card) -> CardDetails.Action? {
    guard let link = card.text(.url) else { return nil }
    scratch.removeAll()
    link.appendText(to: &scratch)
    guard BrazeAction.isLink(scratch.view) else { return nil }
    do {
      return .decoded(try BrazeAction(scratch.view))
    } catch {
      return .bad(error)
    }
  }
}
