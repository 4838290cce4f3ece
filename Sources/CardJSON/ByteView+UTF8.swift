@_spi(CardTool) extension ByteView {
  /// Whether the bytes are well-formed UTF-8.
  public var isUTF8: Bool {
    var position = 0
    while position < count {
      if count - position >= 8, word(at: position) & 0x8080_8080_8080_8080 == 0 {
        position += 8
      } else if self[position] < 0x80 {
        position += 1
      } else {
        let length = UTF8Sequence.length(in: self, at: position)
        guard length > 0, length <= count - position else { return false }
        position += length
      }
    }
    return true
  }
}
