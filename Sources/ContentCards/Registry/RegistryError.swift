/// What is wrong with a registry: every mistake with its place, not only the first.
@_spi(CardTool) public struct RegistryError: Error, Equatable, Sendable {
  /// What sort of mistake it is.
  public enum Kind: Sendable {
    /// An unknown key, field or type.
    case unknownName
    /// Something that stands there before.
    case repeated
    /// Anything else: missing, of the wrong type, at odds with the rest, or no JSON at all.
    case invalid
  }

  /// One mistake.
  public struct Mistake: Equatable, Sendable {
    /// Where it is, in bytes from the start of the text that was parsed.
    public let offset: Int
    /// What it is, in words: lower case, no full stop, the nearest name where there is one.
    public let message: String
    /// What sort of mistake it is.
    public let kind: Kind

    init(offset: Int, message: String, kind: Kind = .invalid) {
      self.offset = offset
      self.message = message
      self.kind = kind
    }
  }

  /// How many mistakes are kept.
  public static let limit = 20

  /// The mistakes, in the order of the text; at most `limit`.
  public let mistakes: [Mistake]
  /// How many more there are.
  public let omitted: Int

  init(_ all: [Mistake]) {
    let sorted = all.sorted { $0.offset < $1.offset }
    mistakes = Array(sorted.prefix(RegistryError.limit))
    omitted = sorted.count - mistakes.count
  }
}
