import CardJSON

/// The location of a scanned document in the input.
///
/// A document is either a piece of the input, or the text of a string in it; then every byte has
/// to be found after the string's escapes.
package struct DocumentOrigin {
  /// The number that is added to an offset in the document, or in the string's content.
  private let base: Int
  /// Which byte of the document the string's content begins with.
  private var first = 0
  /// The offsets in the content of the string that the document is the text of.
  private var string: DecodedOffsets?

  /// A document whose first byte is at `base` of the input.
  package init(base: Int = 0) { self.base = base }

  /// A document that is the text of a string of the input.
  ///
  /// - Parameters:
  ///   - content: the string as it is written, without quotes.
  ///   - base: where the first byte of `content` stands.
  ///   - first: the byte of the document with which `content` begins; no earlier byte may be requested.
  package init(stringContent content: ByteView, base: Int, from first: Int = 0) {
    self.base = base
    self.first = first
    string = DecodedOffsets(in: content)
  }

  /// A document that is the text of a string of another document.
  init(of string: JSONNode) { self.init(stringContent: string.content, base: string.word.offset) }

  /// Whether the document is the text of a string.
  var isString: Bool { string != nil }

  /// The offset of a byte of the document in the input.
  package mutating func offset(_ offset: Int) -> Int {
    base + (string?.written(offset - first) ?? offset)
  }

  /// The range of some bytes of the document in the input.
  package mutating func range(_ range: Range<Int>) -> Range<Int> {
    let start = offset(range.lowerBound)
    return start..<max(start, offset(range.upperBound))
  }
}
