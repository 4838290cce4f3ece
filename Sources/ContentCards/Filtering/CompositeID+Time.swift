@_spi(CardTool) import CardJSON

@_spi(CardTool) extension CompositeID {
  /// When a campaign or a variation was made, by its id, in epoch milliseconds.
  ///
  /// Ids of 24 hexadecimal digits look like MongoDB's object ids, whose first four bytes are the
  /// time in seconds. That is not documented for Braze, so where the time is shown it says that it
  /// is derived. Nil for any other id.
  public static func creationTime(of id: ByteView) -> Int64? {
    guard id.count == 24 else { return nil }
    var seconds: Int64 = 0
    for index in 0..<id.count {
      guard let digit = JSONText.hexValue(id[index]) else { return nil }
      if index < 8 { seconds = seconds << 4 | Int64(digit) }
    }
    return seconds * 1000
  }
}
