import CardJSON

/// The JSON forms in which a content card is found, in the order in which they are tried.
///
/// Each shape has one `ShapeDefinition` in its own file. Detection, reading, writing and the manual
/// pages are derived from it.
package enum Shape: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// cardctl's own shape: the canonical fields.
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
  /// The Web SDK's `Card` object, as an app serializes it.
  case web

  /// The definition of the shape.
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

  /// Whether the shape's writers give control cards no type.
  package var omitsControlType: Bool { self == .cordova || self == .abk || self == .metadata }

  /// The name for `--shape` and `--as`.
  package var name: StaticString { definition.name }

  /// A short description of where the shape occurs.
  package var summary: String { definition.summary }

  /// A description of the keys that identify cards of the shape, with each key between `quote`s.
  ///
  /// Signatures of cards whose writers omit usual keys are not described.
  package func recognition(quote: String) -> String {
    definition.marks.filter(\.isListed).map { $0.words(quote: quote) }.joined(separator: ", or ")
  }

  /// All keys of the shape's cards, and their fields.
  package var documentedKeys: [(key: String, field: CardField)] {
    definition.keys.map { ($0.name.text, $0.field) }
  }

  /// The keys that cards of the shape may have.
  package var knownKeys: [String] { definition.keys.map(\.name.text) + definition.otherKeys }

  /// Whether cards of the shape may have the key.
  package func hasKey(_ name: ByteView) -> Bool {
    Shape.keyNames[Int(rawValue)].contains { $0 == name }
  }

  private static let keyNames = allCases.map { $0.knownKeys.map { ByteView(permanent: $0) } }

  /// Whether the key may be a minified private one of the Web SDK, which apps serialize with its
  /// cards.
  func mayBePrivate(_ name: String) -> Bool {
    guard self == .web || self == .webStorage || self == .wire, name.utf8.count <= 3 else {
      return false
    }
    let isWord = name.utf8.allSatisfy { $0 &- UInt8(ascii: "a") < 26 }
    return self == .wire ? name != name.lowercased() : !isWord || name.utf8.count <= 2
  }

  /// The keys of `field`, the preferred one first.
  package func documentedKeys(of field: CardField) -> [String] {
    definition.keys.filter { $0.field == field && !$0.saysControl }.map(\.name.text)
  }

  /// The keys of a card that is written in the shape, in order, and their fields.
  package var writtenKeys: [(key: String, field: CardField)] {
    definition.keys.filter(\.isWritten).map { ($0.name.text, $0.field) }
  }

  /// The shape's names for the card types; empty if it has none.
  package var typeNames: [String] { definition.types.filter { !$0.isTolerated }.map(\.name.text) }

  /// The name of `type`, or cardctl's own if the shape has none.
  package func typeName(of type: CardType) -> String {
    CompiledShape.of(self).value.types.name(of: type)?.text ?? type.name.description
  }

  /// Whether the shape writes times as ISO 8601 dates.
  package var writesDates: Bool { CompiledShape.of(self).value.times.isDate }

  /// Whether the shape uses epoch milliseconds.
  package var countsMilliseconds: Bool { definition.times == .milliseconds }

  /// Whether the user can choose the shape's time format.
  package var offersTimeFormats: Bool { definition.times == .chosen }
}
