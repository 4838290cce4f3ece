import CardJSON

// Property values for Swift types.
extension ObjectReader {
  /// Reads the properties of an object for its Swift type.
  mutating func properties(
    of object: StartedObject, _ classType: ContentCardClassType
  ) throws(ConversionFailure) -> ContentCardProperties {
    let (card, definition) = (object.card.card, classes.registry.classes[object.classIndex])
    let data = ContentCardData(
      contentCardId: object.id.string, contentCardClassType: classType,
      createdAt: object.created.seconds, isDismissible: card.flag(.dismissible),
      expiresAt: object.expires?.seconds, isPinned: card.flag(.pinned),
      isControl: object.card.isControl, isViewed: card.flag(.viewed),
      isClicked: card.flag(.clicked), isTest: card.flag(.test))
    var values = [ContentCardValue?](repeating: nil, count: definition.properties.count)
    let failure = read(object) { property, index, value in
      let content: ContentCardValue
      switch value {
      case .absent, .bad: return
      case .fixed:
        values[index] = definition.properties[index].fixedValue
        return
      case .value(let value, _): content = ContentCardValue(value)
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
  /// The time in epoch seconds.
  var seconds: Double {
    if let spelling, let seconds = Double(spelling.text) { return seconds }
    return Double(milliseconds) / 1000
  }
}

/// Converts cards that own their memory to cards of an input, through JSON.
package struct OwnedCardDecoder: ~Copyable {
  private var text = ByteBuffer()
  private var scanner = CardDecoder.makeScanner()
  /// The decoder of the cards.
  var decoder: CardDecoder

  /// Creates a decoder with these options.
  package init(_ options: CardDecoder.Options = .init()) { decoder = CardDecoder(options) }

  /// The card whose JSON `write` appends, valid until the next call; nil if it is not a card.
  package mutating func card(_ write: (inout ByteBuffer) -> Void) -> Card? {
    text.removeAll()
    write(&text)
    guard let root = try? scanner.scanWhole(text.sealed()),
      case .card(let card) = decoder.find(root, keys: scanner.rootKeys, isElement: true)
    else { return nil }
    return card
  }

  /// Returns the card of an input for `card`, valid until the next call.
  mutating func decode(_ card: ContentCard) -> Card {
    text.removeAll()
    card.appendJSON(to: &text)
    guard case .value = scanner.scan(text.sealed()) else {
      // The extras are nested too deeply for the scanner, or the card is too large for it.
      var rest = ContentCard()
      if card.extraValues != nil { (rest, rest.extraValues) = (card, nil) }
      return decode(rest)
    }
    return decoder.card(scanner.rootKeys, .card)
  }
}

extension ContentCard {
  /// Appends the card as JSON in cardctl's card shape.
  fileprivate func appendJSON(to buffer: inout ByteBuffer) {
    buffer.json { json in
      json.object { object in
        for (field, _, path) in ContentCard.members {
          guard case .time(let path) = path, let seconds = self[keyPath: path] else {
            let invalid = field == .created ? invalidCreated.value.map(ContentCardValue.text) : nil
            if let value = value(at: path) ?? invalid { object.add(field.name, value) }
            continue
          }
          guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else { continue }
          let time = CardTime(milliseconds: milliseconds)
          object.add(field.name) { text in
            // Keeps fractions smaller than a millisecond.
            if time.seconds != seconds { return text.append("\(seconds)") }
            time.appendNumber(to: &text)
          }
        }
      }
    }
  }
}
