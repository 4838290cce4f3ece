@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// A field or an extra whose values differ between two cards.
struct FieldChange {
  /// The canonical name, or `extras.KEY`.
  let name: String
  /// The values as JSON; nil where there is none.
  let old: [UInt8]?
  let new: [UInt8]?
}

/// Compares cards in cardctl's own form, field by field.
///
/// What one of the shapes has no key for is left out: a React Native card does not say whether it
/// is a test, which is no change.
struct CardComparer: ~Copyable {
  private var oldText = ByteBuffer()
  private var newText = ByteBuffer()
  private var oldScanner = JSONScanner()
  private var newScanner = JSONScanner()
  private var oldDecoder: CardDecoder
  private var newDecoder: CardDecoder
  private var oldValue = ByteBuffer()
  private var newValue = ByteBuffer()

  /// A comparer of cards whose class type stands under `typeKey` in the extras.
  init(typeKey: String) {
    let options = CardDecoder.Options(shape: .card, typeKey: typeKey)
    oldDecoder = CardDecoder(options)
    newDecoder = CardDecoder(options)
  }

  /// What differs between two cards, in the order of the fields; extras of the newer card first.
  ///
  /// - Parameters:
  ///   - shapes: the shapes that the cards were found in.
  mutating func changes(
    from old: ByteView, to new: ByteView, shapes: (old: Shape, new: Shape)
  ) -> [FieldChange] {
    if old == new { return [] }
    oldText.removeAll()
    oldText.append(old)
    newText.removeAll()
    newText.append(new)
    let (older, newer) = (oldText.sealed(), newText.sealed())
    guard case .value = oldScanner.scan(older), case .value = newScanner.scan(newer),
      case .card(let oldCard) = oldDecoder.find(oldScanner.document, 0, isElement: true),
      case .card(let newCard) = newDecoder.find(newScanner.document, 0, isElement: true)
    else { return [] }
    var changes: [FieldChange] = []
    // What the server withdraws it sends without its content, which has not changed by that.
    if newCard.flag(.removed), !oldCard.flag(.removed) {
      compare(CardField.removed.name.description, .boolean(false), .boolean(true), &changes)
      return changes
    }
    let classTypeIsExtra = oldCard.classTypeNode != 0 || newCard.classTypeNode != 0
    for field in CardField.allCases where field != .extras {
      if field == .classType && classTypeIsExtra { continue }
      guard field == .classType || CardComparer.isIn(shapes.old, field),
        field == .classType || CardComparer.isIn(shapes.new, field)
      else { continue }
      compare(field.name.description, oldCard.value(field), newCard.value(field), &changes)
    }
    compareExtras(oldCard, newCard, &changes)
    return changes
  }

  /// Whether cards of a shape say what `field` is.
  private static func isIn(_ shape: Shape, _ field: CardField) -> Bool {
    !shape.documentedKeys(of: field).isEmpty
  }

  private mutating func compareExtras(
    _ old: Card, _ new: Card, _ changes: inout [FieldChange]
  ) {
    let (older, newer) = (CardComparer.extras(of: old), CardComparer.extras(of: new))
    let names = newer.names + older.names.filter { newer.values[$0] == nil }
    for name in names {
      compare(
        "extras.\(String(decoding: name, as: UTF8.self))", older.values[name] ?? .absent,
        newer.values[name] ?? .absent, &changes)
    }
  }

  /// The extras of a card by their names, and the names in order.
  private static func extras(
    of card: Card
  ) -> (names: [[UInt8]], values: [[UInt8]: CardValue]) {
    var names: [[UInt8]] = []
    var values: [[UInt8]: CardValue] = [:]
    guard card.extrasNode != 0 else { return (names, values) }
    let document = card.extrasDocument
    document.forEachMember(of: card.extrasNode) { key, node in
      let name = document.decoded(key).read { $0.array }
      let before = values.updateValue(card.extra(at: node), forKey: name)
      if before == nil { names.append(name) }
    }
    return (names, values)
  }

  private mutating func compare(
    _ name: String, _ old: CardValue, _ new: CardValue,
    _ changes: inout [FieldChange]
  ) {
    guard !isSame(old, new) else { return }
    changes.append(
      FieldChange(
        name: name, old: CardComparer.json(old), new: CardComparer.json(new)))
  }

  private mutating func isSame(_ old: CardValue, _ new: CardValue) -> Bool {
    switch (old, new) {
    case (.absent, .absent): return true
    case (.absent, _), (_, .absent): return false
    case (.time(let old), .time(let new)): return old.milliseconds == new.milliseconds
    case (.number(let old), .number(let new)): return JSONNumber.compare(old, new) == 0
    default: break
    }
    // A scalar that is no string is read as its text, so 10 and "10" are the same.
    oldValue.removeAll()
    newValue.removeAll()
    old.appendText(to: &oldValue)
    new.appendText(to: &newValue)
    return oldValue.view == newValue.view
  }

  private static func json(_ value: CardValue) -> [UInt8]? {
    guard !value.isAbsent else { return nil }
    var json = ByteBuffer()
    value.appendJSON(to: &json)
    return json.view.array
  }
}
