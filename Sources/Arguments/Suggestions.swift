/// The most names that a message offers.
private let maximumSuggestions = 3

/// Texts longer than this, in characters, are no slips of the hand and are not compared.
private let maximumComparedLength = 64

/// The names that a mistyped one was most likely meant to be: at most three, nearest first.
///
/// A name is near when it begins with the text or the text begins with it, or when few slips lie
/// between them: one for every three characters of the longer one, but at least one. A slip is a
/// character inserted, left out, replaced, or swapped with its neighbour; case does not count.
public func nearest(to text: String, in names: [String]) -> [String] {
  let typed = Array(text.lowercased())
  guard !typed.isEmpty, typed.count <= maximumComparedLength else { return [] }
  var found: [(name: String, rank: Rank)] = []
  for name in names where !found.contains(where: { $0.name == name }) {
    let candidate = Array(name.lowercased())
    guard !candidate.isEmpty, candidate.count <= maximumComparedLength else { continue }
    if let rank = Rank(typed, candidate) { found.append((name, rank)) }
  }
  // The sort is stable, so names equally near keep the order in which they were declared.
  found.sort { $0.rank < $1.rank }
  return found.prefix(maximumSuggestions).map(\.name)
}

/// How near a name is to what was typed.
private struct Rank: Comparable {
  /// The slips between them, or one where either begins with the other.
  let slips: Int
  /// The slips between them in any case, which tells names of the same beginning apart.
  let distance: Int

  /// Compares two texts; nil when they are not near.
  init?(_ typed: [Character], _ candidate: [Character]) {
    let shorter = min(typed.count, candidate.count)
    let limit = max(1, max(typed.count, candidate.count) / 3)
    distance = slipCount(between: typed, and: candidate)
    if candidate.starts(with: typed) || (shorter > 2 && typed.starts(with: candidate)) {
      slips = min(1, distance)
    } else if distance <= limit, distance < shorter {
      slips = distance
    } else {
      return nil
    }
  }

  static func < (first: Rank, second: Rank) -> Bool {
    (first.slips, first.distance) < (second.slips, second.distance)
  }
}

/// The Damerau-Levenshtein distance in its restricted form, where no part is changed twice.
private func slipCount(between first: [Character], and second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for i in first.indices {
    var row = [i + 1]
    for j in second.indices {
      let isSame = first[i] == second[j]
      var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (isSame ? 0 : 1))
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
        least = min(least, beforeLast[j - 1] + 1)
      }
      row.append(least)
    }
    beforeLast = last
    last = row
  }
  return last[second.count]
}
