import CardJSON
import ContentCardKit

/// A set of card types, from `--type` or a condition on `type`.
package struct CardTypes: OptionSet, BitwiseCopyable, Sendable {
  /// One bit per type, at the index `CardType.rawValue`.
  package let rawValue: UInt8

  /// Creates the set with these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates the set of one type.
  package init(_ type: CardType) { rawValue = 1 << type.rawValue }

  /// All types.
  static let all = CardTypes(rawValue: .max)

  /// Creates the set of types called `name`, a canonical name or a shape's name, ignoring case; nil
  /// for any other name.
  ///
  /// A shape's name may mean several types. A canonical name takes precedence over a shape's name
  /// that differs only in case: `Classic` means `classic`.
  package init?(named name: String) {
    let buffer = ByteBuffer(name.utf8)
    let canonical = CardType.allCases.first { ByteView($0.name).equalsIgnoringCase(buffer.view) }
    if let canonical {
      self.init(canonical)
      return
    }
    self = []
    for own in CardTypes.shapeTypes where own.name.equalsIgnoringCase(buffer.view) {
      insert(CardTypes(own.type))
      if own.dependsOnImage { insert(CardTypes(.classicImage)) }
    }
    if isEmpty { return nil }
  }

  /// The canonical names.
  package static var names: [String] { CardType.allCases.map(\.name.description) }

  /// The names that shapes have for types, without names that differ only in case.
  package static var shapeNames: [String] {
    shapeTypes.map(\.name.text).reduce(into: []) { names, name in
      let isKnown = names.contains { $0.lowercasedASCII == name.lowercasedASCII }
      if !isKnown { names.append(name) }
    }
  }

  private static var shapeTypes: [TypeName] { Shape.allCases.flatMap(\.definition.types) }
}

extension Card {
  /// The set that contains the card's type; empty if it has none.
  var types: CardTypes { type.map { CardTypes($0) } ?? [] }
}
