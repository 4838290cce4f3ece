/// The JSON forms in which a content card is found (domain.md, section 1), in the order in which
/// they are tried.
public enum Shape: UInt8, CaseIterable, BitwiseCopyable, Sendable {
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

  /// The name for `--shape` and `--as`.
  public var name: StaticString {
    switch self {
    case .card: "card"
    case .webStorage: "web-storage"
    case .wire: "wire"
    case .abk: "abk"
    case .metadata: "metadata"
    case .cordova: "cordova"
    case .reactNative: "react-native"
    case .capacitor: "capacitor"
    case .rest: "rest"
    case .web: "web"
    }
  }
}

extension Shape {
  /// Where the shape is found, in a few words.
  public var summary: String {
    switch self {
    case .card: "cardctl's own form"
    case .webStorage: "the Web SDK's local storage"
    case .wire: "sync responses and SDK storage, short keys"
    case .abk: "legacy iOS, ABKContentCard"
    case .metadata: "the guide's metadata dictionary"
    case .cordova: "the Cordova plugin"
    case .reactNative: "the React Native SDK"
    case .capacitor: "capacitor-braze"
    case .rest: "the REST API's messaging object"
    case .web: "the Web SDK's Card object"
    }
  }
}

/// How a field is spelt in one shape.
enum FieldForm {
  /// A string.
  case text
  /// `true` or `false`, always written.
  case boolean
  /// A number.
  case number
  /// Epoch seconds.
  case seconds
  /// Epoch seconds; `-1` where there is no time.
  case secondsOrNever
  /// ISO 8601 with milliseconds, as `JSON.stringify` writes a date; `null` where there is no time.
  case dateOrNull
  /// ISO 8601.
  case date
  /// Epoch milliseconds; `null` where there is no time.
  case millisecondsOrNull
  /// The shape's own name for the card type.
  case type
  /// Whether the card's type is control.
  case isControl
  /// Key-value pairs, left out when absent.
  case pairs
  /// Key-value pairs, `{}` when absent.
  case pairsOrEmpty
}

/// One key of one shape: the field it carries and how.
struct ShapeKey {
  let key: String
  let field: CardField
  let form: FieldForm
  /// Whether cardctl writes the key, or only reads it where the field has no other.
  let isWritten: Bool

  init(_ key: String, _ field: CardField, _ form: FieldForm = .text, isWritten: Bool = true) {
    self.key = key
    self.field = field
    self.form = form
    self.isWritten = isWritten
  }

  /// A key that is read when the field's other keys are absent, and never written.
  static func alias(_ key: String, _ field: CardField, _ form: FieldForm = .text) -> ShapeKey {
    ShapeKey(key, field, form, isWritten: false)
  }
}
