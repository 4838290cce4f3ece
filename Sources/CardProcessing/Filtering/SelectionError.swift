/// The reason why a selector, a condition, a time or a sort key is invalid.
package enum SelectionError: Error, Equatable, Sendable {
  /// The text is not a valid `TimeArgument`.
  case notATime(String)
  /// A numeric field is compared with a value that is not a number.
  case notANumber(String, field: String)
  /// A field is compared with a value other than the valid `names` and their alternatives `others`.
  case unknownValue(String, field: String, names: [String], others: [String] = [])
  /// The field does not support the operator.
  case unsuitedOperator(Condition.Operator, field: String, suited: [Condition.Operator])
  /// The text is not a condition.
  case notACondition(String)
  /// The field is unknown; `FieldPath.names` lists the known ones.
  case unknownField(String)
  /// A sort key has no field.
  case missingField(String)
  /// The direction of a sort key is neither `asc` nor `desc`.
  case unknownDirection(String)
  /// An extras selector has no key before the equals sign.
  case missingKey(String)
}

extension SelectionError: CustomStringConvertible {
  /// The message for the user.
  package var description: String {
    switch self {
    case .notATime(let text):
      "invalid time '\(text)': expected a date such as 2026-01-31 or 2026-01-31T09:00:00Z, now, today, "
        + "yesterday, tomorrow, a duration such as 7d, or epoch seconds of 9 to 11 digits"
    case .notANumber(let text, let field):
      "invalid number '\(text)' for '\(field)': expected a number without a unit, such as 2048"
    case .unknownValue(let text, let field, let names, _):
      "unknown value '\(text)' for '\(field)': expected one of \(names.joined(separator: ", "))"
    case .unsuitedOperator(let sign, let field, let suited):
      "'\(sign.rawValue)' does not apply to '\(field)': use one of "
        + suited.map(\.rawValue).joined(separator: " ")
    case .notACondition(let text):
      "'\(text)' is not a condition: expected FIELD, !FIELD or FIELD OP VALUE, where OP is one of "
        + Condition.Operator.listed
        + "; repeat --where if all conditions must match, write FIELD = A|B for alternatives, and "
        + "quote a value that is empty or contains operators"
    case .unknownField(let name): "unknown field '\(name)'"
    case .missingField(let text): "'\(text)' has no field"
    case .unknownDirection(let text): "invalid sort direction '\(text)': expected asc or desc"
    case .missingKey(let text): "'\(text)' has no key: expected KEY or KEY=VALUE"
    }
  }
}
