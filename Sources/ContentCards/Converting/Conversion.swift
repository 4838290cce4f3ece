/// What became of one card.
@_spi(CardTool) public enum Conversion: Sendable {
  /// It is an object of the class with this index in the registry.
  case converted(classIndex: Int)
  /// The card is not selected.
  case skipped(SkipReason)
  /// It should have become an object and cannot.
  indirect case failed(ConversionFailure)

  /// Why a card is passed over.
  public enum SkipReason: CaseIterable, Sendable {
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
