import CardJSON
import ContentCardKit

/// Which cards are wanted: the selectors of `filter`.
///
/// Values of one selector are alternatives, different selectors must all hold, and so must every
/// condition. A selection without any wants every card. It is compiled into a `CardMatcher`, one
/// for each worker.
///
///     var selection = CardSelection()
///     selection.classTypes = ["coupon_code"]
///     selection.isViewed = false
///     selection.conditions = [try WhereClause("extras.discount_percentage >= 20")]
package struct CardSelection: Sendable {
  /// The class type that stands for "none, or one that is not known".
  package static let noClassType = "none"

  /// Class types, compared without regard to the case of ASCII letters; `none` is special.
  package var classTypes: [String] = []
  /// The class types of the registry: what `none` leaves out.
  package var knownClassTypes: [String] = []
  /// Card types; none of them are all of them.
  package var types: CardTypes = []
  /// Card ids; nil for any, cards without one included.
  package var ids: [String]?
  /// Extras; those of one key are alternatives, different keys must all hold.
  package var extras: [ExtraSelector] = []

  /// Whether cards must be pinned, or must not be.
  package var isPinned: Bool?
  /// Whether users must be able to dismiss the cards, or must not be.
  package var isDismissible: Bool?
  /// Whether cards must have been viewed, or must not have been.
  package var isViewed: Bool?
  /// Whether cards must have been clicked, or must not have been.
  package var isClicked: Bool?
  /// Whether cards must have been dismissed, or must not have been.
  package var isDismissed: Bool?
  /// Whether cards must be control variants, or must not be.
  package var isControl: Bool?
  /// Whether cards must be test sends, or must not be.
  package var isTest: Bool?

  /// Whether only cards count that are not expired, removed or dismissed.
  package var isActive = false
  /// Whether only cards count that users see: active ones that are no control cards.
  package var isShown = false
  /// Whether only expired cards count.
  package var isExpired = false

  /// The times after which cards must have been created.
  package var createdAfter: [TimeArgument] = []
  /// The times before which cards must have been created.
  package var createdBefore: [TimeArgument] = []
  /// The times after which cards must expire; a card that never expires does.
  package var expiresAfter: [TimeArgument] = []
  /// The times before which cards must expire.
  package var expiresBefore: [TimeArgument] = []

  /// Conditions on fields.
  package var conditions: [WhereClause] = []
  /// Whether the cards are wanted that would not be.
  package var isInverted = false

  /// The selection of every card.
  package init() {}
}

/// An extra that cards must have, with any value or a certain one.
package struct ExtraSelector: Hashable, Sendable {
  /// The key of the extra.
  package let key: String
  /// The text its value must be; nil takes any.
  package let value: String?

  /// What the user typed: `KEY` or `KEY=VALUE`, cut at the first equals sign.
  package init(_ text: String) throws(SelectionError) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { throw .missingKey(text) }
    key = String(decoding: name, as: UTF8.self)
    value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
  }
}

/// Some of the card types: what `--type` and a condition on `type` ask for.
package struct CardTypes: OptionSet, BitwiseCopyable, Sendable {
  /// One bit a type, that of `CardType.rawValue`.
  package let rawValue: UInt8

  /// The set whose bits are `rawValue`.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one type.
  package init(_ type: CardType) { rawValue = 1 << type.rawValue }

  /// All types.
  static let all = CardTypes(rawValue: .max)

  /// The types that `name` stands for: a canonical name, or what one of the shapes calls a type, in
  /// any case; nil for another name.
  ///
  /// Some shapes have one name for several types: `ShortNews` is a classic card with an image or
  /// without. A canonical name wins over a shape's name that differs only in case: `Classic` is
  /// `classic`.
  package init?(named name: String) {
    let buffer = ByteBuffer(name.utf8)
    let canonical = CardType.allCases.first { ByteView($0.name).equalsIgnoringCase(buffer.view) }
    if let canonical {
      self.init(canonical)
      return
    }
    self = []
    for own in CardTypes.shapeTypes where ByteView(own.name).equalsIgnoringCase(buffer.view) {
      insert(CardTypes(own.type))
      if own.dependsOnImage { insert(CardTypes(.classicImage)) }
    }
    if isEmpty { return nil }
  }

  /// The canonical names.
  package static var names: [String] { CardType.allCases.map(\.name.description) }

  /// The names that shapes have for types, each once but for its case.
  package static var shapeNames: [String] {
    var names: [String] = []
    for name in shapeTypes.map(\.name.description) {
      let isKnown = names.contains { $0.lowercasedASCII == name.lowercasedASCII }
      if !isKnown { names.append(name) }
    }
    return names
  }

  private static var shapeTypes: [TypeName] { Shape.allCases.flatMap(\.definition.types) }
}

extension Card {
  /// The card's type, as a set to be found in others; empty where it has none.
  var types: CardTypes { type.map { CardTypes($0) } ?? [] }
}
