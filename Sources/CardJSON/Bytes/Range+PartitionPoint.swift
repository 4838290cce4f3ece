extension Range<Int> {
  /// Returns the first number for which `isBefore` is false, by binary search; the upper bound if
  /// it is always true.
  ///
  /// - Parameter isBefore: a predicate that is true up to some number and false from there on.
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
