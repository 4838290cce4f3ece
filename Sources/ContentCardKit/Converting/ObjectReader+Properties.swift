import CardJSON

// Values for Swift types.
extension ObjectReader {
  /// The properties of an object of a card in an input.
  mutating func properties(
    of object: StartedObject, _ card: Card, _ classType: ContentCardClassType
  ) throws(ConversionFailure) -> ContentCardProperties {
    let data = ContentCardData(
      contentCardId: object.data.id.string, contentCardClassType: classType,
      createdAt: object.data.created.seconds, isDismissible: card.flag(.dismissible),
      expiresAt: object.data.expires?.seconds, isPinned: card.flag(.pinned),
      isControl: object.card.isControl, isViewed: card.flag(.viewed),
      isClicked: card.flag(.clicked), isTest: card.flag(.test))
    return try properties(of: object.card, data, as: object.classIndex)
  }

  /// The properties that a card has for the class at `classIndex` of the registry.
  mutating func properties(
    of card: ContentCard, _ classType: ContentCardClassType, as classIndex: Int
  ) throws(ConversionFailure) -> ContentCardProperties {
    guard let data = ContentCardData(card, classType) else {
      throw ConversionFailure(
        id: card.id, created: card.invalidCreated.value, classType: classType.rawType)
    }
    let definition = layout.classes[classIndex]
    if definition.propertyCount > 0 {
      let first = layout.properties[definition.firstProperty]
      let last = layout.properties[definition.firstProperty + definition.propertyCount - 1]
      owned.load(card, layout, first.firstSource..<last.firstSource + last.sourceCount)
    }
    let indexed = IndexedCard(card: nil, extras: nil, isControl: card.isControl)
    return try properties(of: indexed, data, as: classIndex)
  }

  private mutating func properties(
    of card: IndexedCard, _ data: ContentCardData, as classIndex: Int
  ) throws(ConversionFailure) -> ContentCardProperties {
    let definition = classes.registry.classes[classIndex]
    var values = [ContentCardValue?](repeating: nil, count: definition.properties.count)
    let sources = layout.sources
    let failure = read(card, as: classIndex) { property, index, value in
      let content: ContentCardValue
      switch value {
      case .absent, .bad: return
      case .given:
        values[index] = definition.properties[index].given
        return
      case .text(let text, _): content = .text(text.string)
      case .plain(let bytes, _):
        content =
          property.type == .boolean
          ? .flag(bytes.count == 4) : .number(ContentCardNumber(valid: bytes.text))
      case .list(let items, _):
        var list: [ContentCardValue] = []
        items.forEach { list.append(.text($0.text)) }
        content = .list(list)
      }
      if property.origin == .firstOf, let source = value.source {
        values[index] = ["kind": .text(sources[source].kind.text), "value": content]
      } else {
        values[index] = content
      }
    }
    if let failure { throw failure }
    return ContentCardProperties(data, definition, values)
  }
}

extension CardTime {
  /// Epoch seconds.
  var seconds: Double {
    if let spelling, let seconds = Double(spelling.text) { return seconds }
    return Double(milliseconds) / 1000
  }
}

/// The values of the sources of one class, for a card that owns its memory.
///
/// The reader reads them like those of a card in an input.
struct OwnedValues: ~Copyable {
  private var card = ContentCard()
  private var values: [CardValue] = []
  private var keys: [String?] = []
  private var first = 0
  /// The text of the values, as JSON has it, without quotes.
  private var text = ByteBuffer()

  /// Loads the values of the sources with these indices in the table.
  mutating func load(_ card: ContentCard, _ layout: ClassTable.Layout, _ sources: Range<Int>) {
    self.card = card
    first = sources.lowerBound
    text.removeAll()
    keys = sources.map { index in
      let source = layout.sources[index]
      return source.extra == CompiledSource.isField ? nil : source.key.text
    }
    let found = sources.map { index in value(of: layout.sources[index], keys[index - first]) }
    var ends: [Int] = []
    for value in found {
      if case .text(let plain)? = value {
        ByteBuffer(plain.utf8).read { JSONText.appendEscaped($0, to: &text) }
      } else {
        value?.appendJSON(to: &text)
      }
      ends.append(text.count)
    }
    let bytes = text.sealed()
    var start = 0
    values = sources.map { index in
      let (value, end) = (found[index - first], ends[index - first])
      defer { start = end }
      let content = bytes.slice(start..<end)
      switch value {
      case .text(let plain):
        return .text(CardText(content, isEscaped: content.count != plain.utf8.count))
      case .number: return .number(content)
      case .flag(let flag): return .boolean(flag)
      case .list, .pairs: return .nested(content)
      case .null, nil: return time(of: layout.sources[index])
      }
    }
  }

  /// The value of the source with this index in the table.
  subscript(source: Int) -> CardValue { values[source - first] }

  /// The extra of the source with this index in the table.
  func extra(at source: Int) -> ContentCardValue? {
    keys[source - first].flatMap { card.extraValues?[$0] }
  }

  private func value(of source: CompiledSource, _ key: String?) -> ContentCardValue? {
    guard let key else { return card.isControl ? nil : card.value(of: source.field) }
    let value = card.extraValues?[key]
    return value == .text("") ? nil : value
  }

  private func time(of source: CompiledSource) -> CardValue {
    guard source.extra == CompiledSource.isField, !card.isControl else { return .absent }
    let seconds = source.field == .created ? card.created : card.expiresAt
    guard source.field == .created || source.field == .expiresAt, let seconds,
      let milliseconds = Int64(exactly: (seconds * 1000).rounded())
    else { return .absent }
    return .time(CardTime(milliseconds: milliseconds))
  }
}

extension PropertyDefinition {
  /// The constant or the default.
  var given: ContentCardValue? {
    if case .constant(let value) = origin { return value }
    return fallback
  }
}
