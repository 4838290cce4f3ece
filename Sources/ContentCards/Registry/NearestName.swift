/// Finds the name that somebody who mistyped one meant.
package enum NearestName {
  /// The name at the smallest distance from `text`, when that is small enough to be a slip of the
  /// hand; nil otherwise.
  ///
  /// A slip is a distance of at most a third of the longer text, and of at least 1.
  package static func of(_ text: String, among names: [String]) -> String? {
    let typed = Array(text.lowercased().utf8)
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(typed, Array(name.lowercased().utf8))
      if distance < best?.distance ?? Int.max { best = (name, distance) }
    }
    guard let best, best.distance <= max(1, max(typed.count, best.name.utf8.count) / 3)
    else { return nil }
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
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          current[column] + 1, last[column + 1] + 1, last[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
