import CardJSON
import ContentCardKit

/// The keys that one shape writes, ready to be appended.
///
/// Compiled once from the shape's definition, which reading uses too.
struct ShapePlan: BitwiseCopyable, Sendable {
  /// What a key holds.
  enum Form: UInt8, BitwiseCopyable, Sendable {
    case text, boolean, number, time, type, control, pairs

    init(_ key: ShapeKey) {
      switch key.field.content {
      case .text: self = key.saysControl ? .control : key.field == .type ? .type : .text
      case .boolean: self = .boolean
      case .number: self = .number
      case .time: self = .time
      case .pairs: self = .pairs
      }
    }
  }

  /// One key that is written.
  struct Step: BitwiseCopyable, Sendable {
    /// `,"key":`.
    let key: ByteView
    let field: CardField
    let form: Form
    /// The JSON that stands for no value; empty where the key is left out then.
    let absent: ByteView
    /// The shape's names for the card types.
    let typeNames: TypeSpellings

    /// The key alone.
    var name: ByteView { key.slice(2..<key.count - 2) }
  }

  let shape: Shape
  let steps: PermanentTable<Step>
  let times: TimeForm
  let typeNames: TypeSpellings
  /// The fields that are written; the card type only where the shape has names for it.
  let fields: CardFields
  /// Whether a key says that a card is the control variant.
  let hasControlKey: Bool
  let keepsUnknownTypes: Bool

  /// The plan of a shape.
  static func plan(of shape: Shape) -> ShapePlan { plans[Int(shape.rawValue)] }

  private static let plans = Shape.allCases.map(ShapePlan.init)

  private init(_ shape: Shape) {
    self.shape = shape
    let definition = shape.definition
    let names = TypeSpellings(definition)
    let written = definition.keys.filter(\.isWritten)
    times = definition.times
    typeNames = names
    keepsUnknownTypes = definition.keepsUnknownTypes
    hasControlKey = written.contains(where: \.saysControl)
    fields = written.reduce(into: CardFields()) { fields, key in
      if !key.saysControl { fields.insert(CardFields(key.field)) }
    }
    steps = PermanentTable(
      written.map { key in
        Step(
          key: ByteView(permanent: ",\"\(key.key)\":"), field: key.field, form: Form(key),
          absent: ByteView(permanent: ByteView(key.absent ?? "")), typeNames: names)
      })
  }

  /// `,"key":` of a field that is written; nil where the shape has no key for it.
  func key(of field: CardField) -> ByteView? {
    for index in 0..<steps.count where steps[index].field == field { return steps[index].key }
    return nil
  }

  /// How times are written when the user asked for `chosen` where there is a choice.
  func times(_ chosen: CardTimeFormat) -> TimeForm {
    guard times == .chosen else { return times }
    return chosen == .iso8601 ? .date : .seconds
  }
}

/// What one shape calls the card types, in the order of `CardType.allCases`; an empty name where it
/// has none.
struct TypeSpellings: BitwiseCopyable, Sendable {
  private let names: PermanentTable<ByteView>

  init(_ definition: ShapeDefinition) {
    names = PermanentTable(
      CardType.allCases.map { ByteView(permanent: ByteView(definition.typeName(of: $0) ?? "")) })
  }

  /// The name of `type`; nil where the shape has none.
  subscript(type: CardType) -> ByteView? {
    let name = names[Int(type.rawValue)]
    return name.count > 0 ? name : nil
  }

  /// What a card's type is written as: for an unknown type the card's own word.
  func spelling(of card: Card) -> CardText? {
    guard let type = card.type else { return nil }
    return type == .unknown ? card.text(.type) : self[type].map { CardText($0) }
  }
}

extension Shape {
  /// Whether a card that is written in the shape still has `field`; the class type is one of the
  /// extras.
  package func carries(_ field: CardField) -> Bool {
    ShapePlan.plan(of: self).fields.contains(CardFields(field == .classType ? .extras : field))
  }
}

/// What one column of a table of cards holds.
enum ShapeColumn: BitwiseCopyable, Sendable {
  /// The extra with this key.
  case extra(ByteView)
  /// A key of the shape.
  case key(PermanentItem<ShapePlan.Step>)
  /// A value that no shape carries.
  case derived(DerivedField)

  /// The column called `name`; nil when the shape has none.
  ///
  /// Every shape has its own keys and `extras.KEY`; derived fields belong to the canonical form.
  init?(_ name: String, of shape: Shape) {
    if let step = ShapeColumn.step(name, of: shape) {
      self = .key(step)
      return
    }
    switch FieldPath(name: name) {
    case .extra(let key): self = .extra(key)
    case .derived(let field) where shape == .card: self = .derived(field)
    case .derived, .canonical, nil: return nil
    }
  }

  private static func step(_ name: String, of shape: Shape) -> PermanentItem<ShapePlan.Step>? {
    let plan = ShapePlan.plan(of: shape)
    for index in 0..<plan.steps.count where plan.steps[index].name.text == name {
      return plan.steps.item(index)
    }
    return nil
  }

  /// The names that a shape's columns can have, but for `extras.KEY`, which has no end.
  static func names(of shape: Shape) -> [String] {
    shape == .card ? FieldPath.names : shape.writtenKeys.map(\.key)
  }
}

/// A name that is no column of the shape.
package struct UnknownColumn: Error, Equatable, Sendable {
  /// The name that was given.
  package let name: String
  /// The names there are; any `extras.KEY` is one too.
  package let known: [String]

  /// The words for the user.
  package var description: String { "unknown column '\(name)'" }
}

extension UnknownColumn: CustomStringConvertible {}

extension Shape {
  /// The names that columns of the shape's cards can have, but for `extras.KEY`.
  package var columnNames: [String] { ShapeColumn.names(of: self) }
}
