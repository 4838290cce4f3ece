extension Range<Int> {
  /// The first number for which `isBefore` is false, by binary search; otherwise the end.
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
