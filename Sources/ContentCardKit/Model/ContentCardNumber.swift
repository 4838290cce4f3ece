import CardJSON

/// A number as JSON has it, no digit of which is lost: whole, with a fraction, or as text where
/// neither type holds it exactly.
///
/// Numbers are equal when their values are: 1 and 1.0.
public enum ContentCardNumber: Sendable {
  /// A whole number of 64 bits.
  case integer(Int64)
  /// Any other number that a `Double` is printed as.
  case double(Double)
  /// The spelling of a number that would lose digits.
  case text(String)

  /// The number that `spelling` is; text that is no number stays text.
  public init(_ spelling: String) {
    self = .text(spelling)
    guard ContentCardNumber.isNumber(spelling) else { return }
    if let integer = Int64(spelling) {
      self = .integer(integer)
    } else if let double = Double(spelling), double.isFinite {
      let shortest = ContentCardNumber.double(double)
      if ContentCardNumber.areEqual(spelling, shortest.spelling) {
        self = shortest
      } else if let integer = ByteBuffer(spelling.utf8).read({ JSONNumber.rounded($0) }),
        ContentCardNumber.areEqual(spelling, "\(integer)")
      {
        self = .integer(integer)
      }
    }
  }

  /// Whether two spellings are those of one value.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    ByteBuffer(left.utf8).read { left in
      ByteBuffer(right.utf8).read { JSONNumber.compare(left, $0) == 0 }
    }
  }

  /// Whether text is a number as JSON spells it.
  private static func isNumber(_ text: String) -> Bool {
    ByteBuffer(text.utf8).read { JSONNumber.isValid($0) }
  }

  /// The number as JSON spells it.
  public var spelling: String {
    switch self {
    case .integer(let integer): "\(integer)"
    case .double(let double): "\(double)"
    case .text(let text): text
    }
  }

  /// The nearest `Double`, infinite for what is larger than all; 0 for text that is no number.
  public var doubleValue: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .double(let double): double
    case .text(let text): ContentCardNumber.isNumber(text) ? Double(text) ?? 0 : 0
    }
  }

  /// The number without its fraction; nil when it is no whole number of the type.
  public var integerValue: Int? {
    switch self {
    case .integer(let integer): Int(exactly: integer)
    case .double(let double): Int(exactly: double)
    case .text(let text): ContentCardNumber.isNumber(text) ? Int(text) : nil
    }
  }
}

extension ContentCardNumber: Hashable {
  /// Whether both have one value; text that is no number is compared as text.
  public static func == (left: ContentCardNumber, right: ContentCardNumber) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.integer(let integer), .double(let double)), (.double(let double), .integer(let integer)):
      Int64(exactly: double) == integer
    case (.text(let left), .text(let right)) where left == right: true
    case (.text, _), (_, .text):
      isNumber(left.spelling) && isNumber(right.spelling)
        && areEqual(left.spelling, right.spelling)
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    if case .text(let text) = self, !ContentCardNumber.isNumber(text) {
      hasher.combine(text)
    } else {
      hasher.combine(doubleValue)
    }
  }
}

extension ContentCardNumber: Codable {
  /// Reads a number, or text that stands for one.
  ///
  /// - Throws: what the decoder throws when there is neither.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let text = try? container.decode(String.self) {
      guard ContentCardNumber.isNumber(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\"\(text)\" is no number")
      }
      self.init(text)
    } else {
      self = .double(try container.decode(Double.self))
    }
  }

  /// Writes a number; text as text.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let integer): try container.encode(integer)
    case .double(let double): try container.encode(double)
    case .text(let text): try container.encode(text)
    }
  }
}
