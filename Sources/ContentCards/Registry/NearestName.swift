/// Finds the name that somebody who mistyped one meant.
package enum NearestName {
  /// The name at the smallest distance from `text`, when that is small enough to be a slip of the
  /// hand; nil otherwise.
  ///
  /// A slip is a distance of at most a third of the longer text, and of at least 1.
  package static func of(_ text: String, among names: [String]) -> String? {
    let typed = Array(text.lowercased().utf8)
    func slip(_ name: String) -> Int { max(1, max(typed.count, name.utf8.count) / 3) }
    let lowercased = names.map { Array($0.lowercased().utf8) }
    // Whoever types a page means none of the names, and it is long to compare.
    let isSlip = zip(names, lowercased).contains { abs($1.count - typed.count) <= slip($0) }
    guard isSlip else { return nil }
    var best: (name: String, distance: Int)?
    for (name, letters) in zip(names, lowercased) {
      let limit = best?.distance ?? Int.max
      guard abs(letters.count - typed.count) < limit else { continue }
      let distance = distance(typed, letters)
      if distance < limit { best = (name, distance) }
    }
    guard let best, best.distance <= slip(best.name) else { return nil }
    return best.name
  }

  /// The words that offer the nearest name, to be put behind a message; empty without one.
  package static func hint(for text: String, among names: [String]) -> String {
    guard let name = of(text, among: names) else { return "" }
    return "; did you mean \"\(name)\"?"
  }

  /// The optimal string alignment distance: insertions, deletions, replacements and swaps of
  /// neighbours.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var current = beforeLast
    for (row, byte) in left.enumerated() {
      current[0] = row + 1
      for (column, other) in right.enumerated() {
        var cost = min(
          current[column] + 1, last[column + 1] + 1, last[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = cost
      }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[right.count]
  }
}
