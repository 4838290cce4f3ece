import CardJSON
import ContentCardKit

extension Shape {
  /// Whether a card that is written in the shape still has `field`; the class type is one of the
  /// extras.
  package func carries(_ field: CardField) -> Bool {
    CompiledShape.of(self).writtenFields.contains(CardFields(field == .classType ? .extras : field))
  }

  /// The names that columns of the shape's cards can have, but for `extras.KEY`, which has no end.
  package var columnNames: [String] { self == .card ? FieldPath.names : writtenKeys.map(\.key) }
}

/// The content of one column of a table of cards.
enum ShapeColumn: BitwiseCopyable, Sendable {
  /// The extra with this key.
  case extra(ByteView)
  /// A key of the shape.
  case key(PermanentItem<ShapeKey>)
  /// A value that no shape carries.
  case derived(DerivedField)

  /// The column called `name`; nil if the shape does not have it.
  ///
  /// Every shape has its own keys and `extras.KEY`; derived fields belong to the canonical form.
  init?(_ name: String, of shape: Shape) {
    let key = ShapeColumn.writtenKeys(of: shape).first { $0.name.text == name }
    switch (key, FieldPath(name: name)) {
    case (let key?, _): self = .key(key)
    case (nil, .extra(let key)): self = .extra(key)
    case (nil, .derived(let field)) where shape == .card: self = .derived(field)
    case (nil, _): return nil
    }
  }

  /// The keys that cards of the shape are written with.
  static func writtenKeys(of shape: Shape) -> [PermanentItem<ShapeKey>] {
    let keys = CompiledShape.of(shape).keys
    return (0..<keys.count).map(keys.item).filter(\.isWritten)
  }
}

/// A name that is not a column of the shape.
package struct UnknownColumn: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name that was given.
  package let name: String
  /// The names there are; any `extras.KEY` is one too.
  package let known: [String]

  /// The words for the user.
  package var description: String { "unknown column '\(name)'" }
}
