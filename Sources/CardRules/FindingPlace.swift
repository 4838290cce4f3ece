/// What a finding is about, in a scanned document.
package enum FindingPlace: Equatable, Sendable {
  /// A value.
  case value(Int)
  /// The key of the value with this node.
  case key(Int)
  /// A piece of a string: bytes of its content as written, counted from after the quote.
  case part(Int, Range<Int>)
}
