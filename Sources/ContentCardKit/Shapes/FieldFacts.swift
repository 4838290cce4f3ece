import CardJSON

/// Facts about the fields that a card has and the kinds of their values, gathered in one pass.
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
    let (keys, document) = (card.keys, card.document)
    let documented = card.tables.value.documentedKeys
    recorded = card.recorded.rawValue
    var present: UInt32 = 0
    for place in 0..<documented.count {
      let key = documented[place]
      let node = keys[Int(key.number)]
      guard node != 0 else { continue }
      keyCount &+= 1
      let word = document.word(node)
      if word.kind == key.usualKind, word.extent > 0 {
        present |= key.field
      } else {
        note(word, key)
      }
    }
    self.present |= present
  }

  /// Records a value of another kind than most cards have.
  private mutating func note(_ value: TapeWord, _ key: DocumentedKey) {
    switch value.kind {
    case .true:
      affirmed |= key.field
      if key.usualKind != .false { odd |= key.field }
    case .null:
      if key.usualKind == .false || key.usualKind == .object { odd |= key.field }
      return
    case .string:
      if key.usualKind != .string { odd |= key.field }
      if value.extent == 0 { return }
    case .object, .array, .number, .false, .end: odd |= key.field
    }
    present |= key.field
  }

  /// Whether a field has a value.
  package func has(_ field: CardField) -> Bool { present & FieldFacts.bit(field) != 0 }

  /// Whether a key states that a flag is true.
  package func affirms(_ field: CardField) -> Bool { affirmed & FieldFacts.bit(field) != 0 }

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
    let extras = card.writtenNode(of: .extras)
    let word = card.document.word(extras)
    let isContainer = extras != 0 && (word.kind == .object || word.kind == .array)
    let words = card.document.word(card.node).extent - 1
    return words == 2 * keyCount + (isContainer ? word.extent : 0)
  }
}

/// A key that a shape documents.
package struct DocumentedKey: BitwiseCopyable {
  /// The key's number among all names.
  package let number: UInt8
  /// The usual kind of the value in most cards: for flags, `false`.
  let usualKind: JSONKind
  /// The bit of the key's field.
  package let field: UInt32

  init(_ key: ShapeKey, number: Int) {
    self.number = UInt8(number)
    field = CardFields(key.field).rawValue
    switch key.saysControl ? .boolean : key.field.content {
    case .text: usualKind = .string
    case .boolean: usualKind = .false
    case .pairs: usualKind = .object
    case .number, .time: usualKind = .number
    }
  }
}
