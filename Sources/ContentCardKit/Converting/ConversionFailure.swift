/// Why a card of a known class does not become its object.
///
///     coupon_code: discountPercentage: "10%" in extras.discount_percentage is not a number
public struct ConversionFailure: Error, Hashable, Sendable {
  /// The kinds of failure; the raw value is a stable name, for counting messages of one kind.
  public enum Reason: String, CaseIterable, Sendable {
    /// The registry does not have the class that the card is to be converted to.
    case classUnknown = "class-unknown"
    /// The card has no id.
    case idMissing = "id-missing"
    /// The card does not say when it was created.
    case createdMissing = "created-missing"
    /// What the card says about its creation is no time.
    case createdInvalid = "created-invalid"
    /// A required property has no value.
    case propertyMissing = "property-missing"
    /// The value of a property is not what the property wants.
    case propertyInvalid = "property-invalid"
    /// An object's own initialiser does not take the card, and does not say why.
    case refused
  }

  /// What is wrong.
  public let reason: Reason
  /// The class type, in lower case.
  public let classType: String
  /// The property; empty when the card itself is at fault.
  public let property: String
  /// The fields that the value comes from, by their canonical names.
  public let sources: [String]
  /// The value as a message shows it: in quotes when it is text, at most `valueLimit` characters;
  /// empty when there is none.
  public let value: String
  /// What the value has to be, such as `a number`; empty when anything would do.
  public let expected: String

  /// How many characters of a value a message shows.
  public static let valueLimit = 60

  /// A failure of one card.
  public init(
    _ reason: Reason, classType: String, property: String = "", sources: [String] = [],
    value: String = "", expected: String = ""
  ) {
    self.reason = reason
    self.classType = classType
    self.property = property
    self.sources = sources
    self.value = value
    self.expected = expected
  }

  /// The stable name of the kind of failure.
  public var code: String { reason.rawValue }

  /// A value cut to what a message shows.
  static func shown(_ value: String, isText: Bool) -> String {
    let scalars = value.unicodeScalars
    let isLong = scalars.count > valueLimit
    let text = isLong ? String(scalars.prefix(valueLimit)) + "…" : value
    return isText ? "\"\(text)\"" : text
  }
}

extension ConversionFailure: CustomStringConvertible {
  /// The failure in words: lower case, no full stop.
  public var description: String {
    let place = [classType, property].filter { !$0.isEmpty }.joined(separator: ": ")
    return place.isEmpty ? explanation : "\(place): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .refused: "the object does not take the card"
    case .classUnknown: "the registry has no such class"
    case .idMissing: "the card has no id (a REST payload gets one when it is sent)"
    case .createdMissing: "the card does not say when it was created"
    case .createdInvalid: "\(value) in created is not a time"
    case .propertyInvalid: "\(value) in \(sources.joined(separator: ", ")) is not \(expected)"
    case .propertyMissing:
      switch sources.count {
      case 0: "has no value of the type that the object wants"
      case 1: "needs \(sources[0]), which is absent"
      default: "needs one of \(sources.joined(separator: ", ")); all are absent"
      }
    }
  }
}

/// What became of one card.
package enum Conversion: Sendable {
  /// It is an object of the class with this index in the registry.
  case converted(classIndex: Int)
  /// The card is not selected.
  case skipped(SkipReason)
  /// It should have become an object and cannot.
  indirect case failed(ConversionFailure)

  /// Why a card is passed over.
  package enum SkipReason: CaseIterable, Sendable {
    /// The server withdrew it.
    case tombstone
    /// It names no class type.
    case noClass
    /// It names a class type that the registry does not have.
    case unknownClass
    /// Its class type is not one of those wanted.
    case notSelected
  }
}
