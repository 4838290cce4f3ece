import CardJSON

/// The objects and arrays of a block that are known not to end where they should, because they are
/// open where one around them could not be read.
///
/// The reader goes on inside of what could not be read, where a record seems to begin. If that one
/// is still open at the place of the error, it would be read to the same place and fail there
/// again: this saves the way, which otherwise hostile input could make as long as it likes.
struct UnclosedValues {
  /// Where the values could not be read any further, as a position in the block.
  private(set) var end = 0
  /// Why; nil when what was read by then is too large.
  private(set) var error: JSONSyntaxError?
  private var starts: [Int] = []

  /// Makes ready for another block.
  mutating func removeAll() { end = 0 }

  /// Whether the value at `position` is among them.
  func contains(_ position: Int) -> Bool {
    guard position < end else { return false }
    let place = starts.indices.partitionPoint { starts[$0] < position }
    return place < starts.count && starts[place] == position
  }

  /// Whether the value at `position` is among them, and what is around it is too large.
  func isTooLarge(at position: Int) -> Bool { error == nil && contains(position) }

  /// Finds what is open at `end`, up to which `bytes` are valid JSON from `start` on.
  mutating func find(in bytes: ByteView, from start: Int, to end: Int, _ error: JSONSyntaxError?) {
    self.end = end
    self.error = error
    starts.removeAll(keepingCapacity: true)
    var position = start
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): starts.append(position)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = starts.popLast()
      case UInt8(ascii: "\""):
        position += 1
        while position < end, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
      default: break
      }
      position += 1
    }
  }
}
