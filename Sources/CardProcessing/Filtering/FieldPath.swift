import CardJSON
import ContentCardKit

/// What a condition, a sort key or a column asks a card for: a field, something derived from
/// fields, or one of the extras.
///
/// Reading through a path allocates nothing. The key of an extra is kept for as long as the program
/// lives, so paths are made from what a user names, never per card.
package enum FieldPath: BitwiseCopyable, Sendable {
  /// A canonical field.
  case canonical(CardField)
  /// A value worked out from the card's fields.
  case derived(DerivedField)
  /// The extra with this key.
  case extra(ByteView)

  /// The path called `name`: a field's name, or `extras.KEY`, where KEY is all that follows the
  /// first dot; nil when there is none.
  package init?(name: String) {
    if let field = CardField(name: name) {
      self = .canonical(field)
    } else if let field = DerivedField(rawValue: name) {
      self = .derived(field)
    } else if let key = PropertySource.extraKey(in: name), !key.isEmpty {
      self = .extra(ByteView(permanent: key))
    } else {
      return nil
    }
  }

  /// The path called `name`.
  ///
  /// - Throws: `SelectionError.unknownField`, so that the caller can suggest the nearest name.
  package init(named name: String) throws(SelectionError) {
    guard let path = FieldPath(name: name) else { throw .unknownField(name) }
    self = path
  }

  /// The name by which users call the field.
  package var name: String {
    switch self {
    case .canonical(let field): field.name.description
    case .derived(let field): field.rawValue
    case .extra(let key): PropertySource.extrasPrefix + key.text
    }
  }

  /// The names of all canonical and derived fields; extras come on top as `extras.KEY`.
  package static var names: [String] {
    CardField.allCases.map(\.name.description) + DerivedField.allCases.map(\.rawValue)
  }

  /// Whether the value is where the card was read, which readers only find out when it is asked
  /// for.
  package var isSource: Bool {
    switch self {
    case .derived(.path), .derived(.line): true
    case .canonical, .derived, .extra: false
    }
  }

  /// What sort of value the field has; extras are text.
  package var content: CardField.Content {
    switch self {
    case .canonical(let field): field.content
    case .derived(let field): field.content
    case .extra: .text
    }
  }
}

extension FieldPath: Hashable {
  /// Whether both paths lead to the same field or key.
  package static func == (left: FieldPath, right: FieldPath) -> Bool { left.name == right.name }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
