import CardJSON

/// Maps offsets in a scanned document to offsets in the input.
///
/// A document is either a part of the input, or the decoded text of a string in it. The offsets of
/// a decoded string must account for its escapes.
package struct DocumentOrigin {
  /// The number to add to an offset in the document or in the string's content.
  private let base: Int
  /// The offset in the document of the first byte of the string's content.
  private var first = 0
  /// Maps offsets in the decoded text to offsets in the string's content; nil if the document is
  /// not a string.
  private var string: DecodedOffsets?
  /// The locations in the template that the document is a reading of; nil for other documents.
  private(set) var template: LiquidMap?

  /// Creates the origin of a document whose first byte is at offset `base` of the input.
  package init(base: Int = 0) { self.base = base }

  /// Creates the origin of a document that is the decoded text of a string in the input.
  ///
  /// - Parameters:
  ///   - content: the string as written, without quotes.
  ///   - base: the offset of the first byte of `content` in the input.
  ///   - first: the offset in the document of the first byte of `content`. Earlier offsets cannot
  ///     be mapped.
  package init(stringContent content: ByteView, base: Int, from first: Int = 0) {
    self.base = base
    self.first = first
    string = DecodedOffsets(in: content)
  }

  /// Creates the origin of a reading of a template.
  init(_ template: LiquidMap) { (base, self.template) = (0, template) }

  /// Creates the origin of a document that is the decoded text of a string in another document.
  init(of string: JSONNode) { self.init(stringContent: string.content, base: string.word.offset) }

  /// Whether the document is the decoded text of a string.
  var isString: Bool { string != nil }

  /// Returns the offset in the input for an offset in the document.
  package mutating func offset(_ offset: Int) -> Int {
    base + (string?.written(offset - first) ?? offset)
  }

  /// Returns the range in the input for a range of the document.
  package mutating func range(_ range: Range<Int>) -> Range<Int> {
    if let template { return template.range(range) }
    let start = offset(range.lowerBound)
    return start..<max(start, offset(range.upperBound))
  }
}
