import CardJSON

/// The fields of a card, and whether their values have the usual kinds.
///
/// With these facts, rules need not compare the keys of a card without anomalies. On cards with one
/// undocumented key, for which they must, `validate` takes 1.66 times as many instructions.
///
/// It is in this module, because sets of fields are inlined only here.
package struct FieldFacts {
  /// The number of documented keys in the card's object, without duplicates.
  package private(set) var keyCount = 0
  /// The fields that have a value.
  private var present: CardFields = []
  /// The flags that are true in the card or recorded by a device.
  private var affirmed: CardFields
  /// The fields whose value has an unusual kind.
  private var unusual: CardFields = []

  /// Collects the facts about `card`.
  package init(_ card: Card) {
    let keys = card.keys
    let documented = card.definition.value.keys
    affirmed = card.recordedFlags
    var present: CardFields = []
    for place in 0..<documented.count {
      let key = documented.item(place)
      guard let node = keys[Int(key.number)] else { continue }
      keyCount &+= 1
      let word = node.word
      if word.kind == key.usualKind, word.extent > 0 {
        present.formUnion(CardFields(key.field))
      } else {
        note(word, key)
      }
    }
    self.present.formUnion(present)
  }

  /// Records a value that does not have the usual kind.
  private mutating func note(_ value: TapeWord, _ key: PermanentItem<ShapeKey>) {
    let field = CardFields(key.field)
    switch value.kind {
    case .true:
      affirmed.formUnion(field)
      if key.usualKind != .false { unusual.formUnion(field) }
    case .null:
      if key.usualKind == .false || key.usualKind == .object { unusual.formUnion(field) }
      return
    case .string:
      if key.usualKind != .string { unusual.formUnion(field) }
      if value.extent == 0 { return }
    case .object, .array, .number, .false, .end: unusual.formUnion(field)
    }
    present.formUnion(field)
  }

  /// Whether a field has a value.
  package func has(_ field: CardField) -> Bool { present.contains(CardFields(field)) }

  /// Whether a flag may be true: a device recorded it, its value is `true`, or some flag is odd.
  package func mayBeTrue(_ field: CardField) -> Bool {
    affirmed.contains(CardFields(field)) || hasUnusualFlag
  }

  /// Whether a field's value has an unusual JSON kind, such as a time that is not a number.
  package func isUnusual(_ field: CardField) -> Bool { unusual.contains(CardFields(field)) }

  /// Whether the value of any text field is neither a string nor `null`.
  package var hasUnusualText: Bool { !unusual.isDisjoint(with: FieldFacts.texts) }

  /// Whether the value of any flag is neither `true` nor `false`.
  package var hasUnusualFlag: Bool { !unusual.isDisjoint(with: FieldFacts.flags) }

  private static let texts = CardFields(with: .text)
  private static let flags = CardFields(with: .boolean)

  /// Whether the card's object has only the counted keys, without duplicates, and no objects or
  /// arrays except its extras.
  ///
  /// A key and its value take two words of the tape; a container takes more.
  package func isComplete(_ card: Card) -> Bool {
    let extras = card.statedNode(of: .extras)?.word
    let words = extras.map { $0.isContainer ? $0.extent : 0 } ?? 0
    return card.object.word.extent - 1 == 2 * keyCount + words
  }
}
