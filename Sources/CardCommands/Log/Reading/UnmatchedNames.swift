import CardJSON
import EventJournal

/// The names in a journal, to explain why no event matches a class type or a card.
final class UnmatchedNames {
  private let classTypes: [String]
  private let cards: [String]
  private var knownClassTypes: Set<String> = []
  private var knownCards: Set<String> = []

  /// Whether an event matched.
  var isMatched = false

  /// The maximum number of names to keep.
  private static let limit = 10_000

  /// No names yet.
  init(_ options: EventOptions) {
    (classTypes, cards) = (
      options.fieldValues[.classType] ?? [], options.fieldValues[.cardID] ?? []
    )
  }

  /// Adds an event that does not match.
  func add(_ line: JournalLine) {
    guard !isMatched else { return }
    if !classTypes.isEmpty, knownClassTypes.count < UnmatchedNames.limit,
      let name = line.text(.classType)
    {
      knownClassTypes.insert(name.lowercased())
    }
    if !cards.isEmpty, knownCards.count < UnmatchedNames.limit, let id = line.text(.cardID) {
      knownCards.insert(id)
    }
  }

  /// The explanation; nil if an event matched, or nothing explains it.
  var note: String? {
    guard !isMatched else { return nil }
    for name in classTypes where name != "none" && !knownClassTypes.contains(name.lowercased()) {
      let hint = NearestName.hint(for: name, among: knownClassTypes.sorted())
      return "no event has the class type '\(name)'\(hint)"
    }
    for id in cards where !knownCards.contains(id) {
      let longer = knownCards.filter { $0.hasPrefix(id) }.min()
      return "no event is of the card '\(id)'" + (longer.map { "; did you mean '\($0)'?" } ?? "")
    }
    return nil
  }
}
