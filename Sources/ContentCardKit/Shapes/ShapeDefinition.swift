import CardJSON

/// The definition of a shape, as its file writes it: its signatures, keys and formats, in tables
/// without reference counts.
package struct ShapeDefinition: BitwiseCopyable, Sendable {
  /// The name for `--shape` and `--as`.
  package let name: StaticString
  /// A short description of where the shape occurs.
  let summary: StaticString
  /// The signatures of the shape, each of which identifies a card.
  let signatures: PermanentTable<ShapeSignature>
  /// The format of times.
  package let times: CardTimeFormat.Kind
  /// The shape's names for the card types; empty if it has none.
  package let types: PermanentTable<TypeName>
  /// Whether an unknown card type is written as in the input; other shapes cannot represent it.
  package let keepsUnknownTypes: Bool
  /// The keys, in output order; of several keys of a field, the first with a value is read.
  package private(set) var keys: PermanentTable<ShapeKey>
  /// Known keys of the shape's cards that have no canonical field.
  let otherKeys: PermanentTable<ByteView>
  /// The fields that the shape can write.
  package private(set) var writtenFields: CardFields = []
  /// Whether a written key states whether a card is a control card.
  package private(set) var hasControlKey = false
  /// Up to four key numbers for each field, with the preferred key in the lowest byte; 0 ends the
  /// list, because it is not the number of a field's key.
  private var fieldKeys: PermanentTable<UInt32>
  /// The numbers of the keys that state whether a card is a control card, in the same format.
  private(set) var controlKeys: UInt32 = 0
  /// The fields that are `null` if absent.
  private(set) var nullFields: CardFields = []
  /// The flags that are true if a card does not state them.
  private(set) var trueFields: CardFields = []

  init(
    name: StaticString, summary: StaticString, signatures: [ShapeSignature],
    times: CardTimeFormat.Kind, types: [TypeName] = [], keepsUnknownTypes: Bool = false,
    keys: [ShapeKey], otherKeys: [String] = []
  ) {
    (self.name, self.summary, self.times) = (name, summary, times)
    (self.signatures, self.types) = (PermanentTable(signatures), PermanentTable(types))
    (self.keepsUnknownTypes, self.keys) = (keepsUnknownTypes, PermanentTable(keys))
    self.otherKeys = PermanentTable(otherKeys.map { ByteView(permanent: $0) })
    fieldKeys = PermanentTable([])
  }

  /// Sets the numbers of the keys.
  mutating func number(_ numbers: inout TextNumbers) {
    var fieldKeys = [UInt32](repeating: 0, count: CardField.allCases.count)
    keys = PermanentTable(count: keys.count) { index in
      var key = keys[index]
      key.number = UInt8(numbers.number(of: key.name))
      return key
    }
    for key in keys {
      let field = CardFields(key.field)
      if key.isControlFlag {
        controlKeys.appendNumber(key.number)
        hasControlKey = hasControlKey || key.isWritten
      } else {
        fieldKeys[Int(key.field.rawValue)].appendNumber(key.number)
        if key.isWritten { writtenFields.formUnion(field) }
      }
      if key.absent == ByteView("null") { nullFields.formUnion(field) }
      if key.absent == ByteView("true") { trueFields.formUnion(field) }
    }
    self.fieldKeys = PermanentTable(fieldKeys)
  }

  func keys(of field: CardField) -> UInt32 { fieldKeys[Int(field.rawValue)] }

  /// The number of the shape's keys that an object has, without the key of the id.
  func sharedKeyCount(_ object: IndexedObject) -> Int {
    keys.count { $0.field != .id && object[Int($0.number)] != nil }
  }

  /// The text `,"key":` of a field; nil if the shape does not write the field.
  package func member(of field: CardField) -> ByteView? {
    keys.first { $0.isWritten && $0.field == field }?.member
  }

  // MARK: Names of card types

  /// The type with the name `name`, and whether it is exactly one of the shape's names; nil if not
  /// found.
  ///
  /// Names in another case are accepted, because apps write `CLASSIC` for an SDK's `Classic`.
  package func type(
    named name: ByteView, hasImage: @autoclosure () -> Bool
  ) -> (type: CardType, isOwn: Bool)? {
    func type(_ name: TypeName) -> CardType {
      guard name.dependsOnImage else { return name.type }
      return hasImage() ? .classicImage : .classic
    }
    if let own = types.first(where: { $0.name == name }) {
      return (type(own), !own.isTolerated)
    }
    return types.first { $0.name.equalsIgnoringCase(name) }.map { (type($0), false) }
  }

  /// The name to write for `type`; nil if the shape has none.
  package func typeName(of type: CardType) -> ByteView? {
    let own = types.first { $0.isWritten && $0.type == type }
    let shared =
      type == .classicImage ? types.first { $0.isWritten && $0.dependsOnImage } : nil
    return (own ?? shared)?.name
  }

  /// The name to write for the card's type; for an unknown type, the card's name.
  package func typeName(for card: Card) -> JSONString? {
    guard let type = card.type else { return nil }
    return type == .unknown ? card.text(.type) : typeName(of: type).map { JSONString($0) }
  }
}

