/// The JSON forms in which a content card is found, in the order in which they are tried.
///
/// This is the list; what is known of each form is one value in a file of its own
/// (`ShapeDefinition`), from which detection, reading, writing and every page about it are made.
package enum Shape: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// cardctl's own form: the canonical fields.
  case card
  /// The Web SDK's local storage: short keys, ISO 8601 times.
  case webStorage
  /// The short keys of sync responses and of the SDKs' own storage.
  case wire
  /// The legacy iOS `ABKContentCard`, by its property names.
  case abk
  /// The metadata dictionary of the implementation guide, by `ContentCardKey`.
  case metadata
  /// The Cordova plugin's cards.
  case cordova
  /// The React Native SDK's cards.
  case reactNative
  /// capacitor-braze's cards: times in milliseconds.
  case capacitor
  /// The `content_card` messaging object of the REST API.
  case rest
  /// The Web SDK's `Card` object, as an app dumps it.
  case web

  /// What is known of the shape.
  package var definition: ShapeDefinition {
    switch self {
    case .card: .card
    case .webStorage: .webStorage
    case .wire: .wire
    case .abk: .abk
    case .metadata: .metadata
    case .cordova: .cordova
    case .reactNative: .reactNative
    case .capacitor: .capacitor
    case .rest: .rest
    case .web: .web
    }
  }
}

extension Shape {
  /// Whether the shape's writers give control cards no type.
  package var omitsControlType: Bool { self == .cordova || self == .abk || self == .metadata }

  /// The name for `--shape` and `--as`.
  package var name: StaticString { definition.name }

  /// Where the shape is found, in a few words.
  package var summary: String { definition.summary }

  /// By what a card of the shape is known, in words with its keys between `quote`s.
  ///
  /// Cards whose writer left these keys out are known by others, which are not told.
  package func recognition(quote: String) -> String {
    definition.marks.filter(\.isListed).map { $0.words(quote: quote) }.joined(separator: ", or ")
  }

  /// All keys that the shape's cards may have, and the fields they carry.
  package var documentedKeys: [(key: String, field: CardField)] {
    definition.keys.map { ($0.key, $0.field) }
  }

  /// Whether the shape's cards are known to have the key.
  func hasKey(_ name: String) -> Bool { Shape.keySets[Int(rawValue)].contains(name) }

  private static let keySets = allCases.map { shape in
    Set(shape.definition.keys.map(\.key) + shape.definition.otherKeys)
  }

  /// Whether the key may be a minified one of the web SDK, which apps dump with its cards.
  func mayBePrivate(_ name: String) -> Bool {
    guard self == .web || self == .webStorage || self == .wire, name.utf8.count <= 3 else {
      return false
    }
    let isWord = name.utf8.allSatisfy { $0 &- UInt8(ascii: "a") < 26 }
    return self == .wire ? name != name.lowercased() : !isWord || name.utf8.count <= 2
  }

  /// The keys that carry `field`, the preferred one first.
  package func documentedKeys(of field: CardField) -> [String] {
    definition.keys.filter { $0.field == field && !$0.saysControl }.map(\.key)
  }

  /// The keys that cards of the shape are known to have and that carry no field.
  package var otherKeys: [String] { definition.otherKeys }

  /// The keys of a card that is written in the shape, in their order, and the fields they carry.
  package var writtenKeys: [(key: String, field: CardField)] {
    definition.keys.filter(\.isWritten).map { ($0.key, $0.field) }
  }

  /// The names that cards of the shape have for the card types; empty where it has none.
  package var typeNames: [String] {
    definition.types.filter { !$0.isTolerated }.map(\.name.description)
  }

  /// The name of `type`; cardctl's own where the shape has none.
  package func typeName(of type: CardType) -> String {
    (definition.typeName(of: type) ?? type.name).description
  }

  /// Whether the shape writes times as ISO 8601 dates.
  package var writesDates: Bool { Shape.ofDates >> rawValue & 1 != 0 }

  /// A bit for each shape that does; a definition is much to look at for each card.
  private static let ofDates = allCases.reduce(into: 0) { shapes, shape in
    if shape.definition.times.isDate { shapes |= 1 << Int(shape.rawValue) }
  }

  /// Whether the shape counts milliseconds.
  package var countsMilliseconds: Bool { definition.times == .milliseconds }

  /// Whether the user chooses how the shape writes times.
  package var offersTimeFormats: Bool { definition.times == .chosen }
}
