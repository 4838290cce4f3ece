import CardJSON

/// Liquid, the language of Braze's templates: `{{…}}` prints, `{%…%}` decides.
///
/// Only pairs count. A lone `}}` ends two blocks of CSS, and `{` alone is everywhere.
enum Liquid {
  /// Whether a pair of delimiters stands in `text`.
  static func stands(in text: ByteView) -> Bool {
    var position = 0
    while let tag = firstTag(in: text, from: position) {
      if tag.end != nil { return true }
      position = tag.start + 1
    }
    return false
  }

  /// Where an opening delimiter stands that nothing closes; nil when all are closed.
  static func unclosed(in text: ByteView) -> Range<Int>? {
    var position = 0
    while let tag = firstTag(in: text, from: position) {
      guard let end = tag.end else { return tag.start..<tag.start + 2 }
      position = end
    }
    return nil
  }

  /// The first opening delimiter at or after `start`, and where its tag ends, if it does.
  private static func firstTag(in text: ByteView, from start: Int) -> (start: Int, end: Int?)? {
    var position = start
    while let brace = text.firstIndex(of: UInt8(ascii: "{"), from: position, to: text.count) {
      guard brace + 1 < text.count else { return nil }
      switch text[brace + 1] {
      case UInt8(ascii: "{"):
        return (brace, end(of: UInt8(ascii: "}"), in: text, from: brace + 2))
      case UInt8(ascii: "%"):
        return (brace, end(of: UInt8(ascii: "%"), in: text, from: brace + 2))
      default: position = brace + 1
      }
    }
    return nil
  }

  /// Where the tag ends whose closing delimiter is `first` and a brace.
  private static func end(of first: UInt8, in text: ByteView, from start: Int) -> Int? {
    var position = start
    while let found = text.firstIndex(of: first, from: position, to: text.count - 1) {
      if text[found + 1] == UInt8(ascii: "}") { return found + 2 }
      position = found + 1
    }
    return nil
  }
}
