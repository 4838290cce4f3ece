import CardJSON

/// A text that is edited in rounds, and maps each offset to the original text.
package struct EditedText {
  /// A part of the edited text: kept bytes of the original, or new text.
  private enum Piece {
    case kept(Range<Int>)
    case new(String)

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .new(let text): text.utf8.count
      }
    }

    /// The part of the piece in `range`, which counts from its start.
    func part(_ range: Range<Int>) -> Piece {
      switch self {
      case .kept(let own):
        return .kept(own.lowerBound + range.lowerBound..<own.lowerBound + range.upperBound)
      case .new(let text):
        return .new(
          String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
        )
      }
    }
  }

  private var pieces: [Piece]
  /// The end of each piece in the edited text.
  private var ends: [Int]
  /// The number of bytes of the original text.
  private let count: Int

  /// Creates a text of `count` bytes without edits.
  package init(count: Int) {
    (pieces, ends, self.count) = ([.kept(0..<count)], [count], count)
  }

  /// Returns the offset in the original text for one in the edited text; for an offset inside new
  /// text, the end of what it replaces.
  package func origin(of offset: Int) -> Int {
    let index = ends.indices.partitionPoint { ends[$0] <= offset }
    guard index < pieces.count else { return count }
    let start = index == 0 ? 0 : ends[index - 1]
    if case .kept(let range) = pieces[index] { return range.lowerBound + offset - start }
    if offset == 0 { return 0 }
    if offset == start, case .kept(let range) = pieces[index - 1] { return range.upperBound }
    for case .kept(let range) in pieces.dropFirst(index) { return range.lowerBound }
    return count
  }

  /// Applies a round of edits of the text as it is now, sorted and without overlaps.
  package mutating func apply(_ edits: [TextEdit]) {
    var result: [Piece] = []
    var index = 0
    // The number of bytes of the current piece, and of all pieces, before the position.
    var (used, position) = (0, 0)
    func advance(to end: Int, keeps: Bool) {
      while position < end, index < pieces.count {
        let count = min(pieces[index].count - used, end - position)
        if keeps, count > 0 { result.append(pieces[index].part(used..<used + count)) }
        (used, position) = (used + count, position + count)
        if used == pieces[index].count { (index, used) = (index + 1, 0) }
      }
    }
    for edit in edits {
      advance(to: edit.range.lowerBound, keeps: true)
      advance(to: edit.range.upperBound, keeps: false)
      result.append(.new(edit.text))
    }
    advance(to: .max, keeps: true)
    pieces = result
    var end = 0
    ends = pieces.map { piece in
      end += piece.count
      return end
    }
  }

  /// The edits of the original text, sorted and without overlaps.
  package var edits: [TextEdit] {
    var edits: [TextEdit] = []
    var (position, text, isEdited) = (0, "", false)
    for piece in pieces + [.kept(count..<count)] {
      switch piece {
      case .new(let new):
        text += new
        isEdited = true
      case .kept(let range):
        if isEdited || range.lowerBound > position {
          edits.append(TextEdit(position..<range.lowerBound, text))
        }
        (position, text, isEdited) = (range.upperBound, "", false)
      }
    }
    return edits
  }
}

extension ByteBuffer {
  /// Appends a range of `text` with `edits`, which are inside the range, sorted and without
  /// overlaps.
  package mutating func append(
    _ range: Range<Int>, of text: ByteView, with edits: some Sequence<TextEdit>
  ) {
    var position = range.lowerBound
    for edit in edits {
      append(text.slice(position..<edit.range.lowerBound))
      append(edit.text)
      position = edit.range.upperBound
    }
    append(text.slice(position..<range.upperBound))
  }
}
