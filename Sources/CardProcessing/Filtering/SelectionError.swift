/// The reason why a selector, a condition, a time or a sort key is invalid.
package enum SelectionError: Error, Equatable, Sendable {
  /// The text is not a valid `TimeArgument`.
  case notATime(String)
  /// A numeric field is compared with a value that is not a number.
  case notANumber(String, field: String)
  /// A field is compared with a value other than the valid `names` and their alternatives `others`.
  case unknownValue(String, field: String, names: [String], others: [String] = [])
  /// The field does not support the operator.
  case unsuitedOperator(WhereClause.Operator, field: String, suited: [WhereClause.Operator])
  /// Two conditions are joined with `and` or `or`.
  case joinedConditions(String, and: Bool, String)
  /// The field is unknown; `FieldPath.names` lists the known ones.
  case unknownField(String)
  /// A condition or a sort key has no field.
  case missingField(String)
  /// A value is missing after an operator.
  case missingValue(after: String)
  /// The text after a field does not start with an operator.
  case missingOperator(field: String, rest: String, instead: [String]? = nil)
  /// `!` precedes a comparison; `instead` is the opposite comparison.
  case negatedComparison(instead: String?)
  /// One of the values between `|` is missing.
  case emptyAlternative(String)
  /// An operator is from another language; `instead` is the one to use.
  case foreignOperator(String, instead: String)
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
    case .joinedConditions(let first, and: true, let second):
      if (try? WhereClause(first)) != nil, (try? WhereClause(second)) != nil {
        "one condition at a time: repeat --where, as in --where '\(first)' --where '\(second)'"
      } else {
        "one condition at a time: repeat --where for each, with a field, an operator and a value"
      }
    case .joinedConditions(_, and: false, _):
      "one condition at a time, and a repeated --where must match too: for alternatives of one field "
        + "write FIELD = A|B, otherwise filter twice"
    case .unknownField(let name): "unknown field '\(name)'"
    case .missingField(let text): "'\(text)' has no field"
    case .missingValue(let text):
      "'\(text)' has no value: expected one after the operator, \"\" for an empty one"
    case .missingOperator(_, _, let instead?):
      "no operator: write \(instead.map { "--where '\($0)'" }.joined(separator: " "))"
    case .missingOperator(let field, let rest, nil):
      "expected an operator after '\(field)', not '\(rest)': one of "
        + WhereClause.Operator.allCases.map(\.rawValue).joined(separator: " ")
    case .negatedComparison(let instead):
      "'!' tests absence and is not followed by an operator"
        + (instead.map { ": write --where '\($0)'" } ?? "")
    case .emptyAlternative(let text):
      "'\(text)' has an empty alternative: expected a value on both sides of '|', or quotes around it"
    case .foreignOperator(let text, let instead): "'\(text)' is not an operator: use '\(instead)'"
    case .unknownDirection(let text): "invalid sort direction '\(text)': expected asc or desc"
    case .missingKey(let text): "'\(text)' has no key: expected KEY or KEY=VALUE"
    }
  }
}
