import CardJSON

/// Maps text that was extracted from another format, such as a log, to the original bytes.
///
/// In an exact piece of the text, each byte is a byte of the source, without a line feed except at
/// its end. In other pieces, such as decoded Base64, every byte has the location of the encoded
/// value.
package struct SourceMap: Sendable {
  /// A piece of text from a location in the source.
  package struct Piece: Equatable, Sendable {
    /// The start of the piece in the text.
    package internal(set) var start: Int
    /// The byte offset in the source.
    package let offset: Int
    /// The line and column of `offset`.
    package let position: TextPosition
    /// Whether the piece is a copy of the source.
    package let isExact: Bool

    /// Creates a piece of text at `start`.
    package init(start: Int, offset: Int, position: TextPosition, isExact: Bool) {
      (self.start, self.offset, self.position, self.isExact) = (start, offset, position, isExact)
    }
  }

  private var pieces: [Piece] = []

  /// Creates an empty map.
  package init() {}

  /// Whether the map is empty.
  package var isEmpty: Bool { pieces.isEmpty }

  /// Removes all pieces.
  package mutating func removeAll() { pieces.removeAll(keepingCapacity: true) }

  /// Adds the next piece.
  package mutating func append(_ piece: Piece) {
    let isContinued = pieces.last.map { !$0.isExact && $0.offset == piece.offset } ?? false
    if piece.isExact || !isContinued { pieces.append(piece) }
  }

  /// Adds the pieces of the first `count` bytes of text that is appended at `start`.
  package mutating func append(_ other: SourceMap, upTo count: Int, at start: Int) {
    for var piece in other.pieces where piece.start < count {
      piece.start += start
      pieces.append(piece)
    }
  }

  /// The piece that contains the byte at `offset` of the text, or the nearest one.
  private func piece(at offset: Int) -> Piece {
    let next = pieces.indices.partitionPoint { pieces[$0].start <= offset }
    return next == 0
      ? Piece(start: 0, offset: 0, position: TextPosition(), isExact: false) : pieces[next - 1]
  }

  /// The offset in the source of the byte at `offset` of the text.
  package func source(of offset: Int) -> Int {
    let piece = piece(at: offset)
    return piece.offset + (piece.isExact ? max(offset - piece.start, 0) : 0)
  }

  /// The line of the byte at `offset` of the text.
  package func line(of offset: Int) -> Int { piece(at: offset).position.line }

  /// The location of the byte at `offset` of `text`, the text of this map.
  package func position(of offset: Int, in text: ByteView) -> TextPosition {
    let piece = piece(at: offset)
    var position = piece.position
    if piece.isExact, offset > piece.start {
      position.advance(over: text.slice(piece.start..<min(offset, text.count)))
    }
    return position
  }
}
