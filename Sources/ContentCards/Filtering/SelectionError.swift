/// Why a selector, a condition, a time or a sort key that the user typed cannot be used.
public enum SelectionError: Error, Equatable, Sendable {
  /// The text is neither a date, nor an epoch time, nor a duration.
  case notATime(String)
  /// There is no such field; `FieldPath.names` lists those there are.
  case unknownField(String)
  /// A condition or a sort key names no field.
  case missingField(String)
  /// An operator without a value behind it.
  case missingValue(after: String)
  /// A field is followed by something that is no operator.
  case missingOperator(field: String, rest: String)
  /// An operator of some other language; the second is the one to use.
  case foreignOperator(String, instead: String)
  /// What follows the colon of a sort key is neither `asc` nor `desc`.
  case unknownDirection(String)
  /// An extras selector without a key in front of the equals sign.
  case missingKey(String)
}

extension SelectionError: CustomStringConvertible {
  /// The words for the user.
  public var description: String {
    switch self {
    case .notATime(let text):
      "'\(text)' is no time: expected ISO 8601 such as 2026-01-31T09:00:00Z, epoch seconds, "
        + "or a duration such as 7d"
    case .unknownField(let name):
      "unknown field '\(name)'"
    case .missingField(let text):
      "'\(text)' names no field"
    case .missingValue(let text):
      "'\(text)' has no value: expected one after the operator, \"\" for an empty one"
    case .missingOperator(let field, let rest):
      "expected an operator after '\(field)', not '\(rest)': one of "
        + WhereClause.Operator.allCases.map(\.rawValue).joined(separator: " ")
    case .foreignOperator(let text, let instead):
      "'\(text)' is no operator: use '\(instead)'"
    case .unknownDirection(let text):
      "'\(text)' is no sort direction: expected asc or desc"
    case .missingKey(let text):
      "'\(text)' names no key: expected KEY or KEY=VALUE"
    }
  }
}
