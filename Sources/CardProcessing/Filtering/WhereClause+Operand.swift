import CardJSON
import ContentCardKit

extension WhereClause {
  /// The value of a comparison, parsed as the type of the field.
  enum Operand: Sendable {
    /// Text to compare by its bytes, lowercase for a class type.
    case text(String)
    /// A JSON number. Only numbers can be less or greater.
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
  private typealias Operator = WhereClause.Operator

  /// Parses a value that `field` is compared with, or throws if the field does not support it.
  init(
    _ value: WhereClause.Value, _ operation: WhereClause.Operator, of field: FieldPath
  ) throws(SelectionError) {
    let text = value.text
    let isPart = Operator.parts.contains(operation)
    func require(_ suited: [Operator]) throws(SelectionError) {
      guard suited.contains(operation) else {
        throw .unsuitedOperator(operation, field: field.name, suited: suited)
      }
    }
    func known<Known>(
      _ meaning: Known?, among names: [String], _ others: [String] = []
    ) throws(SelectionError) -> Known {
      guard let meaning else {
        throw .unknownValue(text, field: field.name, names: names, others: others)
      }
      return meaning
    }
    switch (field, field.content) {
    case (.canonical(.type), _), (.derived(.shape), _):
      try require(Operator.equalities + Operator.parts)
      if isPart {
        self = .text(text)
      } else if case .derived = field {
        let shape = Shape.allCases.first { shape in
          ByteBuffer(text.utf8).read { ByteView(shape.name).equalsIgnoringCase($0) }
        }
        let names = Shape.allCases.map(\.name.description)
        self = .text(try known(shape, among: names).name.description)
      } else {
        let types = CardTypes(named: text)
        self = .types(try known(types, among: CardTypes.names, CardTypes.shapeNames))
      }
    case (.canonical(.classType), _): self = .text(text.lowercasedASCII)
    case (_, .boolean):
      try require(Operator.equalities)
      self = .flag(try known(["true": true, "false": false][text], among: ["true", "false"]))
    case (_, .time):
      try require(Operator.orders)
      let isExpiry = field == .canonical(.expiresAt)
      self = .time(try TimeArgument(text, of: isExpiry ? .expiry : .event))
    case (_, .number):
      try require(Operator.orders)
      guard let number = Self.number(text) else { throw .notANumber(text, field: field.name) }
      self = .number(number)
    case (.extra, _) where !value.isQuoted && !isPart:
      self = Self.number(text).map { .number($0) } ?? .text(text)
    case (_, .text), (_, .pairs): self = .text(text)
    }
  }

  private static func number(_ text: String) -> String? {
    ByteBuffer(text.utf8).read {
      let number = JSONNumber.trimmed($0)
      return JSONNumber.isValid(number) ? number.text : nil
    }
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
}
