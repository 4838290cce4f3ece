/// The brackets that are open.
struct BracketStack: Equatable, Sendable {
  /// How many are open.
  private(set) var depth = 0
  /// One bit a bracket, the innermost in the lowest: whether it is a brace.
  private var braces: UInt64 = 0
  /// How many of the outermost ones are beyond the bits.
  private var unknown = 0

  private var known: UInt64 { depth - unknown == 64 ? .max : 1 << UInt64(depth - unknown) - 1 }

  /// Whether the innermost one is a brace.
  var isInObject: Bool { known & braces & 1 != 0 }

  /// Whether the innermost one is known to be no brace.
  var isInArray: Bool { known & ~braces & 1 != 0 }

  /// These brackets with others inside of them.
  func adding(_ other: BracketStack) -> BracketStack {
    var sum = other
    guard other.unknown == 0, depth + other.depth <= 64 else {
      sum.depth += depth
      sum.unknown += depth
      return sum
    }
    sum.braces |= other.depth < 64 ? (braces & known) << UInt64(other.depth) : 0
    sum.depth += depth
    sum.unknown += unknown
    return sum
  }

  /// Whether all of them are braces.
  var areBraces: Bool { unknown == 0 && ~braces & known == 0 }

  /// Whether one of a kind is among them, or may be.
  func holds(isBrace: Bool) -> Bool { (isBrace ? braces : ~braces) & known != 0 || unknown > 0 }

  mutating func open(isBrace: Bool) {
    if depth - unknown == 64 { unknown += 1 }
    braces = braces << 1 | (isBrace ? 1 : 0)
    depth += 1
  }

  /// Closes the innermost bracket of a kind and those inside it, which were not closed; false when
  /// none of that kind is open.
  mutating func close(isBrace: Bool) -> Bool {
    guard holds(isBrace: isBrace) else { return false }
    let matching = (isBrace ? braces : ~braces) & known
    let count = matching == 0 ? 1 : matching.trailingZeroBitCount + 1
    if depth == unknown { unknown -= 1 }
    braces = count < 64 ? braces >> UInt64(count) : 0
    depth -= count
    return true
  }
}
