/// The ids that have the most bytes in common with a text at the same offsets.
struct NearIDs {
  private static let limit = 3

  /// The ids, best first.
  private(set) var entries: [(id: String, score: Int)] = []

  /// Whether an id with this score would be kept.
  func wants(_ score: Int) -> Bool {
    entries.count < NearIDs.limit || score > entries[entries.count - 1].score
  }

  /// Adds an id that does not begin with the text.
  mutating func add(_ id: String, score: Int) {
    guard wants(score), !entries.contains(where: { id.hasBytes(of: $0.id) }) else { return }
    // Insert after ids with the same score to keep the input order.
    let index = entries.firstIndex { $0.score < score } ?? entries.count
    entries.insert((id, score), at: index)
    if entries.count > NearIDs.limit { entries.removeLast() }
  }

  /// Returns the ids that have at least half of the bytes of a text of this length.
  func similar(toLength length: Int) -> [String] {
    entries.filter { $0.score * 2 >= length && $0.score > 0 }.map(\.id)
  }
}

extension String {
  /// Whether two strings have the same bytes, unlike `==`, which compares canonical equivalence.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
