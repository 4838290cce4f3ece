import CardJSON
import CardRules
import ContentCardKit

/// The cards that `--id` selects, and the ids nearest to its text.
///
/// Memory is bounded: one card and a limited number of ids are kept.
struct IDMatches {
  /// A card and its location.
  struct Found {
    let copy: CardCopy
    /// Whether its id is the whole text.
    let isExact: Bool
    /// The number of the record, from 1: first in its block, then in the input.
    var record: Int
    /// The offset, in bytes from the start of the input.
    let offset: Int
    /// The location in the inputs.
    var place: (input: String, position: TextPosition) = ("", TextPosition())
    /// Whether the card is in a device's feed, so that it has no number in an input.
    var isHeld = false
    /// The findings of `validate`.
    var findings: [LocatedFinding] = []
  }

  /// The first card whose id is the whole text, otherwise the first match.
  private(set) var found: Found?
  /// The number of matches, and of those whose id is the whole text.
  var count = 0
  var exactCount = 0
  /// The distinct ids of the matches.
  var ids = FirstStrings()
  /// The ids that are nearest.
  var nearest = NearIDs()

  /// Whether a card would replace the one that is kept.
  func wants(isExact: Bool) -> Bool { found.map { isExact && !$0.isExact } ?? true }

  /// Keeps a card if it is wanted.
  mutating func keep(_ card: Found) { if wants(isExact: card.isExact) { found = card } }

  /// The selected card; nil unless exactly one card matches.
  var card: Found? {
    found?.isExact == true || ids.strings.count == 1 && !ids.hasMore ? found : nil
  }

  /// The number of other cards with the id of the selected one.
  var others: Int { (found?.isExact == true ? exactCount : count) - 1 }

  /// Adds the matches of a later block, whose card has a location.
  mutating func add(_ later: IDMatches, _ card: Found?) {
    if let card { keep(card) }
    exactCount += later.exactCount
    count += later.count
    for id in later.ids.strings { ids.add(id) }
    ids.hasMore = ids.hasMore || later.ids.hasMore
    for near in later.nearest.entries { nearest.add(near.id, score: near.score) }
  }
}

/// The ids that have the most bytes in common with a text, at the same offsets.
struct NearIDs {
  private static let limit = 3

  /// The ids, best first.
  private(set) var entries: [(id: String, score: Int)] = []

  /// Whether an id of this score would be kept.
  func wants(_ score: Int) -> Bool {
    entries.count < NearIDs.limit || score > entries[entries.count - 1].score
  }

  /// Adds an id that does not begin with the text.
  mutating func add(_ id: String, score: Int) {
    guard wants(score), !entries.contains(where: { id.hasBytes(of: $0.id) }) else { return }
    // Insert after ids with the same score, so that the input order is kept.
    let place = entries.firstIndex { $0.score < score } ?? entries.count
    entries.insert((id, score), at: place)
    if entries.count > NearIDs.limit { entries.removeLast() }
  }

  /// The ids that have at least half of the bytes of a text of this length.
  func similar(toLength length: Int) -> [String] {
    entries.filter { $0.score * 2 >= length && $0.score > 0 }.map(\.id)
  }
}

/// The first different strings of many, and whether there are more.
struct FirstStrings {
  /// The number of strings to keep.
  private static let limit = 20

  private(set) var strings: [String] = []
  var hasMore = false

  /// Adds a text.
  mutating func add(_ text: String) {
    guard !hasMore, !strings.contains(where: text.hasBytes) else { return }
    if strings.count == FirstStrings.limit { hasMore = true } else { strings.append(text) }
  }
}

extension String {
  /// Whether two strings have the same bytes; equal strings may have different scalars.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
