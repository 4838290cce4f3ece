import CardJSON

/// The last of the rows that are wanted so far, where only the first ones of an order are.
///
/// Rows that come later in the input are wanted only if they stand in front of it. Set by whoever
/// puts the rows in order, and read by the workers once for each block.
final class SortBound: @unchecked Sendable {
  private let monitor = Monitor()
  private var values: [UInt8] = []

  /// Raises the bound to the values of a row.
  func set(_ values: ByteView) {
    let copy = values.array
    monitor.locked { self.values = copy }
  }

  /// Replaces `buffer` by the values of the bound; by nothing while every row is wanted.
  func copy(to buffer: inout ByteBuffer) {
    let values = monitor.locked { self.values }
    buffer.removeAll()
    buffer.append(values)
  }
}
