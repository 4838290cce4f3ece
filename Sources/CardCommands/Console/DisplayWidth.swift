import CardJSON

/// The number of terminal columns that text occupies.
///
/// This is an estimate, because terminals disagree about joined emoji.
enum DisplayWidth {
  /// Returns the width of a scalar: 0 for combining marks, 2 for East Asian text and emoji, else 1.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format: return scalar.value == 0xAD ? 1 : 0
    default: break
    }
    // A Hangul vowel or final consonant is drawn as part of the preceding syllable.
    if case 0x1160...0x11FF = scalar.value { return 0 }
    if case 0xD7B0...0xD7FF = scalar.value { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// Returns the width of one character, which may consist of several scalars.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return of(first) }
    if isEmoji(scalars, first) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// Returns the width of one line of text without control characters.
  static func of(_ text: some StringProtocol) -> Int {
    let bytes = text.utf8
    return bytes.allSatisfy { $0 < 0x80 } ? bytes.count : text.reduce(0) { $0 + of($1) }
  }

  /// Returns the width of one line of text without control characters.
  static func of(_ text: ByteView) -> Int {
    text.containsAny(of: .notASCII) ? of(text.text) : text.count
  }

  /// Truncates `text` with an ellipsis if it exceeds `width` columns.
  static func cut(_ text: String, to width: Int) -> String {
    guard text.utf8.count > width, of(text) > width else { return text }
    var kept = ""
    var columns = 0
    for character in text {
      let next = of(character)
      guard columns + next < width else { break }
      kept.append(character)
      columns += next
    }
    return width > 0 ? kept + "…" : ""
  }

  /// Splits `text` into pieces of at most `width` columns, after a space if possible.
  static func folded(_ text: String, to width: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var columns = 0
    func withoutBlank(_ text: some StringProtocol) -> String {
      String(text.hasSuffix(" ") ? text.dropLast() : text[...])
    }
    for character in text {
      let next = of(character)
      if columns + next > width, !piece.isEmpty {
        let end = piece.lastIndex(of: " ").map { piece.index(after: $0) } ?? piece.endIndex
        let rest = String(piece[end...])
        pieces.append(withoutBlank(piece[..<end]))
        (piece, columns) = (rest, of(rest))
      }
      piece.append(character)
      columns += next
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  /// Pads `text` with spaces to `width` columns.
  static func padded(_ text: String, to width: Int, alignsRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - of(text)))
    return alignsRight ? blanks + text : text + blanks
  }

  /// Whether several scalars form one emoji, such as a flag, a keycap or a joined sequence.
  private static func isEmoji(_ scalars: Character.UnicodeScalarView, _ first: Unicode.Scalar)
    -> Bool
  {
    for scalar in scalars.dropFirst() {
      switch scalar.value {
      case 0xFE0E: return false
      case 0xFE0F where first.properties.isEmoji: return true
      case 0x1F1E6...0x1F1FF: return true
      default: break
      }
    }
    return first.properties.isEmojiPresentation
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}

extension ByteClass {
  fileprivate static var notASCII: ByteClass {
    @inline(__always) get { ByteClass(.bytes(0x80, 0xFF)) }
  }
}
