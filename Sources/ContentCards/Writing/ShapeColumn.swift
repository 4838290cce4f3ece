@_spi(CardTool) import CardJSON

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
@_spi(CardTool) public struct UnknownColumn: Error, Equatable, Sendable {
  /// The name that was given.
  public let name: String
  /// The names there are; any `extras.KEY` is one too.
  public let known: [String]

  /// The words for the user.
  public var description: String { "unknown column '\(name)'" }
}

extension UnknownColumn: CustomStringConvertible {}

extension Shape {
  /// The names that columns of the shape's cards can have, but for `extras.KEY`.
  package var columnNames: [String] { ShapeColumn.names(of: self) }
}
