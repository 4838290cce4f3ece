import CardJSON
import ContentCardKit

/// The cards that the selectors of `filter` select.
///
/// The values of one selector are alternatives. A card must satisfy all selectors and all
/// conditions. A selection without selectors includes every card. Each worker compiles it into a
/// `CardMatcher`.
///
///     var selection = CardSelection()
///     selection.classTypes = ["coupon_code"]
///     selection.flags[.viewed] = false
///     selection.conditions = [try WhereClause("extras.discount_percentage >= 20")]
package struct CardSelection: Sendable {
  /// The special class type that matches cards with no class type or an unknown one.
  package static let noClassType = "none"

  /// Class types, compared without regard to the case of ASCII letters; `none` is special.
  package var classTypes: [String] = []
  /// The class types of the registry, which `none` does not match.
  package var knownClassTypes: [String] = []
  /// Card types; an empty set matches every type.
  package var types: CardTypes = []
  /// Card ids; nil matches all cards, including those without an id.
  package var ids: [String]?
  /// Extras.
  ///
  /// Selectors with the same key are alternatives; a card must match one for each key.
  package var extras: [ExtraSelector] = []

  /// The flags that cards must have (true), or must not have.
  package var flags: [CardField: Bool] = [:]
  /// Whether cards must be control cards or must not be.
  package var isControl: Bool?
  /// Whether cards must be active: not expired, removed or dismissed.
  package var isActive = false
  /// Whether users must see the cards: they are active and not control cards.
  package var isShown = false
  /// Whether cards must be expired.
  package var isExpired = false

  /// The times after which cards must have been created.
  package var createdAfter: [TimeArgument] = []
  /// The times before which cards must have been created.
  package var createdBefore: [TimeArgument] = []
  /// The times after which cards must expire.
  ///
  /// A card that never expires matches.
  package var expiresAfter: [TimeArgument] = []
  /// The times before which cards must expire.
  package var expiresBefore: [TimeArgument] = []

  /// Conditions on fields.
  package var conditions: [WhereClause] = []
  /// Whether to select exactly the cards that the selectors exclude.
  package var isInverted = false

  /// Creates a selection of every card.
  package init() {}
}

/// An extra that cards must have, with any value or a specific one.
package struct ExtraSelector: Hashable, Sendable {
  /// The key of the extra.
  package let key: String
  /// The required value, or nil for any value.
  package let value: String?

  /// Parses `KEY` or `KEY=VALUE`; the first equals sign ends the key.
  package init(_ text: String) throws(SelectionError) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { throw .missingKey(text) }
    key = String(decoding: name, as: UTF8.self)
    value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
  }
}

/// A set of card types, from `--type` or a condition on `type`.
package struct CardTypes: OptionSet, BitwiseCopyable, Sendable {
  /// One bit per type, with the number `CardType.rawValue`.
  package let rawValue: UInt8

  /// Creates the set with these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates the set of one type.
  package init(_ type: CardType) { rawValue = 1 << type.rawValue }

  /// All types.
  static let all = CardTypes(rawValue: .max)

  /// The types called `name`: a canonical name or a shape's name of a type, in any case.
  ///
  /// Nil for any other name.
  ///
  /// Some shapes have one name for several types: `ShortNews` is a classic card with or without an
  /// image. A canonical name takes precedence over a shape's name that differs only in case:
  /// `Classic` means `classic`.
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
    var names: [String] = []
    for name in shapeTypes.map(\.name.text) {
      let isKnown = names.contains { $0.lowercasedASCII == name.lowercasedASCII }
      if !isKnown { names.append(name) }
    }
    return names
  }

  private static var shapeTypes: [TypeName] { Shape.allCases.flatMap(\.definition.types) }
}

extension Card {
  /// The set that contains the card's type; empty if it has none.
  var types: CardTypes { type.map { CardTypes($0) } ?? [] }
}
