@_spi(CardTool) import CardJSON

/// What is known of the line that a reader stands in: how it begins.
struct LineBeginning: Equatable, Sendable {
  /// How many spaces and tabs begin the line, as far as it was read.
  var indentation = 0
  /// Whether nothing but these was read of it.
  var isBlank = true

  /// A line that begins with something else.
  static let flush = LineBeginning(indentation: 0, isBlank: false)

  /// Takes in one more byte of the text.
  mutating func advance(over byte: UInt8) {
    if byte == 0x0A {
      self = LineBeginning()
    } else if isBlank {
      if byte == 0x20 || byte == 0x09 { indentation += 1 } else { isBlank = false }
    }
  }

  /// Takes in the bytes of `range`, which follow those taken in before.
  mutating func advance(over bytes: ByteView, _ range: Range<Int>) {
    var start = range.lowerBound
    if bytes.firstIndex(of: 0x0A, from: start, to: range.upperBound) != nil {
      start = range.upperBound
      while bytes[start - 1] != 0x0A { start -= 1 }
      self = LineBeginning()
    }
    while isBlank, start < range.upperBound {
      advance(over: bytes[start])
      start += 1
    }
  }
}
