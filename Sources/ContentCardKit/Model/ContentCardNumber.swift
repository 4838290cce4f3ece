import CardJSON

/// A number as JSON writes it, with all its digits.
///
/// Numbers are equal if their values are: 1 and 1.0.
public struct ContentCardNumber: Sendable {
  /// The number as the card wrote it, such as `1.50`.
  public let spelling: String

  /// The number with this spelling; nil if the text is not a number by the grammar of JSON.
  public init?(_ spelling: String) {
    guard ByteBuffer(spelling.utf8).read({ JSONNumber.isValid($0) }) else { return nil }
    self.spelling = spelling
  }

  /// A number that was already checked.
  init(valid spelling: String) { self.spelling = spelling }

  /// A whole number.
  public init(_ integer: some BinaryInteger) { spelling = "\(integer)" }

  /// A number; nil if it is infinite or not a number.
  public init?(_ double: Double) {
    guard double.isFinite else { return nil }
    spelling = "\(double)"
  }

  /// The nearest `Double`; infinite if the number is larger than all.
  public var doubleValue: Double { Double(spelling) ?? 0 }

  /// The number if it is whole and fits, such as 1 for `1.0`; nil otherwise.
  public var integerValue: Int? {
    if let integer = Int(spelling) { return integer }
    guard let integer = ByteBuffer(spelling.utf8).read({ JSONNumber.rounded($0) }),
      ContentCardNumber(integer) == self
    else { return nil }
    return Int(exactly: integer)
  }

  /// -1, 0 or 1 as the number is less than, equal to, or greater than `other`.
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
  /// A whole number.
  public init(integerLiteral value: Int64) { spelling = "\(value)" }

  /// A number; 0 for a literal that a `Double` does not hold.
  public init(floatLiteral value: Double) { spelling = value.isFinite ? "\(value)" : "0" }
}

extension ContentCardNumber: LosslessStringConvertible {
  /// The number as the card wrote it.
  public var description: String { spelling }
}

extension ContentCardNumber: Codable {
  /// Reads a number, or text that is one.
  ///
  /// - Throws: the decoder's error if there is neither.
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

  /// Writes an `Int64` or a `Double` that is exactly the number, else text.
  ///
  /// - Throws: the encoder's error.
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
