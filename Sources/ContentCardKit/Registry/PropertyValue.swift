/// A Swift type that the value of a property can have.
///
/// `String`, `Int`, `Double`, `Bool`, `[String]` and ``ContentCardNumber`` conform. An enum with
/// string raw values only has to declare the conformance: `enum Tier: String, CaseIterable,
/// PropertyValue`.
public protocol PropertyValue: Sendable {
  /// The type of the value in a registry file.
  static var propertyType: PropertyType { get }
  /// The allowed strings; nil to allow all.
  static var allowedValues: [String]? { get }
  /// Creates a value from that of a property; fails for a value of another type.
  init?(propertyValue: ContentCardValue)
  /// The value as a JSON value.
  var propertyValue: ContentCardValue { get }
}

extension PropertyValue {
  /// Nil, so that every value is allowed.
  public static var allowedValues: [String]? { nil }
}

extension PropertyValue where Self: RawRepresentable, RawValue == String {
  /// Text.
  public static var propertyType: PropertyType { .string }
  /// Creates the case whose raw value is the text.
  public init?(propertyValue: ContentCardValue) {
    guard let text = propertyValue.text else { return nil }
    self.init(rawValue: text)
  }
  /// The raw value.
  public var propertyValue: ContentCardValue { .text(rawValue) }
}

extension PropertyValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// The raw values of all cases.
  public static var allowedValues: [String]? { allCases.map(\.rawValue) }
}

extension String: PropertyValue {
  /// Text.
  public static var propertyType: PropertyType { .string }
  /// Creates a string from the text of a string or a URL.
  public init?(propertyValue: ContentCardValue) {
    guard let text = propertyValue.text else { return nil }
    self = text
  }
  /// The text.
  public var propertyValue: ContentCardValue { .text(self) }
}

extension ContentCardNumber: PropertyValue {
  /// A number.
  public static var propertyType: PropertyType { .number }
  /// The number.
  public init?(propertyValue: ContentCardValue) {
    guard case .number(let number) = propertyValue else { return nil }
    self = number
  }
  /// The number.
  public var propertyValue: ContentCardValue { .number(self) }
}

extension Double: PropertyValue {
  /// A number.
  public static var propertyType: PropertyType { .number }
  /// Creates the nearest `Double` to a number.
  public init?(propertyValue: ContentCardValue) {
    guard case .number(let number) = propertyValue else { return nil }
    self = number.doubleValue
  }
  /// The number; null if it is infinite or NaN.
  public var propertyValue: ContentCardValue {
    ContentCardNumber(self).map { .number($0) } ?? .null
  }
}

extension Int: PropertyValue {
  /// An integer.
  public static var propertyType: PropertyType { .integer }
  /// Creates an integer from a number; fails if it is not an integer or does not fit.
  public init?(propertyValue: ContentCardValue) {
    guard case .number(let number) = propertyValue, let integer = number.integerValue else {
      return nil
    }
    self = integer
  }
  /// The number.
  public var propertyValue: ContentCardValue { .number(ContentCardNumber(self)) }
}

extension Bool: PropertyValue {
  /// A Boolean.
  public static var propertyType: PropertyType { .boolean }
  /// The boolean.
  public init?(propertyValue: ContentCardValue) {
    guard case .flag(let flag) = propertyValue else { return nil }
    self = flag
  }
  /// The boolean.
  public var propertyValue: ContentCardValue { .flag(self) }
}

extension [String]: PropertyValue {
  /// A list of strings.
  public static var propertyType: PropertyType { .list }
  /// Creates an array from a list of strings; fails if it has other items.
  public init?(propertyValue: ContentCardValue) {
    guard case .list(let items) = propertyValue else { return nil }
    let texts = items.compactMap(\.text)
    guard texts.count == items.count else { return nil }
    self = texts
  }
  /// The strings.
  public var propertyValue: ContentCardValue { .list(map { .text($0) }) }
}
