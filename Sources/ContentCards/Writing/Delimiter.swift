/// What stands between the cells of a table in CSV: one byte that no number, time, flag or name of a
/// type has in it, since these are never quoted.
@_spi(CardTool) public struct Delimiter: Hashable, Sendable {
  /// The byte.
  public let byte: UInt8

  /// `,`.
  public static let comma = Delimiter(byte: UInt8(ascii: ","))

  private init(byte: UInt8) { self.byte = byte }

  /// The delimiter that a user means by `text`: one character, or `tab` or `\t` for that one.
  ///
  /// - Throws: `DelimiterError`.
  public init(_ text: String) throws(DelimiterError) {
    if text == "tab" || text == "\\t" {
      self.init(byte: UInt8(ascii: "\t"))
      return
    }
    guard let byte = text.utf8.first, text.utf8.count == 1 else { throw .notOneByte }
    switch byte {
    case 0, UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw .endsLines
    case UInt8(ascii: "\""): throw .quotes
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "_"):
      throw .standsInValues
    default: self.init(byte: byte)
    }
  }
}

/// Why a text cannot be the delimiter of a table.
@_spi(CardTool) public enum DelimiterError: Error, Sendable {
  /// It has no byte or several.
  case notOneByte
  /// It ends lines, or texts of C.
  case endsLines
  /// It is the quote, which has a meaning of its own.
  case quotes
  /// It stands in values that are never quoted.
  case standsInValues
}

@_spi(CardTool) extension DelimiterError: CustomStringConvertible {
  /// The words for the user.
  public var description: String {
    switch self {
    case .notOneByte: "expected one character of ASCII, such as ';', or tab"
    case .endsLines: "a character that ends lines cannot stand between cells"
    case .quotes: "the quote already stands around cells"
    case .standsInValues:
      "it stands in numbers, times and names too, which are not quoted; expected one such as ';'"
    }
  }
}
