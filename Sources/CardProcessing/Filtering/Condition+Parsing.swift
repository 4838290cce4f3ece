import CardJSON
import ContentCardKit

/// Parsing conditions such as `extras.discount_percentage >= 20`: a field, an operator and a value.
///
/// A field alone tests that the card has it or, for a flag, that it is true; `!FIELD` tests the
/// opposite. `FIELD = A|B` matches either value. Whitespace around operators and values is ignored.
/// A value may be quoted; `|` is literal inside quotes. A condition on a time, a number, a flag, a
/// card type or a shape accepts only values of that type.
extension Condition {
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
    /// The field contains the value, as text and ignoring case.
    case resembles = "~="
    case equal = "="
    case less = "<"
    case greater = ">"

    /// The operators that test equality.
    static let equalities: [Operator] = [.equal, .notEqual]
    /// The operators that test order.
    static let orders: [Operator] =
      equalities + [.less, .lessOrEqual, .greater, .greaterOrEqual]
    /// The operators that test part of the text.
    static let parts: [Operator] = [.hasPrefix, .hasSuffix, .contains, .resembles]
    /// The operators in the order of messages.
    static let listed = (orders + parts).map(\.rawValue).joined(separator: " ")
  }

  /// A value of a comparison, without quotes.
  private struct Value {
    let text: String
    /// Whether it was quoted, and so is text even if it looks like a number.
    let isQuoted: Bool
  }

  /// Parses `FIELD`, `!FIELD` or `FIELD OP VALUE`.
  package init(_ text: String) throws(SelectionError) {
    guard let (operation, range) = Condition.firstOperator(in: text) else {
      let name = Condition.trimmed(text[...])
      let isNegated = name.utf8.first == UInt8(ascii: "!")
      let field = isNegated ? Condition.trimmed(name.dropFirst()) : name
      self.init(
        try Condition.field(named: field, in: text), [.presence], isNegated: isNegated)
      return
    }
    let name = Condition.trimmed(text[..<range.lowerBound])
    let field = try Condition.field(named: name, in: text)
    let value = Condition.trimmed(text[range.upperBound...])
    // As in `=~` or `<>`, which are not operators here.
    let isForeign = text[range.upperBound...].utf8.first.map("=<>~!".utf8.contains) ?? false
    let isEquality = Operator.equalities.contains(operation)
    guard !isForeign, !value.isEmpty,
      let values = isEquality ? Condition.alternatives(value) : [Condition.unquoted(value)]
    else { throw .notACondition(text) }
    do throws(SelectionError) {
      self.init(
        field, try Condition.tests(values, operation, of: field),
        isNegated: operation == .notEqual)
    } catch {
      throw Condition.rests(of: value).isEmpty ? error : .notACondition(text)
    }
    // Text may contain `and`, but a second comparison after it is an error unless it is quoted.
    let isJoined = Condition.rests(of: value).contains { rest in
      Condition.firstOperator(in: rest) != nil && (try? Condition(rest)) != nil
    }
    if isJoined, !values.contains(where: \.isQuoted) { throw .notACondition(text) }
    if operation == .equal { texts = values.map(\.text) }
  }

  private static func field(
    named name: String, in text: String
  ) throws(SelectionError) -> FieldPath {
    if let field = FieldPath(name: name) { return field }
    let isWord = !name.isEmpty && !name.utf8.contains { JSONNumber.isSpace($0) }
    throw isWord && name.utf8.first != UInt8(ascii: "!")
      ? .unknownField(name) : .notACondition(text)
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

  /// The texts after each `and` or `or` of other languages in a value.
  private static func rests(of value: String) -> [String] {
    let words = value.split(separator: " ", omittingEmptySubsequences: false)
    return words.indices.dropFirst().dropLast().filter {
      ["and", "&&", "or", "||"].contains(words[$0].lowercased())
    }.map { trimmed(value[words[$0].endIndex...]) }
  }

  private static func trimmed(_ text: Substring) -> String {
    ByteBuffer(text.utf8).read { JSONNumber.trimmed($0).text }
  }

  private static func unquoted(_ text: String) -> Value {
    let bytes = text.utf8
    guard bytes.count >= 2, let first = bytes.first, first == bytes.last, isQuote(first) else {
      return Value(text: text, isQuoted: false)
    }
    let content = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    return Value(text: content, isQuoted: true)
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
}

// The values as the type of the field.
extension Condition {
  /// Returns the tests for values that `field` is compared with; `!=` has those of `=`.
  private static func tests(
    _ values: [Value], _ given: Operator, of field: FieldPath
  ) throws(SelectionError) -> [Test] {
    let operation = given == .notEqual ? .equal : given
    let texts = values.map(\.text)
    func require(_ suited: [Operator]) throws(SelectionError) {
      guard suited.contains(operation) else {
        throw .unsuitedOperator(given, field: field.name, suited: suited)
      }
    }
    switch (field, field.content) {
    case (.canonical(.type), _), (.derived(.shape), _):
      try require(Operator.equalities + Operator.parts)
      guard operation == .equal else { return [text(texts[0], operation)] }
      return [field == .derived(.shape) ? try shapes(texts) : .types(try types(texts))]
    case (.canonical(.classType), _):
      let names = texts.map(\.lowercasedASCII)
      if operation == .equal { return [.classTypes(TextSet(names))] }
      return [text(names[0], operation, .ofASCIIIsIgnored)]
    case (_, .boolean):
      try require(Operator.equalities)
      return try flags(texts, of: field)
    case (_, .time):
      try require(Operator.orders)
      return try times(texts, operation, of: field)
    case (_, .number):
      try require(Operator.orders)
      return try numbers(texts, operation, of: field)
    case (.extra, _) where !Operator.parts.contains(operation):
      // Numbers compare as numbers, unless they are quoted.
      return values.map { value in
        let number = value.isQuoted ? nil : Condition.number(value.text)
        return number.map { .number(operation, $0) } ?? text(value.text, operation)
      }
    case (.extra, _), (_, .text), (_, .pairs):
      return operation == .equal ? [.oneOf(TextSet(texts))] : [text(texts[0], operation)]
    }
  }

  private static func text(
    _ text: String, _ operation: Operator, _ letterCase: LetterCase = .matters
  ) -> Test {
    switch operation {
    case .equal: .oneOf(TextSet([text]))
    case .resembles: .text(operation, ByteView(permanent: folded(text)), .isIgnored)
    default: .text(operation, ByteView(permanent: text), letterCase)
    }
  }

  private static func types(_ texts: [String]) throws(SelectionError) -> CardTypes {
    var types = CardTypes()
    for text in texts {
      guard let named = CardTypes(named: text) else {
        throw .unknownValue(
          text, field: "type", names: CardTypes.names, others: CardTypes.shapeNames)
      }
      types.formUnion(named)
    }
    return types
  }

  private static func shapes(_ texts: [String]) throws(SelectionError) -> Test {
    let names = Shape.allCases.map(\.name.description)
    for text in texts where !names.contains(text.lowercasedASCII) {
      throw .unknownValue(text, field: "shape", names: names)
    }
    return .oneOf(TextSet(texts.map(\.lowercasedASCII)))
  }

  private static func flags(
    _ texts: [String], of field: FieldPath
  ) throws(SelectionError) -> [Test] {
    for text in texts where text != "true" && text != "false" {
      throw .unknownValue(text, field: field.name, names: ["true", "false"])
    }
    return texts.map { .flag($0 == "true") }
  }

  private static func times(
    _ texts: [String], _ operation: Operator, of field: FieldPath
  ) throws(SelectionError) -> [Test] {
    let subject = field == .canonical(.expiresAt) ? TimeArgument.Subject.expiry : .event
    var tests: [Test] = []
    for text in texts { tests.append(.time(operation, try TimeArgument(text, of: subject))) }
    return tests
  }

  private static func numbers(
    _ texts: [String], _ operation: Operator, of field: FieldPath
  ) throws(SelectionError) -> [Test] {
    var tests: [Test] = []
    for text in texts {
      guard let number = number(text) else { throw .notANumber(text, field: field.name) }
      tests.append(.number(operation, number))
    }
    return tests
  }

  private static func number(_ text: String) -> ByteView? {
    ByteBuffer(text.utf8).read {
      let number = JSONNumber.trimmed($0)
      return JSONNumber.isValid(number) ? ByteView(permanent: number.text) : nil
    }
  }
}
