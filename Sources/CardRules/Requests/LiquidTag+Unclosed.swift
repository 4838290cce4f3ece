@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

extension LiquidTag {
  /// Where an opening delimiter stands in the string `node` that nothing closes, as bytes of its
  /// content as written; nil when all are closed.
  static func unclosed(in node: Int, of document: JSONDocument) -> Range<Int>? {
    let isEscaped = document.word(node).isEscaped
    return resolved(CardText(document.content(node), isEscaped: isEscaped)) { unclosed(in: $0) }
  }

  /// Where an opening delimiter stands that nothing closes; nil when all are closed.
  static func unclosed(in text: ByteView) -> Range<Int>? {
    var position = 0
    while let opening = opening(in: text, from: position) {
      guard let end = end(of: opening, in: text) else { return opening.start..<opening.start + 2 }
      position = end
    }
    return nil
  }
}