extension UInt32 {
  /// Appends a key number in the next free byte.
  fileprivate mutating func appendNumber(_ number: UInt8) {
    var place: UInt32 = 0
    while self >> place != 0 { place += 8 }
    self |= UInt32(number) << place
  }
}

/// A key of a shape, with its field and output format.
package struct ShapeKey: BitwiseCopyable, Sendable {
  /// The kind of value of a key.
  package enum Kind: UInt8, BitwiseCopyable, Sendable {
    case text, boolean, number, time, type, control, pairs
  }

  /// The key.
  package let name: ByteView
  /// The field of the key.
  package let field: CardField
  /// The kind of value of the key.
  package let kind: Kind
  /// The JSON kind of the value in most cards; for flags, `false`.
  let usualKind: JSONKind
  /// The JSON to write for an absent value; empty to omit the key.
  ///
  /// A flag is always written; here, `true` means that an absent flag is read as true.
  package let absent: ByteView
  /// Whether the key is written, and not only read if the field's other keys are absent.
  package let isWritten: Bool
  /// The text `,"key":`.
  package let member: ByteView
  /// The key's index in `ShapeCatalog.names`.
  package internal(set) var number: UInt8 = 0

  /// Whether the key is a flag that identifies control cards.
  package var isControlFlag: Bool { kind == .control }

  init(
    _ key: StaticString, _ field: CardField, absent: StaticString = "", isControlFlag: Bool = false,
    isWritten: Bool = true
  ) {
    let name = ByteView(key)
    member = .permanent(capacity: name.count + 4) {
      // Keys need no escapes, and a literal has no padding for the search of characters that do.
      $0.append(",\"")
      $0.append(name)
      $0.append("\":")
    }
    (self.name, self.absent) = (name, ByteView(absent))
    (self.field, self.isWritten) = (field, isWritten)
    (kind, usualKind) =
      switch field.content {
      case .text where isControlFlag: (.control, .false)
      case .text: (field == .type ? .type : .text, .string)
      case .boolean: (.boolean, .false)
      case .number: (.number, .number)
      case .time: (.time, .number)
      case .pairs: (.pairs, .object)
      }
  }

  /// A key that is read if the field's other keys are absent, and never written.
  static func alias(_ key: StaticString, _ field: CardField) -> ShapeKey {
    ShapeKey(key, field, isWritten: false)
  }

  /// A flag that states whether the card is a control card.
  static func control(_ key: StaticString) -> ShapeKey { ShapeKey(key, .type, isControlFlag: true) }
}

/// A shape's name for a card type.
package struct TypeName: BitwiseCopyable, Sendable {
  /// The name, padded like a card's bytes.
  package let name: ByteView
  /// The type; `classic` for a name of both classic types.
  package let type: CardType
  /// Whether the name means both classic types, so that the card's image determines which.
  package let dependsOnImage: Bool
  /// Whether the name is used for writing.
  package let isWritten: Bool
  /// Whether the name is only tolerated: a former name, or one from imprecise documentation.
  let isTolerated: Bool

  init(
    _ name: StaticString, _ type: CardType, dependsOnImage: Bool = false, isWritten: Bool = true,
    isTolerated: Bool = false
  ) {
    self.name = ByteView(permanent: ByteView(name))
    self.type = type
    self.dependsOnImage = dependsOnImage
    self.isWritten = isWritten && !isTolerated
    self.isTolerated = isTolerated
  }
}
