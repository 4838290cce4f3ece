/// A Swift type that a property's value can have.
///
/// The library conforms `String`, `Int`, `Double`, `Bool`, `[String]` and ``ContentCardNumber``. An
/// enum of strings needs only the declaration: `enum Tier: String, CaseIterable, PropertyValue`.
public protocol PropertyValue: Sendable {
  /// The type of the value in a registry file.
  static var propertyType: PropertyType { get }
  /// The allowed strings; nil allows all.
  static var allowedValues: [String]? { get }
  /// The Swift value of a property; nil if the property has a value of another type.
  init?(propertyValue: ContentCardValue)
  /// The value as JSON has it.
  var propertyValue: ContentCardValue { get }
}

extension PropertyValue {
  /// Nil: every value is allowed.
  public static var allowedValues: [String]? { nil }
}

extension PropertyValue where Self: RawRepresentable, RawValue == String {
  /// Text.
  public static var propertyType: PropertyType { .string }
  /// The case with the text of the value.
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
  /// The text of a string or a URL.
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
  /// The nearest `Double` of a number.
  public init?(propertyValue: ContentCardValue) {
    guard case .number(let number) = propertyValue else { return nil }
    self = number.doubleValue
  }
  /// The number; null if it is infinite or not a number.
  public var propertyValue: ContentCardValue {
    ContentCardNumber(self).map { .number($0) } ?? .null
  }
}

extension Int: PropertyValue {
  /// A whole number.
  public static var propertyType: PropertyType { .integer }
  /// The number if it is whole and fits.
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
  /// True or false.
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
  /// The strings of a list.
  public init?(propertyValue: ContentCardValue) {
    guard case .list(let items) = propertyValue else { return nil }
    let texts = items.compactMap(\.text)
    guard texts.count == items.count else { return nil }
    self = texts
  }
  /// The strings.
  public var propertyValue: ContentCardValue { .list(map { .text($0) }) }
}
