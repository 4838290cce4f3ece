import CardProcessing
import CardJSON
import ContentCardKit

/// A field or an extra whose values differ between two cards.
struct FieldChange {
  /// The canonical name, or `extras.KEY`.
  let name: String
  /// The values as JSON; nil if absent.
  let old: [UInt8]?
  let new: [UInt8]?

  fileprivate init(_ name: String, _ old: CardValue, _ new: CardValue) {
    self.name = name
    self.old = FieldChange.json(old)
    self.new = FieldChange.json(new)
  }

  private static func json(_ value: CardValue) -> [UInt8]? {
    guard !value.isAbsent else { return nil }
    var json = ByteBuffer()
    value.appendJSON(to: &json)
    return json.view.array
  }
}

/// Compares cards in cardctl's own form, field by field.
///
/// Fields that one of the shapes has no key for are ignored: a React Native card does not say
/// whether it is a test, and that is not a change.
struct CardComparer: ~Copyable {
  private var oldText = ByteBuffer()
  private var newText = ByteBuffer()
  private var oldScanner = JSONScanner()
  private var newScanner = JSONScanner()
  private var oldDecoder: CardDecoder
  private var newDecoder: CardDecoder
  private var oldValue = ByteBuffer()
  private var newValue = ByteBuffer()
  /// The keys of both cards' extras, those of the newer card first, and by the number of each the
  /// nodes of its values; 0 where a card has none.
  private var extraNames = TextNumbers()
  private var extraNodes: [(old: Int, new: Int)] = []

  /// A comparer of cards whose class type is under `typeKey` in the extras.
  init(typeKey: String) {
    let options = CardDecoder.Options(shape: .card, typeKey: typeKey)
    oldDecoder = CardDecoder(options)
    newDecoder = CardDecoder(options)
  }

  /// The differences of two cards, in the order of the fields; extras of the newer card first.
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
    let (oldBytes, newBytes) = (oldText.sealed(), newText.sealed())
    guard case .value = oldScanner.scan(oldBytes), case .value = newScanner.scan(newBytes),
      case .card(let oldCard) = oldDecoder.find(oldScanner.document, 0, isElement: true),
      case .card(let newCard) = newDecoder.find(newScanner.document, 0, isElement: true)
    else { return [] }
    // The server sends a removed card without its content, which is not a change of the content.
    if newCard.flag(.removed), !oldCard.flag(.removed) {
      return [FieldChange("\(CardField.removed.name)", .boolean(false), .boolean(true))]
    }
    /// Whether cards of both shapes say what a field is.
    func isDocumented(_ field: CardField) -> Bool {
      !shapes.old.documentedKeys(of: field).isEmpty && !shapes.new.documentedKeys(of: field).isEmpty
    }
    var changes: [FieldChange] = []
    let classTypeIsExtra = oldCard.classTypeNode != 0 || newCard.classTypeNode != 0
    for field in CardField.allCases where field != .extras {
      if field == .classType && classTypeIsExtra { continue }
      guard field == .classType || isDocumented(field) else { continue }
      let (older, newer) = (oldCard.value(field), newCard.value(field))
      if !isSame(older, newer) { changes.append(FieldChange("\(field.name)", older, newer)) }
    }
    compareExtras(oldCard, newCard, &changes)
    return changes
  }

  private mutating func compareExtras(
    _ old: Card, _ new: Card, _ changes: inout [FieldChange]
  ) {
    extraNames.removeAll()
    extraNodes.removeAll(keepingCapacity: true)
    noteExtras(of: new) { $0.new = $1 }
    noteExtras(of: old) { $0.old = $1 }
    for number in extraNodes.indices {
      let nodes = extraNodes[number]
      let older = nodes.old == 0 ? .absent : old.extra(at: nodes.old)
      let newer = nodes.new == 0 ? .absent : new.extra(at: nodes.new)
      guard !isSame(older, newer) else { continue }
      changes.append(FieldChange("extras.\(extraNames[number].text)", older, newer))
    }
  }

  /// Notes the nodes of a card's extras; the last one of a key wins.
  private mutating func noteExtras(of card: Card, _ note: (inout (old: Int, new: Int), Int) -> Void)
  {
    guard card.extrasNode != 0 else { return }
    let document = card.extrasDocument
    var name = ByteBuffer()
    document.forEachMember(of: card.extrasNode) { key, node in
      name.removeAll()
      document.appendText(key, to: &name)
      let number = extraNames.number(of: name.view)
      if number == extraNodes.count { extraNodes.append((0, 0)) }
      note(&extraNodes[number], node)
    }
  }

  private mutating func isSame(_ old: CardValue, _ new: CardValue) -> Bool {
    switch (old, new) {
    case (.absent, .absent): return true
    case (.absent, _), (_, .absent): return false
    case (.time(let old), .time(let new)): return old.milliseconds == new.milliseconds
    case (.number(let old), .number(let new)): return JSONNumber.compare(old, new) == 0
    default: break
    }
    // A non-string scalar is read as its text, so 10 and "10" are equal.
    oldValue.removeAll()
    newValue.removeAll()
    old.appendText(to: &oldValue)
    new.appendText(to: &newValue)
    return oldValue.view == newValue.view
  }
}
