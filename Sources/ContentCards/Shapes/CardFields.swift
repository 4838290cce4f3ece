/// A set of canonical fields.
@_spi(CardTool) public struct CardFields: OptionSet, BitwiseCopyable, Sendable {
  /// One bit a field, that of `CardField.rawValue`.
  public let rawValue: UInt32

  /// The set whose bits are `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one field.
  public init(_ field: CardField) { rawValue = 1 << UInt32(field.rawValue) }

  /// The fields, in the order in which they are printed.
  public var fields: [CardField] { CardField.allCases.filter { contains(CardFields($0)) } }
}
