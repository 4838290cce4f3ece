import CardJSON

/// A JSON number with all its digits; numbers with the same value are equal, such as 1 and 1.0.
public struct ContentCardNumber: Sendable {
  /// The number as written in the card, such as `1.50`.
  public let spelling: String

  /// Creates a number from text; fails if the text is not a JSON number.
  public init?(_ spelling: String) {
    guard ByteBuffer(spelling.utf8).read({ JSONNumber.isValid($0) }) else { return nil }
    self.spelling = spelling
  }

  /// Creates a number from text that was already checked.
  init(valid spelling: String) { self.spelling = spelling }

  /// Creates a number from an integer.
  public init(_ integer: some BinaryInteger) { spelling = "\(integer)" }

  /// Creates a number from a `Double`; fails if it is infinite or NaN.
  public init?(_ double: Double) {
    guard double.isFinite else { return nil }
    spelling = "\(double)"
  }

  /// The nearest `Double`; infinite if the number is too large.
  public var doubleValue: Double { Double(spelling) ?? 0 }

  /// The number as an `Int`, such as 1 for `1.0`; nil if it is not an integer or does not fit.
  public var integerValue: Int? {
    if let integer = Int(spelling) { return integer }
    guard let integer = ByteBuffer(spelling.utf8).read({ JSONNumber.rounded($0) }),
      ContentCardNumber(integer) == self
    else { return nil }
    return Int(exactly: integer)
  }

  /// -1, 0 or 1 if the number is less than, equal to or greater than `other`.
  private func order(_ other: ContentCardNumber) -> Int {
    ByteBuffer(spelling.utf8).read { left in
      ByteBuffer(other.spelling.utf8).read { JSONNumber.compare(left, $0) }
    }
  }
}

extension ContentCardNumber: Hashable, Comparable {
  /// Whether both numbers have the same value.
  public static func == (left: ContentCardNumber, right: ContentCardNumber) -> Bool {
    left.spelling == right.spelling || left.order(right) == 0
  }

  /// Whether the first number is less than the second.
  public static func < (left: ContentCardNumber, right: ContentCardNumber) -> Bool {
    left.order(right) < 0
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(doubleValue) }
}

extension ContentCardNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a number from an integer.
  public init(integerLiteral value: Int64) { spelling = "\(value)" }

  /// Creates a number from a literal; 0 if a `Double` cannot represent it.
  public init(floatLiteral value: Double) { spelling = value.isFinite ? "\(value)" : "0" }
}

extension ContentCardNumber: LosslessStringConvertible {
  /// The number as written in the card.
  public var description: String { spelling }
}

extension ContentCardNumber: Codable {
  /// Decodes a number, or text that is a number.
  ///
  /// - Throws: the decoder's error for any other value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int64.self) {
      self.init(integer)
      return
    }
    let number =
      if let text = try? container.decode(String.self) {
        ContentCardNumber(text)
      } else {
        ContentCardNumber(try container.decode(Double.self))
      }
    guard let number else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a number")
    }
    self = number
  }

  /// Encodes an `Int64` or a `Double` if it is exactly the number, and text otherwise.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let integer = ByteBuffer(spelling.utf8).read { JSONNumber.rounded($0) }
    if let integer = Int64(spelling) ?? integer, ContentCardNumber(integer) == self {
      try container.encode(integer)
    } else if let double = ContentCardNumber(doubleValue), double == self {
      try container.encode(doubleValue)
    } else {
      try container.encode(spelling)
    }
  }
}
