import CardJSON

/// What one look over the keys of a card shows: which fields are there, and in what form.
package struct CardOutline {
  /// How many keys of the card's object its shape documents, each counted once.
  package private(set) var keyCount = 0
  /// The fields with a value.
  private var present: CardFields = []
  /// The fields that a key says `true` of.
  private var affirmed: CardFields = []
  /// The fields with a value of an unusual kind.
  private var odd: CardFields = []

  /// The outline of `card`.
  package init(_ card: Card) {
    let (keys, document) = (card.keys, card.document)
    let documented = card.tables.value.documentedKeys
    for place in 0..<documented.count {
      let key = documented[place]
      let node = keys[Int(key.number)]
      guard node != 0 else { continue }
      keyCount += 1
      let word = document.word(node)
      if key.usualKinds & 1 << word.kind.rawValue == 0 { odd.formUnion(key.field) }
      if word.kind == .true { affirmed.formUnion(key.field) }
      let isEmpty = word.kind == .null || word.kind == .string && word.extent == 0
      if !isEmpty { present.formUnion(key.field) }
    }
  }

  /// Whether a field has a value.
  package func has(_ field: CardField) -> Bool { present.contains(CardFields(field)) }

  /// Whether a key says that a flag is true.
  package func affirms(_ field: CardField) -> Bool { affirmed.contains(CardFields(field)) }

  /// Whether a field has a value of an unusual kind in JSON, such as a time that is no number.
  package func isOdd(_ field: CardField) -> Bool { odd.contains(CardFields(field)) }

  /// Whether a text is neither a string nor `null`.
  package var hasOddText: Bool { !odd.isDisjoint(with: CardOutline.texts) }

  /// Whether a flag is neither true nor false.
  package var hasOddFlag: Bool { !odd.isDisjoint(with: CardOutline.flags) }

  private static let texts = fields(with: .text)
  private static let flags = fields(with: .boolean)

  private static func fields(with content: CardField.Content) -> CardFields {
    CardField.allCases.filter { $0.content == content }.reduce([]) { $0.union(CardFields($1)) }
  }

  /// Whether the card's object has the keys that were counted, each once, and nothing else in which
  /// there are objects or arrays but its extras.
  ///
  /// Each key and its value are two words of the tape, and what is in a container comes on top.
  package func isComplete(_ card: Card) -> Bool {
    let extras = card.writtenNode(of: .extras)
    let word = card.document.word(extras)
    let isContainer = extras != 0 && (word.kind == .object || word.kind == .array)
    let words = card.document.word(card.node).extent - 1
    return words == 2 * keyCount + (isContainer ? word.extent : 0)
  }
}

/// A key that a shape documents.
struct DocumentedKey: BitwiseCopyable {
  /// The key's number among all names.
  let number: UInt8
  /// The kinds of value that the field mostly has in JSON, one bit each.
  let usualKinds: UInt8
  /// The field that the key carries.
  let field: CardFields

  init(_ key: ShapeKey, number: Int) {
    self.number = UInt8(number)
    field = CardFields(key.field)
    switch key.form == .isControl ? .boolean : key.field.content {
    case .text: usualKinds = DocumentedKey.bits(.string, .null)
    case .boolean: usualKinds = DocumentedKey.bits(.true, .false)
    case .pairs: usualKinds = DocumentedKey.bits(.object)
    case .number, .time: usualKinds = DocumentedKey.bits(.number, .null)
    }
  }

  private static func bits(_ kinds: JSONKind...) -> UInt8 {
    kinds.reduce(0) { $0 | 1 << $1.rawValue }
  }
}
