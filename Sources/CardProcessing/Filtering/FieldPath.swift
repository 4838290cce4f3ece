import CardJSON
import ContentCardKit

/// The path of a value in a card, for conditions, sort keys and columns: a field, a derived field
/// or an extra.
///
/// The memory of an extra's key is never freed, so create paths only from user input.
package enum FieldPath: BitwiseCopyable, Equatable, Sendable {
  /// A canonical field.
  case canonical(CardField)
  /// A value that is derived from the card's fields.
  case derived(DerivedField)
  /// The extra with this key.
  case extra(ByteView)

  /// Creates the path called `name`: a field name or `extras.KEY`, where KEY is everything after
  /// the first dot; nil for any other name.
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

  /// Creates the path called `name`.
  ///
  /// - Throws: `SelectionError.unknownField`, so that the caller can suggest the nearest name.
  package init(named name: String) throws(SelectionError) {
    guard let path = FieldPath(name: name) else { throw .unknownField(name) }
    self = path
  }

  /// The name in user input.
  package var name: String {
    switch self {
    case .canonical(let field): field.name.description
    case .derived(let field): field.rawValue
    case .extra(let key): CardField.extrasPrefix + key.text
    }
  }

  /// The names of all canonical and derived fields, without `extras.KEY`.
  package static var names: [String] {
    CardField.allCases.map(\.name.description) + DerivedField.allCases.map(\.rawValue)
  }

  /// Whether the value is part of the card's location, which readers track only on request.
  package var isSource: Bool { self == .derived(.path) || self == .derived(.line) }

  /// The type of the field's values; extras are text.
  package var content: CardField.Content {
    switch self {
    case .canonical(let field): field.content
    case .derived(let field): field.content
    case .extra: .text
    }
  }
}
