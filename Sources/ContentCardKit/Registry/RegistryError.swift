/// The errors in a registry file, all of them and not only the first, with their positions.
public struct RegistryError: Error, Equatable, Sendable {
  /// A kind of error; the raw value is the rule that `cardctl validate` reports.
  package enum Kind: String, Sendable {
    /// An unknown key, field or type.
    case unknownName = "registry/name-unknown"
    /// A duplicate name.
    case repeated = "registry/repeated"
    /// Another error: a missing value, a wrong type, a conflict with other keys, or invalid JSON.
    case invalid = "registry/invalid"
  }

  /// An error in a registry file.
  public struct Mistake: Equatable, Sendable {
    /// The byte offset from the start of the text.
    public let offset: Int
    /// The message: lower case, without a full stop, with the nearest name if there is one.
    public let message: String
    package internal(set) var kind = Kind.invalid
  }

  /// The maximum number of stored errors.
  package static let limit = 20

  /// The errors, in the order of the text; at most 20.
  public let mistakes: [Mistake]
  /// The number of further errors, which are not stored.
  public let omitted: Int

  init(_ all: [Mistake]) {
    let sorted = all.sorted { $0.offset < $1.offset }
    mistakes = Array(sorted.prefix(RegistryError.limit))
    omitted = sorted.count - mistakes.count
  }
}

extension RegistryError: CustomStringConvertible {
  /// The messages, one per line: `byte 17: unknown field "tittle"; did you mean "title"?`.
  public var description: String {
    let lines = mistakes.map { "byte \($0.offset): \($0.message)" }
    return (lines + (omitted > 0 ? ["\(omitted) more"] : [])).joined(separator: "\n")
  }
}
