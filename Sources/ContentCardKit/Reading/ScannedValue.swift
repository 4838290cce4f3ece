import CardJSON

/// A scanned value of the block, or the text of a string in it, that is being read.
struct ScannedValue {
  /// The place of the current part.
  var place: RecordPlace
  /// Whether the sync response that contains the current part reported a failure.
  var isFailedSync: Bool
  /// The string whose text is the value; nil if the value is in the block itself.
  private var text: Text?

  private struct Text {
    let content: ByteView
    /// The start of the content in the block.
    let start: Int
    var offsets: DecodedOffsets
  }

  /// Creates the value at the cursor, which was just scanned.
  init(_ cursor: ReadingCursor) {
    place = cursor.place(isRecord: false)
    isFailedSync = cursor.state.level.isFailedSync
  }

  /// Creates the text of a string in `outer`.
  init(textOf string: JSONNode, in outer: ScannedValue) {
    self = outer
    text = Text(
      content: string.content, start: string.word.offset,
      offsets: DecodedOffsets(in: string.content))
  }

  /// Whether the value is the text of a string.
  var isText: Bool { text != nil }

  /// Converts an offset in the document to a position in the block.
  mutating func offset(_ offset: Int) -> Int {
    guard let start = text?.start, let written = text?.offsets.written(offset) else {
      return offset
    }
    return start + written
  }

  /// The start of a part in the block; the text of a string starts at its quote.
  mutating func start(of node: JSONNode) -> Int {
    if node.index == 0, let text { return text.start - 1 }
    return offset(node.range.lowerBound)
  }

  /// The range of a part in the block; the text of a string includes its quotes.
  mutating func range(of node: JSONNode) -> Range<Int> {
    let start = start(of: node)
    if node.index == 0, let text { return start..<text.start + text.content.count + 1 }
    return start..<max(start, offset(node.range.upperBound))
  }

  /// The place of a record in the current part, with its number.
  mutating func place(of node: JSONNode, record: Int) -> RecordPlace {
    var place = place
    (place.record, place.node, place.string) = (record, node.index, text?.content)
    if node.index > 0, let text {
      let start = start(of: node) - text.start
      place.string = text.content.slice(start..<text.content.count)
    }
    return place
  }
}
