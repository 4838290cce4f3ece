import CardJSON
import ContentCardKit

/// A condition such as `extras.discount_percentage >= 20`: a field, an operator, a value.
///
/// The field alone asks whether the card has it, or, for a field that is true or false, whether it
/// is true. White space round operator and value does not count; one pair of quotes round the value
/// is taken off. Fields have types: the value of a condition on a time, a number, a flag, a card
/// type or a shape has to be one.
package struct WhereClause: Sendable {
  /// How a field is compared with the value.
  package enum Operator: String, CaseIterable, BitwiseCopyable, Sendable {
    /// Not the same.
    case notEqual = "!="
    /// The same or less.
    case lessOrEqual = "<="
    /// The same or more.
    case greaterOrEqual = ">="
    /// Begins with the value, as text.
    case hasPrefix = "^="
    /// Ends with the value, as text.
    case hasSuffix = "$="
    /// Contains the value, as text.
    case contains = "*="
    /// The same.
    case equal = "="
    /// Less.
    case less = "<"
    /// More.
    case greater = ">"
  }

  /// What is looked at.
  package let field: FieldPath
  /// What is asked of it; nil asks for presence.
  package let comparison: Comparison?
  /// What the field is compared with; nil without a comparison.
  let operand: Operand?

  /// An operator with the value to its right.
  package struct Comparison: Hashable, Sendable {
    /// How to compare.
    package let `operator`: Operator
    /// The value to compare with, without quotes.
    package let value: String
    /// Whether the value is in quotes, so that it is text even if it looks like a number.
    package let isQuoted: Bool

    /// A comparison with `value`.
    package init(_ operator: Operator, _ value: String, isQuoted: Bool = false) {
      self.operator = `operator`
      self.value = value
      self.isQuoted = isQuoted
    }
  }

  /// A condition on `field`.
  ///
  /// - Throws: `SelectionError`, when the comparison does not suit the field.
  package init(field: FieldPath, _ comparison: Comparison? = nil) throws(SelectionError) {
    self.field = field
    self.comparison = comparison
    operand =
      if let comparison { try Operand(comparison, of: field) } else { nil }
  }

  /// The condition that `text` spells: `FIELD` or `FIELD OP VALUE`.
  package init(_ text: String) throws(SelectionError) {
    guard let found = WhereClause.firstOperator(in: text) else {
      try self.init(presenceOf: WhereClause.trimmed(text[...]), in: text)
      return
    }
    let name = WhereClause.trimmed(text[..<found.start])
    guard !name.isEmpty else { throw .missingField(text) }
    let rest = text[found.end...]
    try WhereClause.refuseForeignOperator(found, before: rest)
    let value = WhereClause.trimmed(rest)
    guard !value.isEmpty else { throw .missingValue(after: text) }
    let inner = WhereClause.unquoted(value)
    do {
      try self.init(
        field: try FieldPath(named: name),
        Comparison(found.operator, inner, isQuoted: inner != value))
    } catch {
      throw WhereClause.joinedConditions(text) ?? error
    }
    // A text may hold `and`; another condition after it stands there by mistake, unless in quotes.
    guard inner == value,
      let error = WhereClause.joinedConditions(text, where: WhereClause.isComparison)
    else { return }
    throw error
  }

  private init(presenceOf name: String, in text: String) throws(SelectionError) {
    guard !name.isEmpty else { throw .missingField(text) }
    if let path = FieldPath(name: name) {
      try self.init(field: path)
      return
    }
    if let error = WhereClause.joinedConditions(text) { throw error }
    // `title is Sale`: the field is right, so say what is wrong after it.
    guard let space = name.utf8.firstIndex(where: JSONNumber.isSpace),
      FieldPath(name: String(name[..<space])) != nil
    else { throw .unknownField(name) }
    let rest = WhereClause.trimmed(name[space...])
    throw .missingOperator(field: String(name[..<space]), rest: rest)
  }
}

extension WhereClause {
  private struct FoundOperator {
    let `operator`: Operator
    let start: String.Index
    let end: String.Index
  }

  /// The operator that begins first in `text`, the longest of those that begin there.
  private static func firstOperator(in text: String) -> FoundOperator? {
    let bytes = text.utf8
    for start in bytes.indices {
      for candidate in Operator.allCases where bytes[start...].starts(with: candidate.rawValue.utf8)
      {
        let end = bytes.index(start, offsetBy: candidate.rawValue.utf8.count)
        return FoundOperator(operator: candidate, start: start, end: end)
      }
    }
    return nil
  }

  /// Stops operators of other languages, which would otherwise read as ours and a value.
  private static func refuseForeignOperator(_ found: FoundOperator, before rest: Substring)
    throws(SelectionError)
  {
    switch (found.operator, rest.utf8.first) {
    case (.equal, UInt8(ascii: "=")): throw .foreignOperator("==", instead: "=")
    case (.less, UInt8(ascii: ">")): throw .foreignOperator("<>", instead: "!=")
    case (.equal, UInt8(ascii: ">")): throw .foreignOperator("=>", instead: ">=")
    case (.equal, UInt8(ascii: "<")): throw .foreignOperator("=<", instead: "<=")
    case (.equal, UInt8(ascii: "~")): throw .foreignOperator("=~", instead: "*=")
    case (.notEqual, UInt8(ascii: "=")): throw .foreignOperator("!==", instead: "!=")
    default: break
    }
  }

  /// What is wrong with `text` when it is two conditions, with the word between them that other
  /// languages have for this.
  ///
  /// - Parameter isSecond: whether what comes after such a word is a condition.
  private static func joinedConditions(
    _ text: String, where isSecond: (String) -> Bool = { _ in true }
  ) -> SelectionError? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    for index in words.indices.dropFirst().dropLast() {
      let isAnd: Bool
      switch words[index].lowercased() {
      case "and", "&&": isAnd = true
      case "or", "||": isAnd = false
      default: continue
      }
      let first = trimmed(text[..<words[index].startIndex])
      let second = trimmed(text[words[index].endIndex...])
      guard isSecond(second) else { continue }
      return .joinedConditions(first, and: isAnd, second)
    }
    return nil
  }

  /// Whether `text` is a comparison, or several.
  private static func isComparison(_ text: String) -> Bool {
    do throws(SelectionError) {
      return try WhereClause(text).comparison != nil
    } catch {
      guard case .joinedConditions(let first, _, _) = error else { return false }
      return firstOperator(in: first) != nil
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    ByteBuffer(text.utf8).read { JSONNumber.trimmed($0).text }
  }

  private static func unquoted(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.count >= 2, let first = bytes.first, first == bytes.last,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    else { return text }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
