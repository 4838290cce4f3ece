import CardJSON

extension ObjectReader {
  /// Returns the value of a property of the card.
  @inline(__always)
  package mutating func value(of property: PropertyItem, in card: IndexedCard) -> ReadValue {
    switch property.origin {
    case .from, .firstOf:
      for source in 0..<property.sources.count {
        let value = card.value(of: property.sources.item(source))
        if value.isAbsent { continue }
        let typed = typed(value, from: source, as: property, in: card)
        if case .absent = typed { continue }
        return typed
      }
    case .join: return joined(property, in: card)
    case .constant: return .fixed
    }
    return property.fixedJSON.count > 0 ? .fixed : .absent
  }

  @inline(__always)
  private mutating func typed(
    _ value: CardValue, from source: Int, as property: PropertyItem, in card: IndexedCard
  ) -> ReadValue {
    switch property.type {
    case .string, .url, .boolean: text(value, from: source, as: property)
    case .number, .integer: number(value, from: source, as: property)
    case .list: list(value, from: source, as: property, in: card)
    }
  }

  /// The text of a scalar; nil for objects and arrays.
  @inline(__always)
  private mutating func text(_ value: CardValue) -> JSONString? {
    switch value {
    case .text(let text): return text
    case .number(let spelling): return JSONString(spelling)
    case .boolean(let flag): return JSONString(ValueWords.flag(flag))
    case .time(let time):
      composed.removeAll()
      timeFormat.append(time, to: &composed)
      return composed.count > 0 ? JSONString(composed.view) : nil
    case .absent, .nested: return nil
    }
  }

  private mutating func text(
    _ value: CardValue, from source: Int, as property: PropertyItem
  ) -> ReadValue {
    guard let text = text(value) else { return .bad(source: source) }
    if property.type == .string, property.allowed.count == 0 {
      return .value(.text(text), source: source)
    }
    let content = text.decoded(using: &decoded)
    if property.type == .boolean {
      guard let flag = ValueRules.boolean(content) else { return .bad(source: source) }
      return .value(.boolean(flag), source: source)
    }
    let fits = property.type != .url || ValueRules.isURL(content)
    return fits && isAllowed(content, in: property)
      ? .value(.text(text), source: source) : .bad(source: source)
  }

  private func isAllowed(_ text: ByteView, in property: PropertyItem) -> Bool {
    property.allowed.isEmpty || property.allowed.contains { $0 == text }
  }

  private mutating func number(
    _ value: CardValue, from source: Int, as property: PropertyItem
  ) -> ReadValue {
    let spelling: ByteView
    switch value {
    case .number(let number): spelling = number
    case .text(let text): spelling = JSONNumber.trimmed(text.decoded(using: &decoded))
    case .time(let time):
      composed.removeAll()
      time.appendSeconds(to: &composed)
      spelling = composed.view
    case .absent, .boolean, .nested: return .bad(source: source)
    }
    let isNumber =
      property.type == .integer ? JSONNumber.isInteger(spelling) : JSONNumber.isValid(spelling)
    guard isNumber, isWithinBounds(spelling, of: property), isAllowed(spelling, in: property)
    else { return .bad(source: source) }
    return .value(.number(spelling), source: source)
  }

  private func isWithinBounds(_ spelling: ByteView, of property: PropertyItem) -> Bool {
    if property.minimum.count > 0, JSONNumber.compare(spelling, property.minimum) < 0 {
      return false
    }
    return property.maximum.count == 0 || JSONNumber.compare(spelling, property.maximum) <= 0
  }

