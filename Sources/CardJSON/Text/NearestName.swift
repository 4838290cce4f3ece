/// Finds suggestions for a mistyped name.
package enum NearestName {
  /// The maximum number of suggestions.
  private static let limit = 3
  /// The maximum length of compared text, in bytes; longer text is not a typo.
  private static let longest = 64

  /// The names that the user most likely meant: at most three, nearest first.
  ///
  /// A name is near if one is a prefix of the other, or if their edit distance is small: at most
  /// one edit for every three bytes of the longer one, and at least one. An edit inserts, deletes
  /// or replaces a byte, or swaps two neighbors; case is ignored.
  package static func all(_ text: String, among names: [String]) -> [String] {
    let typed = Array(text.lowercased().utf8)
    guard !typed.isEmpty, typed.count <= longest else { return [] }
    var found: [(name: String, rank: (edits: Int, distance: Int))] = []
    for name in names where !found.contains(where: { $0.name == name }) {
      if let rank = rank(typed, Array(name.lowercased().utf8)) { found.append((name, rank)) }
    }
    // The sort is stable, so equally near names stay in declaration order.
    found.sort { $0.rank < $1.rank }
    return found.prefix(limit).map(\.name)
  }

  /// The nearest of these names; nil if none is near.
  package static func of(_ text: String, among names: [String]) -> String? {
    all(text, among: names).first
  }

  /// A message suffix that suggests the nearest name; `otherwise` if no name is near.
  package static func hint(
    for text: String, among names: [String], otherwise: String = ""
  ) -> String { of(text, among: names).map { "; did you mean \"\($0)\"?" } ?? otherwise }

  /// The rank of a name by its distance from the typed text, which counts as at most 1 if one name
  /// is a prefix of the other; nil if it is not near.
  private static func rank(_ typed: [UInt8], _ name: [UInt8]) -> (edits: Int, distance: Int)? {
    guard !name.isEmpty, name.count <= longest else { return nil }
    let (shorter, longer) = (min(typed.count, name.count), max(typed.count, name.count))
    let limit = max(1, longer / 3)
    let isBeginning = name.starts(with: typed) || (shorter > 2 && typed.starts(with: name))
    guard isBeginning || longer - shorter <= limit else { return nil }
    let distance = distance(typed, name)
    guard isBeginning || (distance <= limit && distance < shorter) else { return nil }
    return (isBeginning ? min(1, distance) : distance, distance)
  }

  /// The optimal string alignment distance, where a swap of neighbors is one edit.
  package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
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
