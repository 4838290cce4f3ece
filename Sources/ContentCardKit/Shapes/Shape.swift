import CardJSON

/// A JSON format of content cards; the cases are in detection order.
///
/// Detection, reading, writing and the manual pages are derived from its `ShapeDefinition`.
package enum Shape: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// cardctl's card shape, with the canonical fields.
  case card
  /// The Web SDK's local storage, with short keys and ISO 8601 times.
  case webStorage
  /// The short keys of sync responses and of SDK storage.
  case wire
  /// The legacy iOS `ABKContentCard`, with its property names as keys.
  case abk
  /// The metadata dictionary of the implementation guide, with the keys of `ContentCardKey`.
  case metadata
  /// The Cordova plugin's cards.
  case cordova
  /// The React Native SDK's cards.
  case reactNative
  /// capacitor-braze's cards, with times in milliseconds.
  case capacitor
  /// The `content_card` messaging object of the REST API.
  case rest
  /// The Web SDK's `Card` object, as serialized by an app.
  case web

  /// The definition of the shape.
  package var definition: PermanentItem<ShapeDefinition> {
    ShapeCatalog.shared.shapes.item(Int(rawValue))
  }

  /// The definition without the numbers of the keys.
  var declaration: ShapeDefinition {
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

  /// Whether SDKs with the shape omit the type of control cards.
  package var omitsControlType: Bool { self == .cordova || self == .abk || self == .metadata }

  /// The name for `--shape` and `--as`.
  package var name: StaticString { definition.name }

  /// A short description of where the shape occurs.
  package var summary: String { "\(definition.summary)" }

  /// A description of the keys that identify cards of the shape, each enclosed in `quote`, without
  /// the signatures of cards that lack usual keys.
  package func recognition(quote: String) -> String {
    let listed = definition.signatures.filter(\.isListed)
    return listed.map { $0.words(quote: quote) }.joined(separator: ", or ")
  }

  /// All keys of the shape, with their fields.
  package var documentedKeys: [(key: String, field: CardField)] {
    definition.keys.map { ($0.name.text, $0.field) }
  }

  /// The field of a key of the shape; nil for another key.
  package func field(of key: String) -> CardField? {
    definition.keys.first { $0.name.text == key }?.field
  }

  /// The keys of this shape for the fields that other shapes keep under `key`, without duplicates.
  package func keys(for key: String) -> [String] {
    let names = (Shape.fieldsByKey[key] ?? []).compactMap { documentedKeys(of: $0).first }
    return names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// The fields with each key, in the order of the shapes that have the key.
  package static let fieldsByKey = Dictionary(
    grouping: allCases.flatMap(\.documentedKeys), by: \.key
  ).mapValues { $0.map(\.field) }

  /// All keys that cards of the shape may have.
  package var knownKeys: [String] {
    (definition.keys.map(\.name) + definition.otherKeys).map(\.text)
  }

  /// Whether cards of the shape may have the key.
  package func hasKey(_ name: ByteView) -> Bool {
    definition.keys.contains { $0.name == name } || definition.otherKeys.contains { $0 == name }
  }

  /// Whether the key may be a minified private property of the Web SDK, which apps serialize with
  /// its cards: one to four letters, `$` or `_`.
  ///
  /// Plugins pass on such cards in the wire shape, whose own keys are in lower case.
  package func mayBePrivate(_ key: ByteView) -> Bool {
    let others = ByteClass(
      .bytes(0x7B, 0x23), or: .bytes(0x25, 0x40), or: .bytes(0x5B, 0x5E), or: .byte(0x60))
    guard 1...4 ~= key.count, !key.containsAny(of: others) else { return false }
    switch self {
    case .web, .webStorage: return true
    case .wire:
      var lowercased = ByteBuffer(capacity: key.count)
      lowercased.append(lowercased: key)
      return lowercased.read { !($0 == key) && !hasKey($0) }
    default: return false
    }
  }

  /// The keys of `field`, with the preferred key first.
  package func documentedKeys(of field: CardField) -> [String] {
    definition.keys.filter { $0.field == field && !$0.isControlFlag }.map(\.name.text)
  }

  /// The keys of cards written in the shape, in order, with their fields.
  package var writtenKeys: [(key: String, field: CardField)] {
    definition.keys.filter(\.isWritten).map { ($0.name.text, $0.field) }
  }

  /// The shape's names for the card types; empty if it has none.
  package var typeNames: [String] { definition.types.filter { !$0.isTolerated }.map(\.name.text) }

  /// The name of `type`; cardctl's name if the shape has none.
  package func typeName(of type: CardType) -> String {
    definition.value.typeName(of: type)?.text ?? type.name.description
  }

  /// Whether times may be written as ISO 8601 dates, which cardctl's own shape does on request.
  package var writesDates: Bool { self == .card || definition.times.isDate }
}