  /// Joins the values of the sources and checks the result like other text.
  private mutating func joined(_ property: PropertyItem, in card: IndexedCard) -> ReadValue {
    composed.removeAll()
    var present: UInt64 = 0
    var isEscaped = false
    for source in 0..<property.sources.count {
      let value = card.value(of: property.sources.item(source))
      switch value {
      case .absent: continue
      case .nested: return .bad(source: source)
      case .text, .number, .boolean, .time: break
      }
      if present != 0 {
        composed.append(property.separatorContent)
        // If JSON escapes the separator, its content is longer.
        isEscaped = isEscaped || property.separatorContent.count != property.separator.count
      }
      present |= 1 << UInt64(source)
      isEscaped = append(value) || isEscaped
    }
    guard present != 0 else { return property.fixedJSON.count > 0 ? .fixed : .absent }
    let isRequired = card.isControl ? property.isRequiredOnControl : property.isRequired
    let needed = isRequired ? property.neededSources : 0
    guard present & needed == needed else { return .absent }
    return typed(
      .text(JSONString(composed.view, isEscaped: isEscaped)), from: 0, as: property, in: card)
  }

  /// Appends a scalar to the joined text; returns whether it has escapes.
  private mutating func append(_ value: CardValue) -> Bool {
    switch value {
    case .text(let text):
      composed.append(text.content)
      return text.isEscaped
    case .time(let time): timeFormat.append(time, to: &composed)
    case .absent, .number, .boolean, .nested: value.appendText(to: &composed)
    }
    return false
  }

  /// Checks a list; returns its items, or `.absent` if it is empty.
  private mutating func list(
    _ value: CardValue, from source: Int, as property: PropertyItem, in card: IndexedCard
  ) -> ReadValue {
    items.removeAll()
    itemEnds.removeAll(keepingCapacity: true)
    let isGood: Bool
    if case .nested = value {
      isGood = appendElements(of: source, property, in: card)
    } else if let text = text(value) {
      isGood = appendParts(of: text.decoded(using: &decoded), property)
    } else {
      isGood = false
    }
    guard isGood else { return .bad(source: source) }
    guard !itemEnds.isEmpty else { return .absent }
    return .list(ListItems(text: items.view, ends: itemEnds), source: source)
  }

  /// Appends the strings of a JSON array; returns false if it has invalid elements or is not an
  /// array.
  private mutating func appendElements(
    of source: Int, _ property: PropertyItem, in indexed: IndexedCard
  ) -> Bool {
    // Only extras can be arrays.
    let source = property.sources[source]
    guard !source.isField, let list = indexed.extras[source.extra], list.kind == .array else {
      return false
    }
    for element in list.elements {
      guard element.kind == .string,
        appendItem(JSONString(element).decoded(using: &decoded), property)
      else { return false }
    }
    return true
  }

  /// Splits text and appends the items; returns false if one is not allowed.
  private mutating func appendParts(of text: ByteView, _ property: PropertyItem) -> Bool {
    let separator = property.separator
    var start = 0
    var position = 0
    while position < text.count {
      if text[position] == separator[0], separator.occurs(at: position, in: text) {
        guard appendItem(text.slice(start..<position), property) else { return false }
        position += separator.count
        start = position
      } else {
        position += 1
      }
    }
    return appendItem(text.slice(start..<text.count), property)
  }

  /// Trims an item and appends it unless it is empty; returns false if it is not allowed.
  private mutating func appendItem(_ text: ByteView, _ property: PropertyItem) -> Bool {
    let item = JSONNumber.trimmed(text)
    guard item.count > 0 else { return true }
    guard isAllowed(item, in: property) else { return false }
    items.append(item)
    itemEnds.append(items.count)
    return true
  }
}

/// The value of a card's property; borrowed like the card.
package enum ReadValue {
  /// No source has a value.
  case absent
  /// The value of the source with this index is invalid.
  case bad(source: Int)
  /// Text, a number or a Boolean.
  case value(CardValue, source: Int)
  /// The items of a list.
  case list(ListItems, source: Int)
  /// The constant or default from the registry.
  case fixed

  /// The index of the source in the property; nil if the value is not valid or not from the card.
  package var source: Int? {
    switch self {
    case .absent, .bad, .fixed: nil
    case .value(_, let source), .list(_, let source): source
    }
  }
}

/// The items of a list; borrowed until the next property is read.
package struct ListItems {
  fileprivate let text: ByteView
  fileprivate let ends: [Int]

  /// Calls `body` with each item.
  package func forEach(_ body: (ByteView) -> Void) {
    var start = 0
    for end in ends {
      body(text.slice(start..<end))
      start = end
    }
  }
}
