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

  /// An id and the number of bytes it has in common with the prefix.
  struct Near {
    let id: String
    let score: Int
  }

  /// The number of nearest ids to keep.
  static let nearLimit = 3

  /// The first card whose id is exactly the prefix, and the number of such cards.
  var exact: Found?
  var exactCount = 0
  /// The first card whose id begins with it, and how many there are.
  var first: Found?
  var count = 0
  /// The different ids of these cards.
  var ids = FirstStrings()
  /// The nearest ids, best first.
  private(set) var nearest: [Near] = []

  /// Whether an id of this score would be kept.
  func wants(_ score: Int) -> Bool {
    nearest.count < IDMatches.nearLimit || score > nearest[nearest.count - 1].score
  }

  /// Adds an id that does not begin with the prefix.
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
    // In place: a copy would copy all earlier findings each time.
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
    for id in later.ids.strings { ids.add(id) }
    ids.hasMore = ids.hasMore || later.ids.hasMore
    for near in later.nearest { add(near) }
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
  fileprivate func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
