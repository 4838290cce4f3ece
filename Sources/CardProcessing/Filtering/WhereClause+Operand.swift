import CardJSON
import ContentCardKit

extension WhereClause {
  /// The value of a comparison, parsed as the type of the field requires.
  ///
  /// A value that the field cannot have is an error.
  enum Operand: Sendable {
    /// Text that is compared by its bytes.
    case text(String)
    /// Lowercase text that is compared without regard to the case of ASCII letters.
    case anyCase(String)
    /// A JSON number; only numbers can be less or greater.
    case number(String)
    /// True or false.
    case flag(Bool)
    /// A time.
    case time(TimeArgument)
    /// Card types.
    case types(CardTypes)
  }
}

extension WhereClause.Operand {
  /// Parses a value that `field` is compared with.
  ///
  /// - Throws: `SelectionError` if the field does not support the value or the operator.
  init(
    _ quotable: WhereClause.Value, _ operation: WhereClause.Operator, of field: FieldPath
  ) throws(SelectionError) {
    func require(_ suited: [WhereClause.Operator]) throws(SelectionError) {
      guard suited.contains(operation) else {
        throw .unsuitedOperator(operation, field: field.name, suited: suited)
      }
    }
    let value = quotable.text
    switch (field, field.content) {
    case (.canonical(.type), _):
      try require(WhereClause.Operator.equalities + WhereClause.Operator.parts)
      self = operation.isPart ? .text(value) : .types(try Self.types(value, of: field))
    case (.derived(.shape), _):
      try require(WhereClause.Operator.equalities + WhereClause.Operator.parts)
      self = .text(operation.isPart ? value : try Self.shape(value, of: field))
    case (.canonical(.classType), _):
      self = .anyCase(value.lowercasedASCII)
    case (_, .boolean):
      try require(WhereClause.Operator.equalities)
      self = .flag(try Self.flag(value, of: field))
    case (_, .time):
      try require(WhereClause.Operator.orders)
      let isExpiry = field == .canonical(.expiresAt)
      self = .time(try TimeArgument(value, of: isExpiry ? .expiry : .event))
    case (_, .number):
      try require(WhereClause.Operator.orders)
      guard let number = Self.number(value) else { throw .notANumber(value, field: field.name) }
      self = .number(number)
    case (.extra, _) where !quotable.isQuoted && !operation.isPart:
      self = Self.number(value).map { .number($0) } ?? .text(value)
    case (_, .text), (_, .pairs):
      self = .text(value)
    }
  }

  private static func types(_ value: String, of field: FieldPath) throws(SelectionError)
    -> CardTypes
  {
    guard let types = CardTypes(named: value) else {
      throw .unknownValue(
        value, field: field.name, names: CardTypes.names, others: CardTypes.shapeNames)
    }
    return types
  }

  private static func shape(_ value: String, of field: FieldPath) throws(SelectionError) -> String {
    let buffer = ByteBuffer(value.utf8)
    for shape in Shape.allCases where ByteView(shape.name).equalsIgnoringCase(buffer.view) {
      return shape.name.description
    }
    let names = Shape.allCases.map(\.name.description)
    throw .unknownValue(value, field: field.name, names: names)
  }

  private static func flag(_ value: String, of field: FieldPath) throws(SelectionError) -> Bool {
    switch value {
    case "true": return true
    case "false": return false
    default: throw .unknownValue(value, field: field.name, names: ["true", "false"])
    }
  }

  /// The JSON number in `value`, which may have whitespace around it; nil if it is not a number.
  private static func number(_ value: String) -> String? {
    let buffer = ByteBuffer(value.utf8)
    let number = JSONNumber.trimmed(buffer.view)
    return JSONNumber.isValid(number) ? number.text : nil
  }
}

extension WhereClause.Operator {
  /// The operators that test equality.
  static let equalities: [WhereClause.Operator] = [.equal, .notEqual]
  /// The operators that test order.
  static let orders: [WhereClause.Operator] =
    equalities + [.less, .lessOrEqual, .greater, .greaterOrEqual]
  /// The operators that test part of the text.
  static let parts: [WhereClause.Operator] = [.hasPrefix, .hasSuffix, .contains]

  /// Whether the operator tests part of the text.
  var isPart: Bool { WhereClause.Operator.parts.contains(self) }

  /// Whether a comparison succeeds if the card's value is below (less than 0), at (0) or above the
  /// value that it is compared with.
  @inline(__always)
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .hasPrefix, .hasSuffix, .contains: false
    }
  }
}
