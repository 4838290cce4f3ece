import CardJSON
import ContentCardKit

extension Shape {
  /// Whether cards in the shape can have `field`; the class type is one of the extras.
  package func carries(_ field: CardField) -> Bool {
    definition.writtenFields.contains(CardFields(field == .classType ? .extras : field))
  }

  /// The valid column names of the shape, except `extras.KEY`.
  package var columnNames: [String] { self == .card ? FieldPath.names : writtenKeys.map(\.key) }
}

/// The content of one column of a table of cards.
enum ShapeColumn: BitwiseCopyable, Sendable {
  /// The extra with this key.
  case extra(ByteView)
  /// A key of the shape.
  case key(PermanentItem<ShapeKey>)
  /// A derived value.
  case derived(DerivedField)

  /// Creates the column called `name`: a key of the shape, `extras.KEY`, or for cardctl's own shape
  /// a derived field.
  init?(_ name: String, of shape: Shape) {
    let key = ShapeColumn.writtenKeys(of: shape).first { $0.name.text == name }
    switch (key, FieldPath(name: name)) {
    case (let key?, _): self = .key(key)
    case (nil, .extra(let key)): self = .extra(key)
    case (nil, .derived(let field)) where shape == .card: self = .derived(field)
    case (nil, _): return nil
    }
  }

  /// Returns the keys that are written for cards in the shape.
  static func writtenKeys(of shape: Shape) -> [PermanentItem<ShapeKey>] {
    let keys = shape.definition.keys
    return (0..<keys.count).map(keys.item).filter(\.isWritten)
  }
}

/// A name that is not a column of the shape.
package struct UnknownColumn: Error, Equatable, Sendable, CustomStringConvertible {
  /// The unknown name.
  package let name: String
  /// The valid names, except `extras.KEY`.
  package let known: [String]

  /// The message for the user.
  package var description: String { "unknown column '\(name)'" }
}
