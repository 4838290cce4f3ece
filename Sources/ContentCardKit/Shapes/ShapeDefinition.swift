import CardJSON

/// The definition of a shape: its signatures, keys and formats.
package struct ShapeDefinition: Sendable {
  /// The name for `--shape` and `--as`.
  package let name: StaticString
  /// A short description of where the shape occurs.
  let summary: String
  /// The signatures of the shape, each of which identifies a card.
  let signatures: [ShapeSignature]
  /// The format of times.
  package let times: TimeForm
  /// The shape's names for the card types; empty if it has none.
  package var types: [TypeName] = []
  /// Whether an unknown card type is written as in the input; other shapes cannot represent it.
  package var keepsUnknownTypes = false
  /// The keys, in output order; of several keys of a field, the first with a value is read.
  package let keys: [ShapeKey]
  /// Known keys of the shape's cards that have no canonical field.
  var otherKeys: [String] = []
}

/// The format of times in a shape.
package enum TimeForm: UInt8, BitwiseCopyable, Sendable {
  /// Epoch seconds.
  case seconds
  /// Epoch seconds, or ISO 8601 on request (`--time`).
  case chosen
  /// Epoch milliseconds.
  case milliseconds
  /// ISO 8601, with milliseconds if they are not zero.
  case date
  /// ISO 8601 with milliseconds, as `JSON.stringify` writes dates.
  case dateWithMilliseconds

  /// Whether times are written as ISO 8601.
  package var isDate: Bool { self == .date || self == .dateWithMilliseconds || self == .chosen }

  /// Whether the format is limited to the years 1 to 9999.
  package var knowsCalendarOnly: Bool { isDate || self == .milliseconds }
}

/// A key of a shape, with its field and output format.
package struct ShapeKey: BitwiseCopyable, Sendable {
  /// The kind of value of a key.
  package enum Form: UInt8, BitwiseCopyable, Sendable {
    case text, boolean, number, time, type, control, pairs
  }

  /// The key.
  package let name: ByteView
  /// The field of the key.
  package let field: CardField
  /// The kind of value of the key.
  package let form: Form
  /// The JSON kind of the value in most cards; for flags, `false`.
  let usualKind: JSONKind
  /// The JSON to write for an absent value; empty to omit the key.
  ///
  /// A flag is always written; here, `true` means that an absent flag is read as true.
  package let absent: ByteView
  /// Whether the key is written, and not only read if the field's other keys are absent.
  package let isWritten: Bool
  /// The key's index in `ShapeCatalog.names`, set when the shape is compiled.
  package internal(set) var number: UInt8 = 0
  /// The text `,"key":`, set when the shape is compiled.
  package internal(set) var member = ByteView("")

  /// Whether the key is a flag that identifies control cards.
  package var saysControl: Bool { form == .control }

  init(
    _ key: StaticString, _ field: CardField, absent: StaticString = "", saysControl: Bool = false,
    isWritten: Bool = true
  ) {
    (name, self.absent) = (ByteView(key), ByteView(absent))
    (self.field, self.isWritten) = (field, isWritten)
    (form, usualKind) =
      switch field.content {
      case .text where saysControl: (.control, .false)
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
  static func control(_ key: StaticString) -> ShapeKey { ShapeKey(key, .type, saysControl: true) }
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
