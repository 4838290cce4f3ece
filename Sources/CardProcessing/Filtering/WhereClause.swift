import CardJSON

/// A condition such as `extras.discount_percentage >= 20`: a field, an operator and a value.
///
/// A field alone tests that the card has it or, for a flag, that it is true; `!FIELD` tests the
/// opposite. `FIELD = A|B` matches either value. Whitespace around operators and values is ignored.
/// A value may be quoted; `|` is literal inside quotes. A condition on a time, a number, a flag, a
/// card type or a shape accepts only values of that type.
package struct WhereClause: Sendable {
  /// A comparison operator.
  package enum Operator: String, CaseIterable, BitwiseCopyable, Sendable {
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    /// The field starts with the value, as text.
    case hasPrefix = "^="
    /// The field ends with the value, as text.
    case hasSuffix = "$="
    /// The field contains the value, as text.
    case contains = "*="
    case equal = "="
    case less = "<"
    case greater = ">"
  }

  /// The field.
  package let field: FieldPath
  /// The operator, or nil to test presence.
  package let operation: Operator?
  /// The values to compare the field with; only `=` and `!=` may have more than one.
  package let values: [Value]
  /// Whether the field must be absent or false.
  package let isNegated: Bool
  /// The values, parsed as the type of the field.
  let operands: [Operand]

  /// One value of a comparison.
  package struct Value: Hashable, Sendable {
    /// The value without quotes.
    package let text: String
    /// Whether it was quoted, and so is text even if it looks like a number.
    package let isQuoted: Bool

    /// Creates a value.
    package init(_ text: String, isQuoted: Bool = false) {
      (self.text, self.isQuoted) = (text, isQuoted)
    }
  }

  private init(
    field: FieldPath, _ operation: Operator? = nil, _ values: [Value] = [], isNegated: Bool = false
  ) throws(SelectionError) {
    (self.field, self.operation) = (field, operation)
    (self.values, self.isNegated) = (values, isNegated)
    var operands: [Operand] = []
    if let operation {
      for value in values { operands.append(try Operand(value, operation, of: field)) }
    }
    self.operands = operands
  }

  /// Parses `FIELD`, `!FIELD` or `FIELD OP VALUE`.
  package init(_ text: String) throws(SelectionError) {
    guard let found = WhereClause.firstOperator(in: text) else {
      try self.init(presence: text)
      return
    }
    let name = WhereClause.trimmed(text[..<found.range.lowerBound])
    guard !name.isEmpty else { throw .missingField(text) }
    let rest = text[found.range.upperBound...]
    let signs = found.operator.rawValue + rest
    let foreign = WhereClause.foreignOperators.first { signs.utf8.starts(with: $0.0.utf8) }
    if let (_, sign, own) = foreign { throw .foreignOperator(sign, instead: own) }
    let value = WhereClause.trimmed(rest)
    guard !value.isEmpty else { throw .missingValue(after: text) }
    if name.utf8.first == UInt8(ascii: "!") {
      throw WhereClause.negatedComparison(of: name, found.operator, value)
    }
    let hasAlternatives = Operator.equalities.contains(found.operator)
    let values = hasAlternatives ? WhereClause.alternatives(value) : [WhereClause.unquoted(value)]
    do throws(SelectionError) {
      guard let values else { throw SelectionError.emptyAlternative(text) }
      try self.init(field: try FieldPath(named: name), found.operator, values)
    } catch {
      throw WhereClause.joinedConditions(text) ?? error
    }
    // Text may contain `and`, but a second condition after it is an error unless it is quoted.
    guard !WhereClause.unquoted(value).isQuoted,
      let error = WhereClause.joinedConditions(text, where: WhereClause.isComparison)
    else { return }
    throw error
  }

  private init(presence text: String) throws(SelectionError) {
    var name = WhereClause.trimmed(text[...])
    let isNegated = name.utf8.first == UInt8(ascii: "!")
    if isNegated { name = WhereClause.trimmed(name.dropFirst()) }
    guard !name.isEmpty else { throw .missingField(text) }
    if isNegated || FieldPath(name: name) != nil {
      try self.init(field: try FieldPath(named: name), isNegated: isNegated)
      return
    }
    // In `title is Sale` the field is valid, so report an error after it.
    let space = name.utf8.firstIndex(where: JSONNumber.isSpace) ?? name.endIndex
    let (field, rest) = (String(name[..<space]), WhereClause.trimmed(name[space...]))
    let isField = space < name.endIndex && FieldPath(name: field) != nil
    let instead = isField ? WhereClause.translation(of: rest, field: field) : nil
    if instead == nil, let error = WhereClause.joinedConditions(text) { throw error }
    guard isField else { throw .unknownField(name) }
    throw .missingOperator(field: field, rest: rest, instead: instead)
  }

  /// Returns the first operator in `text`, preferring the longest one at its position.
  private static func firstOperator(
    in text: String
  ) -> (operator: Operator, range: Range<String.Index>)? {
    let bytes = text.utf8
    for start in bytes.indices {
      for candidate in Operator.allCases where bytes[start...].starts(with: candidate.rawValue.utf8)
      {
        var end = bytes.index(start, offsetBy: candidate.rawValue.utf8.count)
        // Treat `==` as `=`.
        if candidate == .equal, bytes[end...].first == UInt8(ascii: "=") {
          end = bytes.index(after: end)
        }
        return (candidate, start..<end)
      }
    }
    return nil
  }

  /// Returns the error for `!FIELD OP VALUE`, with the opposite comparison.
  private static func negatedComparison(
    of name: String, _ operation: Operator, _ value: String
  ) -> SelectionError {
    let opposites: [Operator: Operator] = [
      .equal: .notEqual, .notEqual: .equal, .less: .greaterOrEqual, .greaterOrEqual: .less,
      .greater: .lessOrEqual, .lessOrEqual: .greater,
    ]
    let field = trimmed(name.dropFirst())
    let instead = opposites[operation].map { "\(field) \($0.rawValue) \(value)" }
    // Suggest only valid conditions.
    return .negatedComparison(instead: instead.flatMap { (try? WhereClause($0)) == nil ? nil : $0 })
  }

  /// The operators of other languages, which would otherwise parse as one of ours and a value: the
  /// bytes from our operator, the operator, and ours with its meaning.
  private static let foreignOperators = [
    ("==", "===", "="), ("<>", "<>", "!="), ("=>", "=>", ">="), ("=<", "=<", "<="),
    ("=~", "=~", "*="), ("!==", "!==", "!="),
  ]

  /// An error if `text` is two conditions joined with the `and` or `or` of other languages;
  /// `isSecond` returns whether the text after such a word is a condition.
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
      if !isAnd, let one = alternatives(first, second) {
        return .foreignOperator(String(words[index]), instead: one)
      }
      return .joinedConditions(first, and: isAnd, second)
    }
    return nil
  }

  private static func isComparison(_ text: String) -> Bool {
    do throws(SelectionError) {
      return try WhereClause(text).operation != nil
    } catch {
      guard case .joinedConditions(let first, _, _) = error else { return false }
      return firstOperator(in: first) != nil
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    ByteBuffer(text.utf8).read { JSONNumber.trimmed($0).text }
  }

  private static func unquoted(_ text: String) -> Value {
    let bytes = text.utf8
    guard bytes.count >= 2, let first = bytes.first, first == bytes.last, isQuote(first) else {
      return Value(text)
    }
    return Value(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self), isQuoted: true)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Returns the values separated by `|`, which is literal inside quotes; nil if one is missing.
  private static func alternatives(_ text: String) -> [Value]? {
    let bytes = Array(text.utf8)
    let bar = UInt8(ascii: "|")
    var values: [Value] = []
    var start = 0
    while start <= bytes.count {
      while start < bytes.count, JSONNumber.isSpace(bytes[start]) { start += 1 }
      guard start < bytes.count, bytes[start] != bar else { return nil }
      var end = bytes[start...].firstIndex(of: bar) ?? bytes.count
      if isQuote(bytes[start]) { end = endOfQuoted(bytes, from: start) ?? end }
      values.append(
        unquoted(trimmed(Substring(String(decoding: bytes[start..<end], as: UTF8.self)))))
      start = end + 1
    }
    return values
  }

  /// The position of the `|` after the closing quote of a value, or the end of the text; nil if the
  /// quote is not closed.
  private static func endOfQuoted(_ bytes: [UInt8], from start: Int) -> Int? {
    for index in bytes.indices.dropFirst(start + 1) where bytes[index] == bytes[start] {
      let next = bytes[(index + 1)...].firstIndex { !JSONNumber.isSpace($0) } ?? bytes.count
      if next == bytes.count || bytes[next] == UInt8(ascii: "|") { return next }
    }
    return nil
  }

  /// Combines `FIELD = A` and `FIELD = B` into `FIELD = A|B`.
  private static func alternatives(_ first: String, _ second: String) -> String? {
    guard let one = try? WhereClause(first), let other = try? WhereClause(second),
      one.field == other.field, one.operation == .equal, other.operation == .equal,
      let found = firstOperator(in: second)
    else { return nil }
    return "\(first)|\(trimmed(second[found.range.upperBound...]))"
  }

  /// Translates words such as `is null` into equivalent conditions; nil if they are unknown.
  private static func translation(of rest: String, field: String) -> [String]? {
    let words = rest.split { $0 == " " || $0 == "," || $0 == "(" || $0 == ")" }.map(String.init)
    let tail = words.dropFirst()
    let clauses: [String]
    switch (words.first?.lowercased(), tail.first?.lowercased(), tail.count) {
    case ("between", _, 3) where ["and", "&&"].contains(words[2].lowercased()):
      clauses = ["\(field) >= \(words[1])", "\(field) <= \(words[3])"]
    case ("in", .some, _): clauses = ["\(field) = \(tail.joined(separator: "|"))"]
    case ("is", "null", 1), ("is", "empty", 1), ("is", "missing", 1): clauses = ["!\(field)"]
    case ("is", "not", 2) where words[2].lowercased() == "null": clauses = [field]
    case ("is", "not", 2...): clauses = ["\(field) != \(tail.dropFirst().joined(separator: " "))"]
    case ("is", .some, _), ("equals", .some, _), ("eq", .some, _):
      clauses = ["\(field) = \(tail.joined(separator: " "))"]
    case ("like", .some, _), ("contains", .some, _), ("~", .some, _):
      clauses = ["\(field) *= \(tail.joined(separator: " ").filter { $0 != "%" })"]
    default: return nil
    }
    // Suggest only valid conditions.
    for clause in clauses where (try? WhereClause(clause)) == nil { return nil }
    return clauses
  }
}
