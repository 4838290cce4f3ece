@_spi(CardTool) import CardJSON

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
@_spi(CardTool) public struct CardSelection: Sendable {
  /// The class type that stands for "none, or one that is not known".
  public static let noClassType = "none"

  /// Class types, compared without regard to the case of ASCII letters; `none` is special.
  public var classTypes: [String] = []
  /// The class types of the registry: what `none` leaves out.
  public var knownClassTypes: [String] = []
  /// Card types; none of them are all of them.
  public var types: CardTypes = []
  /// Card ids; nil for any, cards without one included.
  public var ids: [String]?
  /// Extras; those of one key are alternatives, different keys must all hold.
  public var extras: [ExtraSelector] = []

  /// Whether cards must be pinned, or must not be.
  public var isPinned: Bool?
  /// Whether users must be able to dismiss the cards, or must not be.
  public var isDismissible: Bool?
  /// Whether cards must have been viewed, or must not have been.
  public var isViewed: Bool?
  /// Whether cards must have been clicked, or must not have been.
  public var isClicked: Bool?
  /// Whether cards must have been dismissed, or must not have been.
  public var isDismissed: Bool?
  /// Whether cards must be control variants, or must not be.
  public var isControl: Bool?
  /// Whether cards must be test sends, or must not be.
  public var isTest: Bool?

  /// Whether only cards count that are not expired, removed or dismissed.
  public var isActive = false
  /// Whether only cards count that users see: active ones that are no control cards.
  public var isShown = false
  /// Whether only expired cards count.
  public var isExpired = false

  /// The times after which cards must have been created.
  public var createdAfter: [TimeArgument] = []
  /// The times before which cards must have been created.
  public var createdBefore: [TimeArgument] = []
  /// The times after which cards must expire; a card that never expires does.
  public var expiresAfter: [TimeArgument] = []
  /// The times before which cards must expire.
  public var expiresBefore: [TimeArgument] = []

  /// Conditions on fields.
  public var conditions: [WhereClause] = []
  /// Whether the cards are wanted that would not be.
  public var isInverted = false

  /// The selection of every card.
  public init() {}
}

/// An extra that cards must have, with any value or a certain one.
@_spi(CardTool) public struct ExtraSelector: Hashable, Sendable {
  /// The key of the extra.
  public let key: String
  /// The text its value must be; nil takes any.
  public let value: String?

  /// What the user typed: `KEY` or `KEY=VALUE`, cut at the first equals sign.
  public init(_ text: String) throws(SelectionError) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { throw .missingKey(text) }
    key = String(decoding: name, as: UTF8.self)
    value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
  }
}

/// Some of the card types: what `--type` and a condition on `type` ask for.
@_spi(CardTool) public struct CardTypes: OptionSet, BitwiseCopyable, Sendable {
  /// One bit a type, that of `CardType.rawValue`.
  public let rawValue: UInt8

  /// The set whose bits are `rawValue`.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one type.
  public init(_ type: CardType) { rawValue = 1 << type.rawValue }

  /// All types.
  static let all = CardTypes(rawValue: .max)

  /// The types that `name` stands for: a canonical name, or what one of the shapes calls a type, in
  /// any case; nil for another name.
  ///
  /// Some shapes have one name for several types: `Classic` is a classic card with an image or
  /// without. The canonical `classic`, to the letter, is only the one without.
  public init?(named name: String) {
    if let type = CardType.allCases.first(where: { $0.name.description == name }) {
      self.init(type)
      return
    }
    let buffer = ByteBuffer(name.utf8)
    self = []
    for own in CardTypes.shapeTypes where ByteView(own.name).equalsIgnoringCase(buffer.view) {
      insert(CardTypes(own.type))
      if own.dependsOnImage { insert(CardTypes(.classicImage)) }
    }
    if isEmpty { return nil }
  }

  /// The canonical names.
  public static var names: [String] { CardType.allCases.map(\.name.description) }

  /// The names that shapes have for types, each once but for its case.
  public static var shapeNames: [String] {
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
