import CardJSON
import ContentCardKit

/// Liquid, the language of Braze's templates: `{{…}}` prints, `{%…%}` decides.
///
/// Only pairs count. A lone `}}` ends two blocks of CSS, and `${…}` without braces round it is a
/// template of JavaScript, which the web pages in cards may hold; Braze fills in neither.
enum LiquidTag {
  /// Whether one of the opening delimiters may stand in `card`.
  static func mayStand(in card: Card) -> Bool {
    mayStand(
      in: card.raw,
      withEscapes: card.document.mayHoldUnicodeEscapes || card.extrasDocument.mayHoldUnicodeEscapes)
  }

  /// The same in `json`; in JSON they stand in strings only.
  ///
  /// - Parameter withEscapes: whether a brace may be written as `\u007b`.
  static func mayStand(in json: ByteView, withEscapes: Bool) -> Bool {
    opening(in: json, from: 0) != nil
      || withEscapes && json.firstIndex(of: ByteView("\\u007")) != nil
  }

  /// Where the first pair stands in the string `node` of a document, as bytes of its content as
  /// written; nil without one and for what is no string.
  static func first(in node: Int, of document: JSONDocument) -> Range<Int>? {
    guard document.kind(node) == .string else { return nil }
    return first(in: CardText(node, of: document))
  }

  /// The same in a text, as bytes of its content as written.
  static func first(in text: CardText) -> Range<Int>? {
    resolved(text) { first(in: $0) }
  }

  /// What `search` finds in a text whose escapes are resolved, as bytes of the text as written.
  static func resolved(
    _ text: CardText, _ search: (ByteView) -> Range<Int>?
  ) -> Range<Int>? {
    guard text.isEscaped else { return search(text.content) }
    var decoded = ByteBuffer(capacity: text.content.count)
    text.appendText(to: &decoded)
    return decoded.read(search).map { found in
      let start = JSONText.offset(ofDecoded: found.lowerBound, in: text.content)
      return start..<JSONText.offset(ofDecoded: found.upperBound, in: text.content)
    }
  }

  /// The bytes of the first pair and what is between; nil without one.
  static func first(in text: ByteView) -> Range<Int>? {
    var position = 0
    // What is not closed in the rest of the text is not closed in the rest of that.
    var unclosed: UInt8?
    while let opening = opening(in: text, from: position) {
      if opening.closing != unclosed {
        if let end = end(of: opening, in: text) { return opening.start..<end }
        if unclosed != nil { return nil }
        unclosed = opening.closing
      }
      position = opening.start + 1
    }
    return nil
  }

  /// Where an opening delimiter stands, and with which byte the one begins that closes it.
  typealias Opening = (start: Int, closing: UInt8)

  /// The first opening delimiter at or after `start`.
  static func opening(in text: ByteView, from start: Int) -> Opening? {
    var position = start
    while let brace = text.firstIndex(of: UInt8(ascii: "{"), from: position, to: text.count - 1) {
      switch text[brace + 1] {
      case UInt8(ascii: "{"): return (brace, UInt8(ascii: "}"))
      case UInt8(ascii: "%"): return (brace, UInt8(ascii: "%"))
      default: position = brace + 1
      }
    }
    return nil
  }

  /// Where the pair ends that `opening` begins; nil when nothing closes it.
  static func end(of opening: Opening, in text: ByteView) -> Int? {
    var position = opening.start + 2
    while let found = text.firstIndex(of: opening.closing, from: position, to: text.count - 1) {
      if text[found + 1] == UInt8(ascii: "}") {
        // `{{${name}}}`: the last two of three braces are the delimiter.
        let isThird = found + 2 < text.count && text[found + 2] == UInt8(ascii: "}")
        return opening.closing == UInt8(ascii: "}") && isThird ? found + 3 : found + 2
      }
      position = found + 1
    }
    return nil
  }
}

extension LiquidTag {
  /// Where an opening delimiter stands in the string `node` that nothing closes, as bytes of its
  /// content as written; nil when all are closed.
  static func unclosed(in node: Int, of document: JSONDocument) -> Range<Int>? {
    resolved(CardText(node, of: document)) { unclosed(in: $0) }
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
