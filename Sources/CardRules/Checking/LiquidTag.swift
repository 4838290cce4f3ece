import CardJSON

/// Liquid, the language of Braze's templates: `{{…}}` prints, `{%…%}` decides.
///
/// Only pairs count. A lone `}}` ends two blocks of CSS.
enum LiquidTag {
  /// Whether one of the opening delimiters stands in `json`; in JSON they stand in strings only.
  static func mayStand(in json: ByteView) -> Bool {
    var position = 0
    while let brace = json.firstIndex(of: UInt8(ascii: "{"), from: position, to: json.count) {
      let next = json[brace + 1]
      if next == UInt8(ascii: "{") || next == UInt8(ascii: "%") { return true }
      position = brace + 1
    }
    return false
  }

  /// The bytes of the first pair and what is between; nil without one.
  static func first(in text: ByteView) -> Range<Int>? {
    var position = 0
    while let brace = text.firstIndex(of: UInt8(ascii: "{"), from: position, to: text.count - 1) {
      let closing: UInt8? =
        switch text[brace + 1] {
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        case UInt8(ascii: "%"): UInt8(ascii: "%")
        default: nil
        }
      if let closing, let end = end(of: closing, in: text, from: brace + 2) {
        return brace..<end
      }
      position = brace + 1
    }
    return nil
  }

  /// Where the pair ends whose closing delimiter is `first` and a brace.
  private static func end(of first: UInt8, in text: ByteView, from start: Int) -> Int? {
    var position = start
    while let found = text.firstIndex(of: first, from: position, to: text.count - 1) {
      if text[found + 1] == UInt8(ascii: "}") {
        // `{{${name}}}`: the last two of three braces are the delimiter.
        let isThird = found + 2 < text.count && text[found + 2] == UInt8(ascii: "}")
        return first == UInt8(ascii: "}") && isThird ? found + 3 : found + 2
      }
      position = found + 1
    }
    return nil
  }
}
