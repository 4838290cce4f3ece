import CardJSON
import ContentCardKit

/// The keys that one shape writes, ready to be appended.
///
/// A plan is compiled once from the shape's definition, which reading also uses.
struct ShapePlan: BitwiseCopyable, Sendable {
  /// The type of a key's value.
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

  /// A key to write.
  struct Step: BitwiseCopyable, Sendable {
    /// `,"key":`.
    let key: ByteView
    let field: CardField
    let form: Form
    /// The JSON to write for an absent value; empty if the key is then omitted.
    let absent: ByteView
    /// The shape's names for the card types.
    let typeNames: TypeSpellings

    /// The key without quotes.
    var name: ByteView { key.slice(2..<key.count - 2) }
  }

  let shape: Shape
  let steps: PermanentTable<Step>
  let times: TimeForm
  let typeNames: TypeSpellings
  /// The fields that are written.
  ///
  /// The card type is included only if the shape has names for it.
  let fields: CardFields
  /// Whether a key identifies control cards.
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

  /// `,"key":` for a field, or nil if the shape has no key for it.
  func key(of field: CardField) -> ByteView? {
    for index in 0..<steps.count where steps[index].field == field { return steps[index].key }
    return nil
  }

  /// The time format of the shape; `chosen` if the shape supports several.
  func times(_ chosen: CardTimeFormat) -> TimeForm {
    guard times == .chosen else { return times }
    return chosen == .iso8601 ? .date : .seconds
  }
}

/// A shape's names for the card types, in the order of `CardType.allCases`.
///
/// A name is empty if the shape has none.
struct TypeSpellings: BitwiseCopyable, Sendable {
  private let names: PermanentTable<ByteView>

  init(_ definition: ShapeDefinition) {
    names = PermanentTable(
      CardType.allCases.map { ByteView(permanent: ByteView(definition.typeName(of: $0) ?? "")) })
  }

  /// The name of `type`, or nil if the shape has none.
  subscript(type: CardType) -> ByteView? {
    let name = names[Int(type.rawValue)]
    return name.count > 0 ? name : nil
  }

  /// The name to write for a card's type; for an unknown type, the card's own name.
  func spelling(of card: Card) -> CardText? {
    guard let type = card.type else { return nil }
    return type == .unknown ? card.text(.type) : self[type].map { CardText($0) }
  }
}

extension Shape {
  /// Whether a card written in the shape keeps `field`.
  ///
  /// The class type is one of the extras.
  package func carries(_ field: CardField) -> Bool {
    ShapePlan.plan(of: self).fields.contains(CardFields(field == .classType ? .extras : field))
  }
}

/// The content of one table column.
enum ShapeColumn: BitwiseCopyable, Sendable {
  /// The extra with this key.
  case extra(ByteView)
  /// A key of the shape.
  case key(PermanentItem<ShapePlan.Step>)
  /// A derived value.
  case derived(DerivedField)

  /// The column called `name`, or nil if the shape has none.
  ///
  /// Every shape has its own keys and `extras.KEY`; derived fields belong to the canonical shape.
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

  /// The column names of the shape, except `extras.KEY`.
  static func names(of shape: Shape) -> [String] {
    shape == .card ? FieldPath.names : shape.writtenKeys.map(\.key)
  }
}

/// A name that is not a column of the shape.
package struct UnknownColumn: Error, Equatable, Sendable {
  /// The name that was given.
  package let name: String
  /// The valid names, except `extras.KEY`.
  package let known: [String]

  /// The message for the user.
  package var description: String { "unknown column '\(name)'" }
}

extension UnknownColumn: CustomStringConvertible {}

extension Shape {
  /// The column names of the shape, except `extras.KEY`.
  package var columnNames: [String] { ShapeColumn.names(of: self) }
}
