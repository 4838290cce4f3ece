extension Range<Int> {
  /// The first number for which `isBefore`, which is true up to some number, is false, by binary
  /// search; the upper bound if it is always true.
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
