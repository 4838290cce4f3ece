/// What is wrong with a registry: every mistake with its place, not only the first.
public struct RegistryError: Error, Equatable, Sendable {
  /// One mistake.
  public struct Mistake: Equatable, Sendable {
    /// Where it is, in bytes from the start of the text that was parsed.
    public let offset: Int
    /// What it is, in words: lower case, no full stop, the nearest name where there is one.
    public let message: String
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
