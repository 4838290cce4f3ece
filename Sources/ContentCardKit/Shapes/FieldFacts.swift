import CardJSON

/// The fields that a card has, and the kinds of their values.
///
/// With the facts, the checks of a card without oddities compare none of its keys. Measured on the
/// same cards with one undocumented key more, for which they do: `validate` takes 1.66 times as
/// many instructions.
package struct FieldFacts {
  /// The number of documented keys in the card's object, each counted once.
  package private(set) var keyCount = 0
  /// The fields with a value, one bit each.
  private var present: UInt32 = 0
  /// The fields for which a key is `true`.
  private var affirmed: UInt32 = 0
  /// The flags that a device recorded.
  private let recorded: UInt32
  /// The fields with a value of an unusual kind.
  private var odd: UInt32 = 0

  /// The facts of `card`.
  package init(_ card: Card) {
    let keys = card.keys
    let documented = card.form.value.keys
    recorded = card.recorded.rawValue
    var present: UInt32 = 0
    for place in 0..<documented.count {
      let key = documented.item(place)
      guard let node = keys[Int(key.number)] else { continue }
      keyCount &+= 1
      let word = node.word
      if word.kind == key.usualKind, word.extent > 0 {
        present |= FieldFacts.bit(key.field)
      } else {
        note(word, key)
      }
    }
    self.present |= present
  }

  /// Notes a value that is another than most cards have.
  private mutating func note(_ value: TapeWord, _ key: PermanentItem<ShapeKey>) {
    let bit = FieldFacts.bit(key.field)
    switch value.kind {
    case .true:
      affirmed |= bit
      if key.usualKind != .false { odd |= bit }
    case .null:
      if key.usualKind == .false || key.usualKind == .object { odd |= bit }
      return
    case .string:
      if key.usualKind != .string { odd |= bit }
      if value.extent == 0 { return }
    case .object, .array, .number, .false, .end: odd |= bit
    }
    present |= bit
  }

  /// Whether a field has a value.
  package func has(_ field: CardField) -> Bool { present & FieldFacts.bit(field) != 0 }

  /// Whether a flag may be true: a device recorded it, a key is `true`, or a flag's kind is
  /// unusual.
  package func mayBeTrue(_ field: CardField) -> Bool {
    (affirmed | recorded) & FieldFacts.bit(field) != 0 || hasOddFlag
  }

  /// Whether a field's value has an unusual JSON kind, such as a time that is not a number.
  package func isOdd(_ field: CardField) -> Bool { odd & FieldFacts.bit(field) != 0 }

  /// Whether a text field is neither a string nor `null`.
  package var hasOddText: Bool { odd != 0 && odd & FieldFacts.texts != 0 }

  /// Whether a flag is neither true nor false.
  package var hasOddFlag: Bool { odd != 0 && odd & FieldFacts.flags != 0 }

  private static let texts = bits(with: .text)
  private static let flags = bits(with: .boolean)

  private static func bits(with content: CardField.Content) -> UInt32 {
    CardField.allCases.filter { $0.content == content }.reduce(0) { $0 | bit($1) }
  }

  private static func bit(_ field: CardField) -> UInt32 { 1 &<< UInt32(field.rawValue) }

  /// Whether the card's object has only the counted keys, each once, and no objects or arrays other
  /// than its extras.
  ///
  /// Each key and its value are two words of the tape; the content of a container adds more.
  package func isComplete(_ card: Card) -> Bool {
    let extras = card.written(.extras)?.word
    let words = extras.map { $0.isContainer ? $0.extent : 0 } ?? 0
    return card.object.word.extent - 1 == 2 * keyCount + words
  }
}
