@_spi(CardTool) import CardJSON

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
