import CardJSON

// Values for Swift types.
extension ObjectReader {
  /// The properties of an object of a card in an input.
  mutating func properties(
    of object: StartedObject, _ card: Card, _ classType: ContentCardClassType
  ) throws(ConversionFailure) -> ContentCardProperties {
    let data = ContentCardData(
      contentCardId: object.id.string, contentCardClassType: classType,
      createdAt: object.created.seconds, isDismissible: card.flag(.dismissible),
      expiresAt: object.expires?.seconds, isPinned: card.flag(.pinned),
      isControl: object.card.isControl, isViewed: card.flag(.viewed),
      isClicked: card.flag(.clicked), isTest: card.flag(.test))
    return try properties(of: object.card, data, as: object.classIndex)
  }

  /// The properties that a card has for the class at `classIndex` of the registry.
  mutating func properties(
    of card: ContentCard, _ classType: ContentCardClassType, as classIndex: Int,
    using decoder: inout OwnedCardDecoder
  ) throws(ConversionFailure) -> ContentCardProperties {
    guard let data = ContentCardData(card, classType) else {
      throw ConversionFailure(
        id: card.id, created: card.invalidCreated.value, classType: classType.rawType)
    }
    return try properties(
      of: index(decoder.decode(card), isControl: card.isControl), data, as: classIndex)
  }

  private mutating func properties(
    of card: IndexedCard, _ data: ContentCardData, as classIndex: Int
  ) throws(ConversionFailure) -> ContentCardProperties {
    let definition = classes.registry.classes[classIndex]
    var values = [ContentCardValue?](repeating: nil, count: definition.properties.count)
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
        values[index] = ["kind": .text(property.sources[source].kind.text), "value": content]
      } else {
        values[index] = content
      }
    }
    if let failure { throw failure }
    return ContentCardProperties(data, of: definition, values)
  }
}

extension CardTime {
  /// Epoch seconds.
  var seconds: Double {
    if let spelling, let seconds = Double(spelling.text) { return seconds }
    return Double(milliseconds) / 1000
  }
}

/// Gives a card that owns its memory the form of a card in an input, by its JSON.
struct OwnedCardDecoder: ~Copyable {
  private var text = ByteBuffer()
  private var scanner = CardDecoder.makeScanner()
  private var decoder = CardDecoder()

  /// The card in cardctl's own shape, valid until the next call.
  mutating func decode(_ card: ContentCard) -> Card {
    text.removeAll()
    card.appendJSON(to: &text)
    guard case .value = scanner.scan(text.sealed()) else {
      // The extras are nested deeper than JSON may be.
      return decode(ContentCard())
    }
    return decoder.card(scanner.rootKeys, .card)
  }
}

extension ContentCard {
  /// Appends the card as JSON in cardctl's own shape.
  fileprivate func appendJSON(to buffer: inout ByteBuffer) {
    buffer.json { json in
      json.object { object in
        for field in CardField.allCases {
          if let seconds = field == .created ? created : field == .expiresAt ? expiresAt : nil,
            let milliseconds = Int64(exactly: (seconds * 1000).rounded())
          {
            object.add(field.name) { CardTime(milliseconds: milliseconds).appendNumber(to: &$0) }
          } else if let value = value(of: field) {
            object.add(field.name, value)
          }
        }
      }
    }
  }
}

extension PropertyDefinition {
  /// The constant or the default.
  var given: ContentCardValue? {
    if case .constant(let value) = origin { return value }
    return fallback
  }
}
