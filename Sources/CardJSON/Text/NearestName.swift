/// Finds the names that somebody who mistyped one meant.
package enum NearestName {
  /// The most names that are offered.
  private static let limit = 3
  /// Texts longer than this, in bytes, are no slips of the hand and are not compared.
  private static let longest = 64

  /// The names that `text` was most likely meant to be: at most three, nearest first.
  ///
  /// A name is near when it begins with the text or the text begins with it, or when few slips lie
  /// between them: one for every three bytes of the longer one, but at least one. A slip is a byte
  /// inserted, left out, replaced, or swapped with its neighbour; case does not count.
  package static func all(_ text: String, among names: [String]) -> [String] {
    let typed = Array(text.lowercased().utf8)
    guard !typed.isEmpty, typed.count <= longest else { return [] }
    var found: [(name: String, rank: Rank)] = []
    for name in names where !found.contains(where: { $0.name == name }) {
      if let rank = Rank(typed, Array(name.lowercased().utf8)) { found.append((name, rank)) }
    }
    // The sort is stable, so names equally near keep the order in which they were declared.
    found.sort { $0.rank < $1.rank }
    return found.prefix(limit).map(\.name)
  }

  /// The nearest of these names; nil when none is near.
  package static func of(_ text: String, among names: [String]) -> String? {
    all(text, among: names).first
  }

  /// The words that offer the nearest name, to be put after a message; other words where none is near.
  package static func hint(
    for text: String, among names: [String], otherwise: String = ""
  ) -> String {
    guard let name = of(text, among: names) else { return otherwise }
    return "; did you mean \"\(name)\"?"
  }

  /// How near a name is to what was typed.
  private struct Rank: Comparable {
    /// The slips between them, or one where either begins with the other.
    let slips: Int
    /// The slips between them in any case, which tells names of the same beginning apart.
    let distance: Int

    /// Compares two texts; nil when they are not near.
    init?(_ typed: [UInt8], _ name: [UInt8]) {
      guard !name.isEmpty, name.count <= NearestName.longest else { return nil }
      let (shorter, longer) = (min(typed.count, name.count), max(typed.count, name.count))
      let limit = max(1, longer / 3)
      let isBeginning =
        name.starts(with: typed) || (shorter > 2 && typed.starts(with: name))
      guard isBeginning || longer - shorter <= limit else { return nil }
      distance = NearestName.distance(typed, name)
      guard isBeginning || (distance <= limit && distance < shorter) else { return nil }
      slips = isBeginning ? min(1, distance) : distance
    }

    static func < (first: Rank, second: Rank) -> Bool {
      (first.slips, first.distance) < (second.slips, second.distance)
    }
  }

  /// The optimal string alignment distance: insertions, deletions, replacements and swaps of
  /// neighbours, where no part is changed twice.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
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
