import CardJSON

/// A tag of Liquid, Braze's template language, in a text.
///
/// Source: https://shopify.github.io/liquid/basics/introduction/
struct LiquidPiece: Equatable {
  /// The kinds of tags.
  enum Kind {
    /// `{{…}}`, which is replaced by a value.
    case output
    /// `{%…%}`, which decides what happens to the text after it.
    case logic
    /// The opening delimiter of a tag that is not closed.
    case open
  }

  /// The kind of tag.
  let kind: Kind
  /// The location, with the delimiters.
  let range: Range<Int>

  /// Returns the text between the delimiters, without the dashes that control whitespace.
  func content(in text: ByteView) -> String {
    let inner = range.lowerBound + 2..<max(range.lowerBound + 2, range.upperBound - 2)
    var content = text.slice(inner).text[...]
    if content.first == "-" { content = content.dropFirst() }
    if content.last == "-" { content = content.dropLast() }
    return String(content)
  }

  /// Returns the first word of a logic tag, such as `if`.
  func name(in text: ByteView) -> String {
    String(content(in: text).drop(while: \.isWhitespace).prefix { $0.isLetter || $0 == "_" })
  }
}

/// The tags of a text in order, in one pass.
///
/// The text between `{% raw %}` or `{% comment %}` and the end tag has no tags.
struct LiquidPieces: Sequence, IteratorProtocol {
  private let text: ByteView
  private var position: Int
  private var isUnclosed = (output: false, logic: false)
  /// The name of the end tag that ends text without tags; nil outside of such text.
  private var literalEnd: String?

  /// Creates the pieces of a text from an offset on.
  init(_ text: ByteView, from start: Int = 0) { (self.text, position) = (text, start) }

  mutating func next() -> LiquidPiece? {
    while let opening = LiquidTag.opening(in: text, from: position) {
      if let name = literalEnd, !isTag(named: name, at: opening.start) {
        position = opening.start + 2
        continue
      }
      let piece = piece(at: opening)
      position = piece.range.upperBound
      begin(after: piece)
      return piece
    }
    return nil
  }

  /// Returns the next tag from an offset on.
  mutating func next(at offset: Int) -> LiquidPiece? {
    position = offset
    return next()
  }

  /// Whether a logic tag with this name begins at an offset.
  private func isTag(named name: String, at start: Int) -> Bool {
    guard text[start + 1] == UInt8(ascii: "%") else { return false }
    var position = start + 2
    if position < text.count, text[position] == UInt8(ascii: "-") { position += 1 }
    position = JSONScanner.skipSpace(text, from: position)
    return name.utf8.elementsEqual(
      text.slice(position..<Swift.min(position + name.utf8.count, text.count)).array)
  }

  private mutating func begin(after piece: LiquidPiece) {
    literalEnd = nil
    guard piece.kind == .logic else { return }
    let name = piece.name(in: text)
    if name == "raw" || name == "comment" { literalEnd = "end" + name }
  }

  /// Returns the tag with this opening delimiter.
  ///
  /// If one tag has no closing delimiter, later ones of its kind do not have one either.
  private mutating func piece(at opening: LiquidTag.Opening) -> LiquidPiece {
    let isOutput = opening.closing == UInt8(ascii: "}")
    let isKnown = isOutput ? isUnclosed.output : isUnclosed.logic
    if !isKnown, let end = LiquidTag.end(of: opening, in: text) {
      return LiquidPiece(kind: isOutput ? .output : .logic, range: opening.start..<end)
    }
    if isOutput { isUnclosed.output = true } else { isUnclosed.logic = true }
    return LiquidPiece(kind: .open, range: opening.start..<opening.start + 2)
  }
}
