import CardJSON

/// The reason why a card of a known class does not become an object.
///
///     coupon_code: discountPercentage: "10%" in extras.discount_percentage is not a number
public struct ConversionFailure: Error, Hashable, Sendable {
  /// A kind of failure; the raw value is a stable name.
  ///
  /// More cases may be added, so a `switch` needs a `default`.
  public enum Reason: String, CaseIterable, Sendable {
    /// The card has no id.
    case idMissing = "id-missing"
    /// The card has no creation time.
    case createdMissing = "created-missing"
    /// The creation time of the card is not a valid time.
    case createdInvalid = "created-invalid"
    /// A required property has no value.
    case propertyMissing = "property-missing"
    /// The value of a property is invalid.
    case propertyInvalid = "property-invalid"
    /// The object's initializer failed without a reason.
    case refused
  }

  /// The kind of failure.
  public let reason: Reason
  /// The class type, in lower case.
  public let classType: String
  /// The name of the property; empty if the failure concerns the whole card.
  public let property: String
  /// The sources of the value, named as in a registry file.
  public let sources: [String]
  /// The value for messages: quoted if it is text, and truncated to `valueLimit` characters; empty
  /// if absent.
  public let value: String
  /// The expected kind of value, such as `a number`; empty if any value is allowed.
  public let expected: String

  /// The maximum number of characters of a value in a message.
  public static let valueLimit = 60

  /// Creates the failure of a card.
  public init(
    _ reason: Reason, classType: String, property: String = "", sources: [String] = [],
    value: String = "", expected: String = ""
  ) {
    (self.reason, self.classType, self.property) = (reason, classType, property)
    (self.sources, self.value, self.expected) = (sources, value, expected)
  }

  /// The stable name of the kind of failure.
  public var code: String { reason.rawValue }

  /// Truncates a value for a message, and quotes it if it is text.
  static func shown(_ value: String, isText: Bool) -> String {
    let text = value.cut(toScalars: valueLimit)
    return isText ? "\"\(text)\"" : text
  }
}

extension ConversionFailure: CustomStringConvertible {
  /// The message: lower case, without a full stop.
  public var description: String {
    let place = [classType, property].filter { !$0.isEmpty }.joined(separator: ": ")
    return place.isEmpty ? explanation : "\(place): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .refused: "the object does not accept the card"
    case .idMissing: "the card has no id (a REST payload gets one when it is sent)"
    case .createdMissing: "the card has no creation time"
    case .createdInvalid: "\(value) in created is not a time"
    case .propertyInvalid: "\(value) in \(sources.joined(separator: ", ")) is not \(expected)"
    case .propertyMissing:
      switch sources.count {
      case 0: "has no value of the expected type"
      case 1: "needs \(sources[0]), which is absent"
      default: "needs one of \(sources.joined(separator: ", ")); all are absent"
      }
    }
  }
}

// These are created only if a card fails, so allocations are acceptable.
extension ConversionFailure {
  /// Creates the failure of a card without a valid id or creation time.
  init(id: String?, created: String?, classType: String) {
    if id?.utf8.allSatisfy({ $0 <= 0x20 }) ?? true {
      self.init(.idMissing, classType: classType, sources: ["id"])
    } else if let created {
      self.init(
        .createdInvalid, classType: classType, sources: ["created"],
        value: ConversionFailure.shown(created, isText: true), expected: "a time")
    } else {
      self.init(.createdMissing, classType: classType, sources: ["created"])
    }
  }

  /// Creates the failure of a property without a value; `isAbsent` returns whether the source at an
  /// index has none.
  init(missing property: PropertyDefinition, classType: String, isAbsent: (Int) -> Bool) {
    let sources = property.sources
    let missing = sources.indices.first { property.needed.contains(sources[$0]) && isAbsent($0) }
    self.init(
      .propertyMissing, classType: classType, property: property.name,
      sources: missing.map { [sources[$0].name] } ?? sources.map(\.name))
  }

  /// Creates the failure of a property with an invalid value in the source at an index.
  init(invalid property: PropertyDefinition, classType: String, source: Int, value: CardValue) {
    let text = value.string
    let isText = if case .text = value { true } else { false }
    self.init(
      .propertyInvalid, classType: classType, property: property.name,
      sources: [property.sources[source].name],
      value: ConversionFailure.shown(text, isText: isText),
      expected: property.expectation(of: text))
  }
}

extension PropertyDefinition {
  /// The expectation that `text` does not meet.
  fileprivate func expectation(of text: String) -> String {
    let fitsType = ByteBuffer(text.utf8).read { bytes in
      switch type {
      case .number: JSONNumber.isValid(JSONNumber.trimmed(bytes))
      case .integer: JSONNumber.isInteger(JSONNumber.trimmed(bytes))
      case .url: ValueRules.isURL(bytes)
      case .string, .boolean, .list: values != nil
      }
    }
    if fitsType, let values, !(minimum != nil || maximum != nil) {
      let listed = values.map { "\"\($0)\"" }.joined(separator: ", ")
      return values.count == 1 ? listed : "one of \(listed)"
    }
    switch type {
    case .string: return "text"
    case .number: return "a number" + (fitsType ? bounds : "")
    case .integer: return "a whole number" + (fitsType ? bounds : "")
    case .boolean: return "true or false"
    case .url: return "a URL"
    case .list: return "a list of strings"
    }
  }

  private var bounds: String {
    switch (minimum, maximum) {
    case (nil, nil): ""
    case (let low?, nil): " of at least \(low)"
    case (nil, let high?): " of at most \(high)"
    case (let low?, let high?): " from \(low) to \(high)"
    }
  }
}
