import CardJSON

/// What one column of a table of cards holds.
enum ShapeColumn: BitwiseCopyable, Sendable {
  /// The extra with this key.
  case extra(ByteView)
  /// A key of the shape.
  case key(ShapePlan.Step)

  /// What stands in front of the key of an extra.
  static let extrasPrefix = "extras."

  /// The column called `name`; nil when the shape has none.
  init?(_ name: String, of shape: Shape) {
    if let step = ShapeColumn.step(name, of: shape) {
      self = .key(step)
    } else if name.utf8.starts(with: ShapeColumn.extrasPrefix.utf8),
      name.utf8.count > ShapeColumn.extrasPrefix.utf8.count
    {
      let key = name.utf8.dropFirst(ShapeColumn.extrasPrefix.utf8.count)
      self = .extra(ByteView(permanent: String(decoding: key, as: UTF8.self)))
    } else {
      return nil
    }
  }

  private static func step(_ name: String, of shape: Shape) -> ShapePlan.Step? {
    let plan = ShapePlan.plan(of: shape)
    for index in 0..<plan.steps.count where plan.steps[index].name.text == name {
      return plan.steps[index]
    }
    return nil
  }

  /// The names that a shape's columns can have, but for `extras.KEY`, which has no end.
  static func names(of shape: Shape) -> [String] {
    shape.keys.filter(\.isWritten).map(\.key)
  }
}

/// A name that is no column of the shape.
public struct UnknownColumn: Error, Equatable, Sendable {
  /// The name that was given.
  public let name: String
  /// The names there are; any `extras.KEY` is one too.
  public let known: [String]

  /// The words for the user.
  public var description: String { "unknown column '\(name)'" }
}

extension UnknownColumn: CustomStringConvertible {}
