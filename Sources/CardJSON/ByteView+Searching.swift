extension ByteView {
  /// Where `text` first stands in this view; nil when it does not.
  ///
  /// Time grows with the sum of both lengths. Most texts are found, or missed, by their first byte:
  /// only where that leads to comparing more than the view is long does a search begin that looks
  /// at no byte more than a few times.
  public func firstIndex(of text: ByteView) -> Int? {
    guard text.count > 0 else { return 0 }
    let end = count - text.count + 1
    var start = 0
    // How many bytes may be compared in vain.
    var credit = 2 * count
    let last = text[text.count - 1]
    while let candidate = firstIndex(of: text[0], from: start, to: end) {
      let mayStand = self[candidate + text.count - 1] == last
      if mayStand, text.stands(at: candidate, of: self) { return candidate }
      start = candidate + 1
      credit -= text.count
      guard credit > 0 else { return TwoWaySearch(text).firstIndex(in: self, from: start) }
    }
    return nil
  }
}

/// Searches for a text in time that grows with the length of what is searched, however both repeat.
///
/// The text is cut in two where comparing from left to right, and then to the left, lets the search
/// move on by as much as was compared. Source: M. Crochemore and D. Perrin, "Two-way
/// string-matching", Journal of the ACM 38 (1991).
private struct TwoWaySearch {
  private let text: ByteView
  /// Where the text is cut.
  private let cut: Int
  /// By how much the search moves on when all after the cut was there.
  private let period: Int
  /// Whether the text repeats with that period, so that what was compared need not be again.
  private let isPeriodic: Bool

  /// A search for `text`, which is not empty.
  init(_ text: ByteView) {
    self.text = text
    let ascending = TwoWaySearch.greatestSuffix(of: text) { $0 < $1 }
    let descending = TwoWaySearch.greatestSuffix(of: text) { $0 > $1 }
    let chosen = ascending.start > descending.start ? ascending : descending
    cut = chosen.start
    isPeriodic =
      chosen.start + chosen.period <= text.count
      && text.slice(0..<chosen.start).stands(at: chosen.period, of: text)
    period = isPeriodic ? chosen.period : max(cut, text.count - cut) + 1
  }

  /// Where the text first stands at or after `start`; nil when it does not.
  func firstIndex(in view: ByteView, from start: Int) -> Int? {
    var position = start
    // How many bytes at the beginning of the text are known to stand at `position`.
    var known = 0
    while position + text.count <= view.count {
      var index = max(cut, known)
      while index < text.count, text[index] == view[position + index] { index += 1 }
      guard index == text.count else {
        position += index - cut + 1
        known = 0
        continue
      }
      index = cut
      while index > known, text[index - 1] == view[position + index - 1] { index -= 1 }
      if index <= known { return position }
      position += period
      known = isPeriodic ? text.count - period : 0
    }
    return nil
  }

  /// Where the suffix of `text` begins that is the greatest in an order of bytes, and its period.
  private static func greatestSuffix(
    of text: ByteView, isBefore: (UInt8, UInt8) -> Bool
  ) -> (start: Int, period: Int) {
    var (start, other) = (0, 1)
    var (length, period) = (0, 1)
    while other + length < text.count {
      let (own, new) = (text[start + length], text[other + length])
      if own == new {
        length += 1
        if length == period {
          other += period
          length = 0
        }
      } else if isBefore(new, own) {
        other += length + 1
        length = 0
        period = other - start
      } else {
        start = other
        other += 1
        (length, period) = (0, 1)
      }
    }
    return (start, period)
  }
}

extension Range<Int> {
  /// The first number for which `isBefore` is false, found by halving; the end where there is none.
  ///
  /// - Parameter isBefore: true for all numbers up to some one, and false from there on.
  @inlinable
  public func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
