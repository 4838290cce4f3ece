import CardJSON

/// A completely scanned value and the positions of its bytes in the block.
struct ScannedValue {
  /// The document of the value: a part of the block, or the text of a string in it.
  let document: JSONDocument
  /// The string whose text is `document`.
  private var text: Text?
  /// The number of open values around the current part, as in `RecordPlace`.
  var depth: Int
  /// Whether a sync response around the current part reported its failure.
  var isFailedSync: Bool

  /// A string and the positions of its bytes.
  private struct Text {
    let content: ByteView
    /// The start of the content in the block.
    let start: Int
    var offsets: DecodedOffsets
  }

  /// The value at the cursor, which the scanner has just read.
  init(_ document: JSONDocument, _ cursor: ReadingCursor) {
    self.document = document
    depth = cursor.state.depth
    isFailedSync = cursor.state.isFailedSync
  }

  /// The text of the string `node` of `outer`, scanned as `document`.
  init(text document: JSONDocument, of node: Int, in outer: ScannedValue) {
    self.document = document
    let content = outer.document.content(node)
    text = Text(
      content: content, start: outer.document.word(node).offset,
      offsets: DecodedOffsets(in: content))
    depth = outer.depth
    isFailedSync = outer.isFailedSync
  }

  /// Whether the value is the text of a string.
  var isText: Bool { text != nil }

  /// The position in the block of a byte of the document.
  ///
  /// For ascending positions, all calls together scan a string only once.
  mutating func offset(_ offset: Int) -> Int {
    guard let start = text?.start, let written = text?.offsets.written(offset) else {
      return offset
    }
    return start + written
  }

  /// The start of the value `node` in the block; the text of a string starts with its quote.
  mutating func start(of node: Int) -> Int {
    if node == 0, let text { return text.start - 1 }
    return offset(document.range(node).lowerBound)
  }

  /// The range of the value `node` in the block; the text of a string includes its quotes.
  mutating func range(of node: Int) -> Range<Int> {
    if node == 0, let text { return text.start - 1..<text.start + text.content.count + 1 }
    let start = start(of: node)
    return start..<max(start, offset(document.range(node).upperBound))
  }

  /// The place of the record `node`.
  ///
  /// - Parameters:
  ///   - position: the position in an array of the record or of the value that contains it.
  ///   - record: the number of the record.
  mutating func place(of node: Int, at position: RecordPlace, record: Int) -> RecordPlace {
    var place = place(at: position)
    (place.record, place.node, place.string) = (record, node, text?.content)
    if node > 0, let text {
      let start = start(of: node) - text.start
      place.string = text.content.slice(start..<text.content.count)
    }
    return place
  }

  /// The place of a value that is not a record.
  func place(at position: RecordPlace) -> RecordPlace {
    var place = position
    place.depth = depth
    return place
  }
}
