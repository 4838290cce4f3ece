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
    /// The location in the source.
    package let place: CarrierPlace
    /// Whether the piece is a copy of the source.
    package let isExact: Bool
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
    let isContinued = pieces.last.map { !$0.isExact && $0.place == piece.place } ?? false
    if piece.isExact || !isContinued { pieces.append(piece) }
  }

  /// Adds the pieces of text that is appended at `start`.
  package mutating func append(_ other: SourceMap, at start: Int) {
    for var piece in other.pieces {
      piece.start += start
      pieces.append(piece)
    }
  }

  /// The piece that contains the byte at `offset` of the text, or the nearest one.
  private func piece(at offset: Int) -> Piece {
    let next = pieces.indices.partitionPoint { pieces[$0].start <= offset }
    return next == 0
      ? CarrierPlace().piece(at: 0, isExact: false) : pieces[next - 1]
  }

  /// The offset in the source of the byte at `offset` of the text.
  package func source(of offset: Int) -> Int {
    let piece = piece(at: offset)
    return piece.place.offset + (piece.isExact ? max(offset - piece.start, 0) : 0)
  }

  /// The line of the byte at `offset` of the text.
  package func line(of offset: Int) -> Int { piece(at: offset).place.position.line }

  /// The location of the byte at `offset` of `text`, the text of this map.
  package func position(of offset: Int, in text: ByteView) -> TextPosition {
    let piece = piece(at: offset)
    var position = piece.place.position
    if piece.isExact, offset > piece.start {
      position.advance(over: text.slice(piece.start..<min(offset, text.count)))
    }
    return position
  }
}

/// A location in a file that contains JSON, such as a log.
package struct CarrierPlace: Equatable, Sendable {
  /// The offset in bytes from the start of the file.
  package var offset: Int
  /// The line and column.
  package var position: TextPosition

  /// Creates a location; by default, that of the first byte.
  package init(offset: Int = 0, position: TextPosition = TextPosition()) {
    (self.offset, self.position) = (offset, position)
  }

  /// The piece of text at `start` that comes from this location.
  package func piece(at start: Int, isExact: Bool) -> SourceMap.Piece {
    SourceMap.Piece(start: start, place: self, isExact: isExact)
  }
}
