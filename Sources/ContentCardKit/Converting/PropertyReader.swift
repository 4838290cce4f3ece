import CardJSON

/// Finds the values of the properties of one card after another.
///
/// One serves one thread: the text it makes (joined fields, lists, decoded numbers) stands in its
/// own buffers and is good until the next property.
package struct PropertyReader: ~Copyable {
  package let layout: ClassTable.Layout
  package let timeFormat: CardTimeFormat
  private let form: PropertyForm
  private var index: KeyIndex
  /// Texts with their escapes resolved.
  private var decoded = ByteBuffer()
  /// Joined fields and times, as the inside of a JSON string.
  private var made = ByteBuffer()
  /// A list.
  private var items = ByteBuffer()

  package init(_ classes: ClassTable, _ form: PropertyForm, _ timeFormat: CardTimeFormat) {
    layout = classes.layout
    self.form = form
    self.timeFormat = timeFormat
    index = KeyIndex(classes.extraKeys)
  }

  /// Looks the extras of a card up; the result is good until the next call.
  package mutating func index(_ card: Card) -> IndexedCard {
    let extras = index.index(extrasOf: card) { _, _, _ in }
    return IndexedCard(card: card, extras: extras, isControl: card.isControl)
  }

  /// The value of one property of the card.
  @inline(__always)
  package mutating func value(of property: PropertyItem, in card: IndexedCard) -> PropertyValue {
    switch property.origin {
    case .from, .firstOf:
      let sources = property.firstSource..<property.firstSource + property.sourceCount
      for source in sources {
        let value = value(at: source, in: card)
        if value.isAbsent { continue }
        let typed = typed(value, from: source, as: property, in: card)
        if case .absent = typed { continue }
        return typed
      }
    case .join: return joined(property, in: card)
    case .constant: return .given
    }
    return property.givenJSON.count > 0 ? .given : .absent
  }

  /// The value that stands at a source; fields are absent on a control card.
  @inline(__always)
  package func value(at source: Int, in card: IndexedCard) -> CardValue {
    let source = layout.sources[source]
    if source.extra >= 0 {
      let node = card.extras[source.extra]
      return node == 0 ? .absent : card.card.extra(at: node)
    }
    if source.extra == CompiledSource.isLongKey { return card.card.extra(source.key) }
    return card.isControl ? .absent : card.card.value(source.field)
  }
}

extension PropertyReader {
  /// The value, when it is one of the property's type.
  @inline(__always)
  private mutating func typed(
    _ value: CardValue, from source: Int, as property: PropertyItem, in card: IndexedCard
  ) -> PropertyValue {
    switch property.type {
    case .string: text(value, from: source, as: property)
    case .url: url(value, from: source, as: property)
    case .number, .integer: number(value, from: source, as: property)
    case .boolean: boolean(value, from: source)
    case .list: list(value, from: source, as: property, in: card)
    }
  }

  /// Any scalar as the text it is read as; nil for objects and arrays.
  @inline(__always)
  private mutating func text(_ value: CardValue) -> CardText? {
    switch value {
    case .text(let text): return text
    case .number(let spelling): return CardText(spelling)
    case .boolean(let flag): return CardText(ValueWords.flag(flag))
    case .time(let time):
      made.removeAll()
      timeFormat.appendText(time, to: &made)
      return made.count > 0 ? CardText(made.view) : nil
    case .absent, .nested: return nil
    }
  }

  private mutating func text(
    _ value: CardValue, from source: Int, as property: PropertyItem
  ) -> PropertyValue {
    guard let text = text(value) else { return .bad(source: source) }
    if property.allowedCount > 0, !isAllowed(text.decoded(using: &decoded), in: property) {
      return .bad(source: source)
    }
    return .text(text, source: source)
  }

  private func isAllowed(_ text: ByteView, in property: PropertyItem) -> Bool {
    for index in property.firstAllowed..<property.firstAllowed + property.allowedCount
    where layout.allowed[index] == text {
      return true
    }
    return property.allowedCount == 0
  }

  private mutating func url(
    _ value: CardValue, from source: Int, as property: PropertyItem
  ) -> PropertyValue {
    guard let text = text(value) else { return .bad(source: source) }
    let address = text.decoded(using: &decoded)
    let fits = ValueRules.isURL(address) && isAllowed(address, in: property)
    return fits ? .text(text, source: source) : .bad(source: source)
  }

  private mutating func number(
    _ value: CardValue, from source: Int, as property: PropertyItem
  ) -> PropertyValue {
    let spelling: ByteView
    switch value {
    case .number(let number): spelling = number
    case .text(let text): spelling = JSONNumber.trimmed(text.decoded(using: &decoded))
    case .time(let time):
      made.removeAll()
      time.appendSeconds(to: &made)
      spelling = made.view
    case .absent, .boolean, .nested: return .bad(source: source)
    }
    let isNumber =
      property.type == .integer ? JSONNumber.isInteger(spelling) : JSONNumber.isValid(spelling)
    guard isNumber, isWithinBounds(spelling, of: property), isAllowed(spelling, in: property)
    else { return .bad(source: source) }
    return .plain(spelling, source: source)
  }

  private func isWithinBounds(_ spelling: ByteView, of property: PropertyItem) -> Bool {
    if property.minimum.count > 0, JSONNumber.compare(spelling, property.minimum) < 0 {
      return false
    }
    return property.maximum.count == 0 || JSONNumber.compare(spelling, property.maximum) <= 0
  }

  private mutating func boolean(_ value: CardValue, from source: Int) -> PropertyValue {
    guard let text = text(value), let flag = ValueRules.boolean(text.decoded(using: &decoded))
    else {
      return .bad(source: source)
    }
    return .plain(ValueWords.flag(flag), source: source)
  }

