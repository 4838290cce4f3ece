import CardJSON

/// A position in a line whose prefix is parsed.
///
/// Each `skip` function advances it, or returns false and leaves it unchanged.
struct LinePrefix {
  let bytes: ByteView
  private(set) var position = 0

  init(_ bytes: ByteView) { self.bytes = bytes }

  /// The next byte; 0 at the end.
  var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Whether `text` comes next.
  func starts(_ text: StaticString) -> Bool { ByteView(text).stands(at: position, of: bytes) }

  mutating func skip(_ text: StaticString) -> Bool {
    guard starts(text) else { return false }
    position += ByteView(text).count
    return true
  }

  /// Skips everything up to the end of the next `text`.
  mutating func skipPast(_ text: StaticString) -> Bool {
    let rest = bytes.slice(position..<min(bytes.count, position + LinePrefix.longest))
    guard let index = rest.firstIndex(of: ByteView(text)) else { return false }
    position += index + ByteView(text).count
    return true
  }

  /// The maximum length of a prefix, in bytes.
  private static let longest = 512

  /// Skips spaces and returns their number.
  mutating func skipSpaces() -> Int {
    let start = position
    while peek == 0x20 { position += 1 }
    return position - start
  }

  mutating func skipDigits(_ count: ClosedRange<Int>) -> Bool {
    var end = position
    while end < bytes.count, end - position <= count.upperBound, isDigit(bytes[end]) { end += 1 }
    guard count.contains(end - position) else { return false }
    position = end
    return true
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Skips the name or number of a user.
  mutating func skipWord() -> Bool {
    var end = position
    while end < bytes.count, end - position < 32, isPartOfWord(bytes[end]) { end += 1 }
    guard end > position else { return false }
    position = end
    return true
  }

  private func isPartOfWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte | 0x20 &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }

  /// Skips `ESC[…m`.
  mutating func skipColors() {
    while peek == 0x1B {
      var end = position + 1
      guard end < bytes.count, bytes[end] == UInt8(ascii: "[") else { return }
      end += 1
      while end < bytes.count, isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ";") { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: "m") else { return }
      position = end + 1
    }
  }

  /// Skips one logcat priority letter.
  mutating func skipPriority() -> Bool {
    switch peek {
    case UInt8(ascii: "V"), UInt8(ascii: "D"), UInt8(ascii: "I"), UInt8(ascii: "W"),
      UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "A"), UInt8(ascii: "S"):
      position += 1
      return true
    default: return false
    }
  }

  /// Skips a tag up to the end of the first `: `.
  ///
  /// An empty message may lack the space.
  mutating func skipTag() -> Bool {
    if skipPast(": ") { return true }
    guard bytes.count > position, bytes.count - position < LinePrefix.longest,
      bytes[bytes.count - 1] == UInt8(ascii: ":")
    else { return false }
    position = bytes.count
    return true
  }

  /// Skips the columns of Android Studio: everything up to a priority that has spaces around it.
  mutating func skipColumns() -> Bool {
    let end = min(bytes.count, position + LinePrefix.longest)
    var index = position
    while index + 2 < end {
      var column = self
      column.position = index + 1
      if bytes[index] == 0x20, column.skipPriority(), column.skip("  ") {
        self = column
        return true
      }
      index += 1
    }
    return false
  }

  /// The start of the suffix `  (TAG)` of `logcat -v process`, or nil if absent.
  var suffixStart: Int? {
    guard bytes.count > position, bytes[bytes.count - 1] == UInt8(ascii: ")") else { return nil }
    var start = bytes.count - 2
    let least = max(position, bytes.count - LinePrefix.longest)
    while start >= least {
      if ByteView("  (").stands(at: start, of: bytes) { return start }
      start -= 1
    }
    return nil
  }
}

// Times.
extension LinePrefix {
  /// The format of a time.
  enum TimeKind { case date, time, epoch }

  /// Skips a date with a time, a time, or the seconds of `-v epoch` and `-v monotonic`.
  mutating func skipDateOrTime() -> TimeKind? {
    var text = self
    if text.skipDate() {
      guard text.skip(" ") || text.skip("T") else { return nil }
      guard text.skipTime() else { return nil }
      self = text
      return .date
    }
    text = self
    if text.skipTime() {
      self = text
      return .time
    }
    text = self
    _ = text.skipSpaces()
    guard text.skipDigits(1...12), text.skip("."), text.skipDigits(3...9), text.peek == 0x20
    else { return nil }
    self = text
    return .epoch
  }

  /// Skips `MM-DD` or `YYYY-MM-DD`, whose year may be truncated.
  private mutating func skipDate() -> Bool {
    guard skipDigits(1...4), skip("-"), skipDigits(2...2) else { return false }
    if peek == UInt8(ascii: "-") { return skip("-") && skipDigits(2...2) }
    return true
  }

  /// Skips `HH:MM:SS` with a fraction and a zone.
  mutating func skipTime() -> Bool {
    guard skipDigits(1...2), skip(":"), skipDigits(2...2), skip(":"), skipDigits(2...2) else {
      return false
    }
    if peek == UInt8(ascii: ".") || peek == UInt8(ascii: ",") {
      var fraction = self
      fraction.position += 1
      if fraction.skipDigits(1...9) { self = fraction }
    }
    var zone = self
    _ = zone.skip(" ")
    if zone.skip("+") || zone.skip("-"), zone.skipDigits(4...4) {
      self = zone
    } else {
      _ = skip("Z")
    }
    return true
  }

  /// Skips a three-letter English month name.
  mutating func skipMonth() -> Bool {
    let months: [StaticString] = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return months.contains { skip($0) }
  }
}
