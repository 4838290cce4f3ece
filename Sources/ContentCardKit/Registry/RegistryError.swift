/// Errors of a registry file: all of them with their locations, not only the first.
public struct RegistryError: Error, Equatable, Sendable {
  /// The kind of an error; the raw value is the rule that `cardctl validate` reports.
  package enum Kind: String, Sendable {
    /// An unknown key, field or type.
    case unknownName = "registry/name-unknown"
    /// A duplicate name.
    case repeated = "registry/repeated"
    /// Anything else: missing, of the wrong type, in conflict with other keys, or not JSON.
    case invalid = "registry/invalid"
  }

  /// One error of a registry file.
  public struct Mistake: Equatable, Sendable {
    /// The position, in bytes from the start of the text.
    public let offset: Int
    /// The error in words: lower case, no full stop, with the nearest name if there is one.
    public let message: String
    package internal(set) var kind = Kind.invalid
  }

  /// The maximum number of errors that are kept.
  package static let limit = 20

  /// The errors, in the order of the text; at most 20.
  public let mistakes: [Mistake]
  /// The number of further errors.
  public let omitted: Int

  init(_ all: [Mistake]) {
    let sorted = all.sorted { $0.offset < $1.offset }
    mistakes = Array(sorted.prefix(RegistryError.limit))
    omitted = sorted.count - mistakes.count
  }
}

extension RegistryError: CustomStringConvertible {
  /// The errors in words, one per line: `byte 17: unknown field "tittle"; did you mean "title"?`.
  public var description: String {
    let lines = mistakes.map { "byte \($0.offset): \($0.message)" }
    return (lines + (omitted > 0 ? ["\(omitted) more"] : [])).joined(separator: "\n")
  }
}
