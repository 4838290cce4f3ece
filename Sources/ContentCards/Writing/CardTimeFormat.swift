@_spi(CardTool) import CardJSON

/// How times are printed where a form of output leaves the choice (`--time`).
@_spi(CardTool) public enum CardTimeFormat: Sendable {
  /// Epoch seconds, in the spelling they were written with.
  case seconds
  /// ISO 8601 in UTC, with milliseconds when there are any.
  case iso8601

  /// Appends `time` as it stands in a cell; nothing when the format has no way to write it, which
  /// is ISO 8601 outside the years 1 to 9999.
  public func appendText(_ time: CardTime, to buffer: inout ByteBuffer) {
    switch self {
    case .seconds: time.appendSeconds(to: &buffer)
    case .iso8601: _ = time.appendISO8601(to: &buffer)
    }
  }

  /// Appends `time` as JSON: a number of seconds, or a string; false when the format has no way to
  /// write it, and then nothing is appended.
  public func appendJSON(_ time: CardTime, to buffer: inout ByteBuffer) -> Bool {
    switch self {
    case .seconds:
      time.appendSeconds(to: &buffer)
      return true
    case .iso8601:
      return time.appendQuotedISO8601(to: &buffer, milliseconds: false)
    }
  }
}

extension CardTime {
  /// Appends the time as ISO 8601 in quotes; false when the year has no four digits, and then
  /// nothing is appended.
  func appendQuotedISO8601(to buffer: inout ByteBuffer, milliseconds: Bool) -> Bool {
    let start = buffer.count
    buffer.append(UInt8(ascii: "\""))
    guard appendISO8601(to: &buffer, milliseconds: milliseconds) else {
      buffer.truncate(to: start)
      return false
    }
    buffer.append(UInt8(ascii: "\""))
    return true
  }
}
