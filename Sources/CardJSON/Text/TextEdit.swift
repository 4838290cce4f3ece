/// A replacement of a byte range of a text, which is empty for an insertion.
package struct TextEdit: Equatable, Sendable {
  /// The replaced bytes.
  package var range: Range<Int>
  /// The new text.
  package var text: String

  /// Creates a replacement of the bytes in `range`.
  package init(_ range: Range<Int>, _ text: String) { (self.range, self.text) = (range, text) }

  /// The edit with its offsets moved by `distance`.
  package func moved(by distance: Int) -> TextEdit {
    TextEdit(range.lowerBound + distance..<range.upperBound + distance, text)
  }
}
