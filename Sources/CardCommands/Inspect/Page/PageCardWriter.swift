import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// Writes a card as the JSON object from which the page draws it.
///
/// Long strings are truncated, so that browsers can show the page.
struct PageCardWriter: ~Copyable {
  private var writer: ObjectWriter
  private let loadsImages: Bool
  private var scratch = ByteBuffer()
  private var object = ByteBuffer()

  /// The maximum number of bytes of a text, and of extras of a card.
  private static let textLimit = 4096
  private static let extrasLimit = 1000

  /// A writer that knows these classes.
  init(_ classes: ClassTable, loadsImages: Bool) {
    writer = ObjectWriter(classes)
    self.loadsImages = loadsImages
  }

  /// Appends a card, whose facts are known.
  mutating func append(_ card: Card, _ facts: CountedCard, to output: inout ByteBuffer) {
    var json = JSONWriter()
    json.begin("{")
    add("id", card.text(.id), to: &json)
    json.add("type", facts.type?.name.description ?? "none")
    add("class", card.classType, to: &json)
    json.array("flags") { flags in
      for flag in facts.flags.all where flag != .active && flag != .shown {
        flags.add(nil, flag.name)
      }
    }
    if let absence = PageCardWriter.absence(facts) { json.add("absence", absence.description) }
    add("title", card.text(.title), to: &json)
    add("text", card.text(.description), to: &json)
    add("link", card.text(.linkText), to: &json)
    add("alt", card.text(.imageAlt), to: &json)
    add("image", card.text(.image), limit: loadsImages ? .max : nil, to: &json)
    if let ratio = PageCardWriter.ratio(of: card) { json.add("ratio", ratio) }
    if let created = facts.created { addTime("created", created, to: &json) }
    if let expires = facts.expires { addTime("expires", expires, to: &json) }
    json.add("size", facts.payload)
    json.add("limit", CheckSettings.payloadLimit)
    addObject(card, to: &json)
    addFields(card, to: &json)
    addExtras(card, to: &json)
    json.end("}")
    output.append(json.text.view)
  }

  /// Why users do not see the card; nil if they do.
  private static func absence(_ facts: CountedCard) -> StaticString? {
    let flags = facts.flags
    if flags.contains(.removed) { return "Removed by the server: no longer shown." }
    if flags.contains(.control) {
      return "Control card: users see nothing, and its impression is logged."
    }
    if flags.contains(.dismissed) { return "Dismissed by the user: no longer shown." }
    return flags.contains(.expired) ? "Expired: no longer shown." : nil
  }

  /// The width of the card's image if its height is 1000, within what a phone can show.
  private static func ratio(of card: Card) -> Int? {
    guard let ratio = card.number(.imageAspectRatio),
      let thousandths = JSONNumber.thousandths(ratio), thousandths > 0
    else { return nil }
    return Int(min(max(thousandths, 250), 6000))
  }

  private mutating func addObject(_ card: Card, to json: inout JSONWriter) {
    object.removeAll()
    switch writer.convert(card, to: &object) {
    case .converted(let index):
      let name = writer.reader.classes.registry.classes[index].object
      json.begin("{", "object")
      json.add("name", name)
      json.add("place", PageCardWriter.place(ofObject: name))
      json.add("value", json: object.view)
      json.end("}")
    case .skipped(.tombstone): json.add("reason", "the server removed it")
    case .skipped(.noClass): json.add("reason", "it has no class type")
    case .skipped(.unknownClass): json.add("reason", "its class type is not in the registry")
    case .skipped(.notSelected): json.add("reason", "its class type is not selected")
    case .failed(let failure): json.add("reason", failure.description)
    }
  }

  /// The view that shows an object.
  private static func place(ofObject name: String) -> String {
    switch name {
    case "FullPageMessage", "WebViewMessage": "messages"
    case "Coupon": "offers"
    case "Tile", "Group", "Ad": "home"
    default: "objects"
    }
  }

  /// Fields that the page shows in another way.
  private static let drawnFields: [CardField] = [
    .type, .classType, .title, .description, .created, .expiresAt, .extras,
  ]

  private mutating func addFields(_ card: Card, to json: inout JSONWriter) {
    json.begin("[", "fields")
    addPair("shape", .text(CardText(ByteView(card.shape.name), isEscaped: false)), to: &json)
    for field in CardField.allCases where !PageCardWriter.drawnFields.contains(field) {
      let value = card.value(field)
      let isShown =
        field.content == .boolean
        ? field == .opensURLInWebView && card.flag(field) : !value.isAbsent
      if isShown { addPair(field.name.description, value, to: &json) }
    }
    var decoded = ByteBuffer()
    if let id = card.compositeID(using: &decoded) {
      addPair(
        "campaign_id", .text(CardText(id.campaign, isEscaped: false)), to: &json)
      if let variation = id.variation {
        addPair(
          "message_variation_id", .text(CardText(variation, isEscaped: false)), to: &json)
      }
    }
    json.end("]")
  }

  private mutating func addExtras(_ card: Card, to json: inout JSONWriter) {
    var count = 0
    json.begin("[", "extras")
    card.forEachExtra { key, value in
      count += 1
      if count <= PageCardWriter.extrasLimit { addPair(key.string, value, to: &json) }
    }
    json.end("]")
    if count > PageCardWriter.extrasLimit {
      json.add("moreExtras", count - PageCardWriter.extrasLimit)
    }
  }

  private mutating func addPair(_ name: String, _ value: CardValue, to json: inout JSONWriter) {
    json.begin("[")
    json.add(nil, name.cut(toScalars: PageCardWriter.textLimit))
    scratch.removeAll()
    value.appendText(to: &scratch)
    addCut(nil, PageCardWriter.textLimit, to: &json)
    json.end("]")
  }

  private mutating func add(
    _ key: StaticString, _ text: CardText?, limit: Int? = nil, to json: inout JSONWriter
  ) {
    guard let text else { return }
    scratch.removeAll()
    text.appendText(to: &scratch)
    addCut(key, limit ?? PageCardWriter.textLimit, to: &json)
  }

  /// Adds the text in `scratch`, or its beginning.
  private func addCut(_ key: StaticString?, _ limit: Int, to json: inout JSONWriter) {
    let text = scratch.view
    guard text.count > limit else { return json.add(key, text: text) }
    let start = text.prefix(limit)
    json.add(key, "\(start.text)… (\(grouped(text.count - start.count)) bytes more)")
  }

  private func addTime(_ key: StaticString, _ time: Int64, to json: inout JSONWriter) {
    json.add(key, ISO8601.text(time) ?? "\(time / 1000) s")
  }
}
