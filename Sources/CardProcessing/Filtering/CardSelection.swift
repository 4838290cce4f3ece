import CardJSON
import ContentCardKit

/// The cards that the selectors and conditions of a command line select: a card must meet all
/// conditions.
package struct CardSelection: Sendable {
  /// The special class type that matches cards with no class type or an unknown one.
  package static let noClassType = "none"

  /// The conditions, in the order of the command line.
  package private(set) var conditions: [Condition] = []
  /// The class types of the registry, which `none` does not match.
  package var registeredClassTypes: [String] = []
  /// Whether to select exactly the cards that do not meet all conditions.
  package var isInverted = false

  /// Creates a selection of every card.
  package init() {}

  /// Whether every card is selected.
  package var isEmpty: Bool { conditions.isEmpty && !isInverted }

  /// Adds a condition of `--where`.
  package mutating func add(_ condition: Condition) { conditions.append(condition) }

  /// Adds a condition of an option: an alternative if there is one of this option and field, which
  /// a flag replaces.
  private mutating func add(_ condition: Condition, of option: String, replaces: Bool = false) {
    var condition = condition
    condition.option = option
    let index = conditions.firstIndex { $0.option == option && $0.field == condition.field }
    guard let index else { return conditions.append(condition) }
    if replaces { return conditions[index] = condition }
    conditions[index].tests += condition.tests
    conditions[index].texts += condition.texts
  }

  // MARK: Selectors

  /// Selects cards of a class type, ignoring ASCII case; `none` is special.
  package mutating func add(classType name: String) {
    let lowercase = name.lowercasedASCII
    let isNone = lowercase == CardSelection.noClassType
    var condition = Condition(
      .canonical(.classType),
      [isNone ? .unregistered(nil) : .classTypes(TextSet([lowercase]))])
    if !isNone { condition.texts = [name] }
    add(condition, of: "--class-type")
  }

  /// Selects cards of these types.
  package mutating func add(types: CardTypes) {
    add(Condition(.canonical(.type), [.types(types)]), of: "--type")
  }

  /// Selects cards with one of these ids; none if there are no ids.
  package mutating func add(ids: [String]) {
    var condition = Condition(.canonical(.id), [.oneOf(TextSet(ids))])
    condition.texts = ids
    add(condition, of: "--id")
  }

  /// Selects cards with an extra, from `KEY` or `KEY=VALUE`; the first equals sign ends the key.
  package mutating func add(extra text: String) throws(SelectionError) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { throw .missingKey(text) }
    let key = ByteView(permanent: String(decoding: name, as: UTF8.self))
    let value = parts.dropFirst().first.map { String(decoding: $0, as: UTF8.self) }
    add(
      Condition(.extra(key), [value.map { .oneOf(TextSet([$0])) } ?? .presence]), of: "--extra")
  }

  /// Selects cards whose flag has this value.
  package mutating func set(_ field: CardField, _ value: Bool) {
    add(Condition(.canonical(field), [.flag(value)]), of: "--\(field.name)", replaces: true)
  }

  /// Selects control cards, or all others.
  package mutating func set(control isControl: Bool, of option: String = "--control") {
    let isType = Condition(
      .canonical(.type), [.types(CardTypes(.control))], isNegated: !isControl)
    add(isType, of: option, replaces: true)
  }

  /// Selects cards that have expired, or all others.
  package mutating func set(expired isExpired: Bool, of option: String = "--expired") {
    add(Condition(.derived(.isExpired), [.flag(isExpired)]), of: option, replaces: true)
  }

  /// Selects cards that are not expired, removed or dismissed and, if they must be shown, are not
  /// control cards.
  package mutating func setActive(areShown: Bool = false) {
    let option = areShown ? "--shown" : "--active"
    for field: CardField in [.removed, .dismissed] {
      add(Condition(.canonical(field), [.flag(false)]), of: option, replaces: true)
    }
    set(expired: false, of: option)
    if areShown { set(control: false, of: option) }
  }

  /// Selects cards created after or before a time, or that expire then.
  package mutating func add(
    _ field: CardField, isAfter: Bool, _ time: TimeArgument, of option: String
  ) {
    add(
      Condition(.canonical(field), [.time(isAfter ? .greater : .less, time)]), of: option)
  }

  /// The times of an option.
  package func times(of option: String) -> [TimeArgument] {
    conditions.filter { $0.option == option }.flatMap(\.tests).compactMap {
      if case .time(_, let time) = $0 { time } else { nil }
    }
  }
}
