/// The number of messages of each kind.
///
/// Only the first ones are shown.
struct MessageCounts {
  /// The maximum number of messages of a kind to show.
  let limit: Int
  /// The kinds in order of first occurrence.
  ///
  /// There are few, so a search is faster than a table.
  private var kinds: [(code: String, count: Int)] = []

  /// Creates an empty count; at most `limit` messages of each kind are shown.
  init(limit: Int) { self.limit = limit }

  /// Counts a message of this kind; returns whether to show it.
  mutating func admits(_ code: String) -> Bool {
    if limit == .max { return true }
    let place = place(of: code)
    kinds[place].count += 1
    return kinds[place].count <= limit
  }

  /// Whether another message of this kind would be shown.
  func hasRoom(for code: String) -> Bool {
    (kinds.first { $0.code == code }?.count ?? 0) < limit
  }

  /// Counts messages of a kind that are suppressed.
  mutating func leaveOut(_ number: Int, of code: String) { kinds[place(of: code)].count += number }

  /// The kinds with suppressed messages, and their numbers.
  var leftOut: [(code: String, count: Int)] {
    kinds.filter { $0.count > limit }.map { ($0.code, $0.count - limit) }
  }

  /// Removes all counts.
  mutating func removeAll() { kinds.removeAll(keepingCapacity: true) }

  private mutating func place(of code: String) -> Int {
    if let place = kinds.firstIndex(where: { $0.code == code }) { return place }
    kinds.append((code, 0))
    return kinds.count - 1
  }

  /// The text about suppressed messages.
  static func text(_ count: Int, of code: String) -> String {
    "\(count) more of \(code) not shown; --max-messages N shows more"
  }
}
