import CardJSON
import ContentCards

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
    while let brace = text.firstIndex(of: UInt8(ascii: "{"), from: position, to: text.count - 1) {
      let next = text[brace + 1]
      guard next == UInt8(ascii: "{") || next == UInt8(ascii: "%") else {
        position = brace + 1
        continue
      }
      let rest = text.slice(brace..<text.count)
      guard let tag = first(in: rest), tag.lowerBound == 0 else { return brace..<brace + 2 }
      position = brace + tag.upperBound
    }
    return nil
  }
}
