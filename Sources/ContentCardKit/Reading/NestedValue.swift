import CardJSON

/// A value that was scanned as a whole and holds cards, and where its bytes stand.
struct NestedValue {
  /// The document of the value: of the block, or the text of a string in it.
  let document: JSONDocument
  /// The string that `document` is the text of.
  private var text: Text?
  /// How many values are open around what is read of it: see `RecordPlace`.
  var depth: Int
  /// Whether a sync response around that said that it failed.
  var isFailedSync: Bool

  /// A string and the places of its bytes.
  private struct Text {
    let content: ByteView
    /// Where the content begins in the block.
    let start: Int
    var offsets: DecodedOffsets
  }

  /// The value at the cursor, of which the scanner has just made `document`.
  init(_ document: JSONDocument, _ cursor: CardReader.Cursor) {
    self.document = document
    depth = cursor.state.depth
    isFailedSync = cursor.state.isFailedSync
  }

  /// The text of the string `node` of a value that is no text, of which `document` was made.
  init(text document: JSONDocument, of node: Int, in outer: NestedValue) {
    self.document = document
    let content = outer.document.content(node)
    text = Text(
      content: content, start: outer.document.word(node).offset,
      offsets: DecodedOffsets(in: content))
    depth = outer.depth
    isFailedSync = outer.isFailedSync
  }

  /// Whether it is the text of a string.
  var isText: Bool { text != nil }

  /// Where a byte of the document stands in the block.
  ///
  /// Mostly asked for in order; then all answers together take one way through a string.
  mutating func offset(_ offset: Int) -> Int {
    guard let start = text?.start, let written = text?.offsets.written(offset) else {
      return offset
    }
    return start + written
  }

  /// Where the value `node` begins in the block; the text of a string with the string.
  mutating func start(of node: Int) -> Int {
    if node == 0, let text { return text.start - 1 }
    return offset(document.range(node).lowerBound)
  }

  /// Where the value `node` stands in the block; the text of a string with its quotes.
  mutating func range(of node: Int) -> Range<Int> {
    if node == 0, let text { return text.start - 1..<text.start + text.content.count + 1 }
    let start = start(of: node)
    return start..<max(start, offset(document.range(node).upperBound))
  }

  /// The place of the record `node`.
  ///
  /// - Parameters:
  ///   - spot: where in an array the value stands that it is or is held by.
  ///   - record: its number.
  mutating func place(of node: Int, at spot: RecordPlace, record: Int) -> RecordPlace {
    var place = place(at: spot)
    (place.record, place.node, place.string) = (record, node, text?.content)
    if node > 0, let text {
      let start = start(of: node) - text.start
      place.string = text.content.slice(start..<text.content.count)
    }
    return place
  }

  /// The place of what is no record.
  func place(at spot: RecordPlace) -> RecordPlace {
    var place = spot
    place.depth = depth
    return place
  }
}
