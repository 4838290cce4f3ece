import CardJSON

/// The keys that one shape writes, ready to be appended.
///
/// Compiled once from `Shape.keys`, the table that reading uses too.
struct ShapePlan: BitwiseCopyable, Sendable {
  /// One key that is written.
  struct Step: BitwiseCopyable, Sendable {
    /// `,"key":`.
    let key: ByteView
    let field: CardField
    let form: FieldForm
    /// The shape's names for the card types.
    let typeNames: TypeSpellings

    /// The key alone.
    var name: ByteView { key.slice(2..<key.count - 2) }
  }

  let shape: Shape
  let steps: PermanentTable<Step>
  /// The fields that are written; the card type only where the shape has names for it.
  let fields: CardFields
  /// Whether a key says that a card is the control variant.
  let saysControl: Bool

  /// The plan of a shape.
  static func plan(of shape: Shape) -> ShapePlan { plans[Int(shape.rawValue)] }

  private static let plans = Shape.allCases.map(ShapePlan.init)

  private init(_ shape: Shape) {
    self.shape = shape
    let names = TypeSpellings(shape)
    let written = shape.keys.filter(\.isWritten)
    saysControl = written.contains { $0.form == .isControl }
    fields = written.reduce(into: CardFields()) { fields, key in
      if key.form != .isControl { fields.insert(CardFields(key.field)) }
    }
    steps = PermanentTable(
      written.map { key in
        Step(
          key: ByteView(permanent: ",\"\(key.key)\":"), field: key.field, form: key.form,
          typeNames: names)
      })
  }
}

/// What one shape calls the card types, in the order of `CardType.allCases`; an empty name where it
/// has none.
struct TypeSpellings: BitwiseCopyable, Sendable {
  private let names: PermanentTable<ByteView>

  init(_ shape: Shape) {
    names = PermanentTable(CardType.allCases.map { ByteView($0.name(in: shape) ?? "") })
  }

  /// The name of `type`; nil where the shape has none.
  subscript(type: CardType) -> ByteView? {
    let name = names[Int(type.rawValue)]
    return name.count > 0 ? name : nil
  }
}
