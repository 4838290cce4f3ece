/// Everything that tells one form of cards from the others.
///
/// To add a shape, write one of these in a file under `Forms` and list it in `Shape`.
package struct ShapeDefinition: Sendable {
  /// The name for `--shape` and `--as`.
  package let name: StaticString
  /// Where the shape is found, in a few words.
  let summary: String
  /// By what a card of the shape is known: any one of these is enough.
  let marks: [ShapeMark]
  /// How times are written.
  package let times: TimeForm
  /// What the shape calls the card types; empty where it has no names for them.
  package var types: [TypeName] = []
  /// Whether an unknown card type is written as it was read; elsewhere a card of such a
  /// type cannot be said.
  package var keepsUnknownTypes = false
  /// The keys, in the order in which they are written.
  ///
  /// Both directions use them: reading takes the first key of a field that has a value, so a field
  /// survives a translation exactly when both shapes list it.
  package let keys: [ShapeKey]
  /// Keys that cards of the shape are known to have and that carry no field.
  var otherKeys: [String] = []

  /// What the shape writes for `type`; nil where it has no name for it.
  package func typeName(of type: CardType) -> StaticString? {
    let written = types.filter(\.isWritten)
    let own = written.first { $0.type == type }
    let shared = type == .classicImage ? written.first { $0.dependsOnImage } : nil
    return (own ?? shared)?.name
  }
}

/// How a shape writes points in time.
package enum TimeForm: UInt8, BitwiseCopyable, Sendable {
  /// Epoch seconds.
  case seconds
  /// Epoch seconds, or ISO 8601 where the user asks for it (`--time`).
  case chosen
  /// Epoch milliseconds.
  case milliseconds
  /// ISO 8601, with milliseconds when there are any.
  case date
  /// ISO 8601 with milliseconds, as `JSON.stringify` writes a date.
  case dateWithMilliseconds

  /// Whether times are written as ISO 8601.
  package var isDate: Bool { self == .date || self == .dateWithMilliseconds || self == .chosen }

  /// Whether times are written in a form that knows the years 1 to 9999 only.
  package var knowsCalendarOnly: Bool { isDate || self == .milliseconds }
}

/// One key of one shape: the field it carries and how it is written.
package struct ShapeKey: Sendable {
  package let key: String
  package let field: CardField
  /// The JSON that is written where the card has no value; nil leaves the key out.
  ///
  /// A flag is always written as `true` or `false`; here `true` is what it is read as where the key
  /// is absent, which is `false` otherwise.
  package let absent: StaticString?
  /// Whether the key is a flag that says that the card is the control variant.
  package let saysControl: Bool
  /// Whether cardctl writes the key, or only reads it where the field has no other.
  package let isWritten: Bool

  init(
    _ key: String, _ field: CardField, absent: StaticString? = nil, saysControl: Bool = false,
    isWritten: Bool = true
  ) {
    self.key = key
    self.field = field
    self.absent = absent
    self.saysControl = saysControl
    self.isWritten = isWritten
  }

  /// A key that is read when the field's other keys are absent, and never written.
  static func alias(_ key: String, _ field: CardField) -> ShapeKey {
    ShapeKey(key, field, isWritten: false)
  }

  /// A flag that says whether the card is the control variant.
  static func control(_ key: String) -> ShapeKey {
    ShapeKey(key, .type, saysControl: true)
  }
}

/// What one shape calls a card type.
package struct TypeName: Sendable {
  package let name: StaticString
  /// The type; of a name that stands for both classic types, `classic`.
  package let type: CardType
  /// Whether the name stands for both classic types, so that the image decides which one it is.
  package let dependsOnImage: Bool
  /// Whether cards are written with the name.
  package let isWritten: Bool
  /// Whether the name is only understood: a former one, or what documents loosely call a type.
  let isTolerated: Bool

  init(
    _ name: StaticString, _ type: CardType, dependsOnImage: Bool = false, isWritten: Bool = true,
    isTolerated: Bool = false
  ) {
    self.name = name
    self.type = type
    self.dependsOnImage = dependsOnImage
    self.isWritten = isWritten && !isTolerated
    self.isTolerated = isTolerated
  }
}
