import CardJSON

/// Everything that tells one form of cards from the others.
///
/// To add a shape, create one in a file in `Forms` and list it in `Shape`.
package struct ShapeDefinition: Sendable {
  /// The name for `--shape` and `--as`.
  package let name: StaticString
  /// A short description of where the shape occurs.
  let summary: String
  /// The signatures of the shape; any one of them identifies a card.
  let marks: [ShapeMark]
  /// The format of times.
  package let times: TimeForm
  /// The shape's names for the card types; empty if it has none.
  package var types: [TypeName] = []
  /// Whether an unknown card type is written as read.
  ///
  /// Other shapes cannot represent such a card.
  package var keepsUnknownTypes = false
  /// The keys, in the order of output.
  ///
  /// Reading uses the first key of a field that has a value. A conversion preserves a field exactly
  /// if both shapes list it.
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
  /// ISO 8601 with milliseconds, as `JSON.stringify` writes a date.
  case dateWithMilliseconds

  /// Whether times are written as ISO 8601.
  package var isDate: Bool { self == .date || self == .dateWithMilliseconds || self == .chosen }

  /// Whether the format is limited to the years 1 to 9999.
  package var knowsCalendarOnly: Bool { isDate || self == .milliseconds }
}

/// One key of a shape: its field and its output.
package struct ShapeKey: BitwiseCopyable, Sendable {
  /// The kinds of values that a key holds.
  package enum Form: UInt8, BitwiseCopyable, Sendable {
    case text, boolean, number, time, type, control, pairs
  }

  /// `,"key":`.
  package let member: ByteView
  /// The field that the key carries.
  package let field: CardField
  /// The kind of value that the key holds.
  package let form: Form
  /// The kind of value that most cards have: most flags are false.
  let usualKind: JSONKind
  /// The JSON that is written for an absent value; empty if the key is omitted then.
  ///
  /// A flag is always written as `true` or `false`. For a flag, `true` means that an absent key is
  /// read as true instead of false.
  package let absent: ByteView
  /// Whether the key is written, or only read if the field's other keys are absent.
  package let isWritten: Bool
  /// The key's number among those of all shapes (`ShapeCatalog.names`), once it is compiled.
  package internal(set) var number: UInt8 = 0

  /// The key alone.
  package var name: ByteView { member.slice(2..<member.count - 2) }

  /// Whether the key is a flag that identifies control cards.
  package var saysControl: Bool { form == .control }

  init(
    _ key: String, _ field: CardField, absent: StaticString = "", saysControl: Bool = false,
    isWritten: Bool = true
  ) {
    member = ByteView(permanent: ",\"\(key)\":")
    (self.field, self.absent, self.isWritten) = (field, ByteView(absent), isWritten)
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

  /// A key that is read when the field's other keys are absent, and never written.
  static func alias(_ key: String, _ field: CardField) -> ShapeKey {
    ShapeKey(key, field, isWritten: false)
  }

  /// A flag that states whether the card is a control card.
  static func control(_ key: String) -> ShapeKey { ShapeKey(key, .type, saysControl: true) }
}

/// One shape's name for a card type.
package struct TypeName: BitwiseCopyable, Sendable {
  /// The name, in memory that can be read past its end as that of a card.
  package let name: ByteView
  /// The type; of a name that stands for both classic types, `classic`.
  package let type: CardType
  /// Whether the name means both classic types, so that the image decides.
  package let dependsOnImage: Bool
  /// Whether cards are written with the name.
  package let isWritten: Bool
  /// Whether the name is only tolerated: a former name, or one from loose documentation.
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
