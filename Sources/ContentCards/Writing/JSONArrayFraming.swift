import CardJSON

/// What stands round the items of a JSON array that is written item by item (`--to json`): one item
/// a line, `[]` when there are none.
///
///     var array = JSONArrayFraming()
///     array.beginItem(in: &output)
///     writer.append(card, to: &output)
///     array.end(in: &output)
public struct JSONArrayFraming: Sendable {
  private var isEmpty = true

  /// The framing of an array that has no items yet.
  public init() {}

  /// Appends what stands before the next item.
  public mutating func beginItem(in buffer: inout ByteBuffer) {
    buffer.append(isEmpty ? "[\n" : ",\n")
    isEmpty = false
  }

  /// Appends the end of the array, of which there is one for the whole output.
  public func end(in buffer: inout ByteBuffer) {
    buffer.append(isEmpty ? "[]\n" : "\n]\n")
  }
}