  /// The present sources with the separator between them, then checked like any other text.
  private mutating func joined(_ property: PropertyItem, in card: IndexedCard) -> PropertyValue {
    made.removeAll()
    var present: UInt64 = 0
    var isEscaped = false
    for offset in 0..<property.sourceCount {
      let value = value(at: property.firstSource + offset, in: card)
      switch value {
      case .absent: continue
      case .nested: return .bad(source: property.firstSource + offset)
      case .text, .number, .boolean, .time: break
      }
      if present != 0 {
        made.append(property.separatorContent)
        // A text that JSON has to escape is longer as its content.
        isEscaped = isEscaped || property.separatorContent.count != property.separator.count
      }
      present |= 1 << UInt64(offset)
      isEscaped = append(value) || isEscaped
    }
    guard present != 0 else { return property.givenJSON.count > 0 ? .given : .absent }
    let isRequired = card.isControl ? property.isRequiredOnControl : property.isRequired
    let needed = isRequired ? property.neededSources : 0
    guard present & needed == needed else { return .absent }
    return typed(
      .text(CardText(made.view, isEscaped: isEscaped)), from: property.firstSource, as: property,
      in: card)
  }

  /// Appends a scalar to the text that is being made; true when it has escapes.
  private mutating func append(_ value: CardValue) -> Bool {
    switch value {
    case .text(let text):
      made.append(text.content)
      return text.isEscaped
    case .time(let time): timeFormat.appendText(time, to: &made)
    case .absent, .number, .boolean, .nested: value.appendText(to: &made)
    }
    return false
  }
}

extension PropertyReader {
  /// The items of a list, spelt in the reader's form; absent when there are none.
  private mutating func list(
    _ value: CardValue, from source: Int, as property: PropertyItem, in card: IndexedCard
  ) -> PropertyValue {
    items.removeAll()
    let isGood: Bool
    if case .nested = value {
      isGood = appendElements(of: source, property, in: card)
    } else if let text = text(value) {
      isGood = appendParts(of: text.decoded(using: &decoded), property)
    } else {
      isGood = false
    }
    guard isGood else { return .bad(source: source) }
    guard items.count > 0 else { return .absent }
    if form == .json { items.append(UInt8(ascii: "]")) }
    return .plain(items.view, source: source)
  }

  /// The strings of a JSON array; false when it holds anything else or is no array.
  private mutating func appendElements(
    of source: Int, _ property: PropertyItem, in card: IndexedCard
  ) -> Bool {
    let document = card.card.extras.document
    let source = layout.sources[source]
    let isLong = source.extra == CompiledSource.isLongKey
    let node =
      isLong
      ? document.member(source.key, of: card.card.extras.node) ?? 0 : card.extras[source.extra]
    guard document.kind(node) == .array else { return false }
    var element = node + 1
    while document.kind(element) != .end {
      guard document.kind(element) == .string else { return false }
      let text = CardText(element, of: document)
      guard appendItem(text.decoded(using: &decoded), property) else { return false }
      element = document.next(element)
    }
    return true
  }

  /// The parts of a text between separators; false when one is not allowed.
  private mutating func appendParts(of text: ByteView, _ property: PropertyItem) -> Bool {
    let separator = property.separator
    var start = 0
    var position = 0
    while position < text.count {
      if text[position] == separator[0], separator.stands(at: position, of: text) {
        guard appendItem(text.slice(start..<position), property) else { return false }
        position += separator.count
        start = position
      } else {
        position += 1
      }
    }
    return appendItem(text.slice(start..<text.count), property)
  }

  /// Adds one item without the white space round it, unless nothing is left; false when the
  /// property does not allow it.
  private mutating func appendItem(_ text: ByteView, _ property: PropertyItem) -> Bool {
    let item = JSONNumber.trimmed(text)
    guard item.count > 0 else { return true }
    guard isAllowed(item, in: property) else { return false }
    switch form {
    case .json:
      items.append(UInt8(ascii: items.count == 0 ? "[" : ","))
      JSONText.appendQuoted(item, to: &items)
    case .cell:
      if items.count > 0 { items.append(property.separator) }
      items.append(item)
    }
    return true
  }
}

/// What a property of one card turned out to be; a loan like the card.
package enum PropertyValue {
  /// No source has a value.
  case absent
  /// The value of the source with this place in the table is not what the property wants.
  case bad(source: Int)
  /// A string, in the spelling it was written with.
  case text(CardText, source: Int)
  /// A number, `true` or `false`, or a whole list: exactly what is to be printed.
  case plain(ByteView, source: Int)
  /// The constant or the default of the registry.
  case given
}

/// In which form lists are to be spelt.
package enum PropertyForm {
  /// As JSON arrays.
  case json
  /// As text, with the list's separator between the items.
  case cell
}

extension KeyIndex {
  /// Looks the keys of a card's extras up, and calls `visit` with each of them, its value and,
  /// where it is known, its number; the result is good until the next call.
  package mutating func index(
    extrasOf card: Card, visit: (_ key: Int, _ value: Int, _ number: Int?) -> Void
  ) -> KeyNodes {
    // Without extras the index is given a node that is no object, and finds nothing.
    card.extrasNode == 0
      ? index(card.document, card.node + 1, visit: visit)
      : index(card.extrasDocument, card.extrasNode, visit: visit)
  }
}

/// A card with its extras looked up; a loan like the card.
package struct IndexedCard {
  package let card: Card
  package let extras: KeyNodes
  package let isControl: Bool
}
