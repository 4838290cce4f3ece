import CardRules

/// The cards whose ids begin with what `--id` names, and the ids that come nearest to it.
///
/// Bounded: the first card of each kind in full, and some ids.
struct IDMatches {
  /// A card and where it begins.
  struct Found {
    var details: CardDetails
    /// The number of the record, from 1: first in its block, then in the input.
    var record: Int
    /// In bytes from the start of the input.
    let offset: Int
  }

  /// An id and how much it has in common with what was asked for.
  struct Near {
    let id: String
    let score: Int
  }

  /// How many of the nearest ids are kept.
  static let nearLimit = 3

  /// The first card whose id is exactly what was asked for, and how many there are.
  var exact: Found?
  var exactCount = 0
  /// The first card whose id begins with it, and how many there are.
  var first: Found?
  var count = 0
  /// The different ids of these cards.
  var ids = FirstTexts()
  /// The nearest ids, best first.
  private(set) var nearest: [Near] = []

  /// Whether an id of this score would be kept.
  func wants(_ score: Int) -> Bool {
    nearest.count < IDMatches.nearLimit || score > nearest[nearest.count - 1].score
  }

  /// Adds an id that does not begin with what was asked for.
  mutating func add(_ near: Near) {
    guard wants(near.score), !nearest.contains(where: { $0.id.hasBytes(of: near.id) }) else {
      return
    }
    // After those of the same score, so that the first in the input stays first.
    let place = nearest.firstIndex { $0.score < near.score } ?? nearest.count
    nearest.insert(near, at: place)
    if nearest.count > IDMatches.nearLimit { nearest.removeLast() }
  }

  /// Counts records from `first` on, not from 0.
  mutating func count(from first: Int) {
    exact?.record += first
    self.first?.record += first
  }

  /// Adds a finding to the card that it is about, when that is one of those kept.
  mutating func add(_ finding: LocatedFinding) {
    let record = finding.finding.record
    // Without a copy, of which each finding would copy those before it.
    if exact?.record == record { exact?.details.findings.append(finding) }
    if first?.record == record { first?.details.findings.append(finding) }
  }

  /// Says where the cards stand.
  mutating func setPlaces(_ place: (Found) -> CardDetails.Location) {
    if let exact { self.exact?.details.place = place(exact) }
    if let first { self.first?.details.place = place(first) }
  }

  /// Adds what was found after all that is here.
  mutating func add(_ later: IDMatches) {
    if exact == nil { exact = later.exact }
    if first == nil { first = later.first }
    exactCount += later.exactCount
    count += later.count
    for id in later.ids.texts { ids.add(id) }
    ids.hasMore = ids.hasMore || later.ids.hasMore
    for near in later.nearest { add(near) }
  }
}

/// The first of many texts, each once, to be listed, and whether there are more.
struct FirstTexts {
  /// How many texts are kept.
  private static let limit = 20

  private(set) var texts: [String] = []
  var hasMore = false

  /// Adds a text.
  mutating func add(_ text: String) {
    guard !hasMore, !texts.contains(where: text.hasBytes) else { return }
    if texts.count == FirstTexts.limit { hasMore = true } else { texts.append(text) }
  }
}

extension String {
  /// Whether two texts are the same bytes; equal strings may be spelt with different scalars.
  fileprivate func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
