import CardJSON
import ContentCardKit

/// The selectors of `filter`: the values of one are alternatives, and a card must satisfy all; each
/// worker compiles them into a `CardMatcher`.
package struct CardSelection: Sendable {
  /// The special class type that matches cards with no class type or an unknown one.
  package static let noClassType = "none"

  /// Class types, compared ignoring ASCII case; `none` is special.
  package var classTypes: [String] = []
  /// The class types of the registry, which `none` does not match.
  package var knownClassTypes: [String] = []
  /// Card types; an empty set matches every type.
  package var types: CardTypes = []
  /// Card ids; nil matches all cards, including those without an id.
  package var ids: [String]?
  /// Extras; selectors with the same key are alternatives.
  package var extras: [ExtraSelector] = []

  /// The flags that cards must have (true), or must not have.
  package var flags: [CardField: Bool] = [:]
  /// Whether cards must be control cards (true), or must not be (false).
  package var isControl: Bool?
  /// Whether cards must be active: not expired, removed or dismissed.
  package var isActive = false
  /// Whether cards must be visible to users: active and not control cards.
  package var isShown = false
  /// Whether cards must be expired.
  package var isExpired = false

  /// The times after which cards must have been created.
  package var createdAfter: [TimeArgument] = []
  /// The times before which cards must have been created.
  package var createdBefore: [TimeArgument] = []
  /// The times after which cards must expire, or never.
  package var expiresAfter: [TimeArgument] = []
  /// The times before which cards must expire.
  package var expiresBefore: [TimeArgument] = []

  /// Conditions on fields.
  package var conditions: [WhereClause] = []
  /// Whether to select exactly the cards that the selectors exclude.
  package var isInverted = false

  /// Creates a selection of every card.
  package init() {}
}

// Compiling the selectors.
extension CardMatcher {
  /// Adds the conditions of all selectors, cheapest first.
  mutating func add(_ selection: CardSelection) {
    addFlags(of: selection)
    addTimes(of: selection)
    addClassTypes(of: selection)
    addExtras(of: selection)
    for clause in selection.conditions { add(clause) }
  }

  private mutating func addFlags(of selection: CardSelection) {
    for field in CardField.allCases {
      if let wanted = selection.flags[field] { add(.canonical(field), .flag(wanted)) }
    }
    if selection.isActive || selection.isShown {
      add(.canonical(.removed), .flag(false))
      add(.canonical(.dismissed), .flag(false))
      add(.derived(.isExpired), .flag(false))
    }
    if selection.isExpired { add(.derived(.isExpired), .flag(true)) }
    for case let isControl? in [selection.isControl, selection.isShown ? false : nil] {
      let control = CardTypes(.control)
      add(
        .canonical(.type), .types(isControl ? control : CardTypes.all.subtracting(control)),
        matchesAbsent: !isControl)
    }
    if !selection.types.isEmpty { add(.canonical(.type), .types(selection.types)) }
    if let ids = selection.ids { add(.canonical(.id), .oneOf(TextSet(ids))) }
  }

  /// Adds the conditions on times: of repeats, the earliest `after` and the latest `before` include
  /// the others.
  private mutating func addTimes(of selection: CardSelection) {
    func add(_ field: CardField, after: [TimeArgument], before: [TimeArgument]) {
      let first = after.map { $0.instant(at: now) }.min { $0.order($1) < 0 }
      let last = before.map { $0.instant(at: now) }.max { $0.order($1) < 0 }
      if let first { self.add(.canonical(field), .time(.greater, first)) }
      if let last { self.add(.canonical(field), .time(.less, last)) }
    }
    add(.created, after: selection.createdAfter, before: selection.createdBefore)
    add(.expiresAt, after: selection.expiresAfter, before: selection.expiresBefore)
  }

  private mutating func addExtras(of selection: CardSelection) {
    // Compare keys by their bytes, because Swift's `==` uses canonical equivalence.
    for group in Dictionary(grouping: selection.extras, by: { Array($0.key.utf8) }).values {
      let wanted = group.compactMap(\.value)
      let isPresence = wanted.count < group.count
      let key = ByteView(permanent: group[0].key)
      add(.extra(key), isPresence ? .presence : .oneOf(TextSet(wanted)))
    }
  }

  private mutating func addClassTypes(of selection: CardSelection) {
    guard !selection.classTypes.isEmpty else { return }
    let wanted = selection.classTypes.map(\.lowercasedASCII)
    let named = TextSet(wanted.filter { $0 != CardSelection.noClassType })
    let isUnknownWanted = wanted.contains(CardSelection.noClassType)
    let known = isUnknownWanted ? TextSet(selection.knownClassTypes.map(\.lowercasedASCII)) : nil
    add(.canonical(.classType), .classTypes(named, known: known), matchesAbsent: isUnknownWanted)
  }
}

/// An extra that cards must have, with any value or a specific one.
package struct ExtraSelector: Hashable, Sendable {
  /// The key of the extra.
  package let key: String
  /// The required value, or nil for any value.
  package let value: String?

  /// Parses `KEY` or `KEY=VALUE`; the first equals sign ends the key.
  package init(_ text: String) throws(SelectionError) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { throw .missingKey(text) }
    key = String(decoding: name, as: UTF8.self)
    value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
  }
}
