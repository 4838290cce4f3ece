import CardJSON

/// A parser for the prefix of a log line.
///
/// Each `skip` function advances the position or returns false. Functions for optional text always
/// return true.
struct LinePrefix {
  let bytes: ByteView
  private(set) var position = 0
  /// The start of the suffix, if one was skipped.
  private(set) var suffixStart: Int?

  init(_ bytes: ByteView) { self.bytes = bytes }

  /// The maximum length of a prefix, in bytes.
  private static let longest = 512

  /// Returns whether `text` is next.
  func starts(_ text: StaticString) -> Bool {
    let text = ByteView(text)
    return position < bytes.count && bytes[position] == text[0]
      && text.occurs(at: position, in: bytes)
  }

  mutating func skip(_ text: StaticString) -> Bool {
    guard starts(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Skips all bytes through the end of the next `text`.
  mutating func skipPast(_ text: StaticString) -> Bool {
    let rest = bytes.slice(position..<min(bytes.count, position + LinePrefix.longest))
    guard let index = rest.firstIndex(of: ByteView(text)) else { return false }
    position += index + text.utf8CodeUnitCount
    return true
  }

  /// Skips all consecutive bytes that satisfy `isMember`; fails if their number is not in `count`.
  private mutating func skip(_ count: ClosedRange<Int>, where isMember: (UInt8) -> Bool) -> Bool {
    var end = position
    while end < bytes.count, end - position <= count.upperBound, isMember(bytes[end]) { end += 1 }
    guard count.contains(end - position) else { return false }
    position = end
    return true
  }

  mutating func skipDigits(_ count: ClosedRange<Int> = 1...9) -> Bool {
    skip(count, where: LinePrefix.isDigit)
  }

  /// Skips all consecutive spaces; fails if there are fewer than `least`.
  mutating func skipSpaces(_ least: Int = 1) -> Bool { skip(least...(.max)) { $0 == 0x20 } }

  /// Skips a name or a number.
  mutating func skipWord() -> Bool {
    skip(1...32) {
      LinePrefix.isDigit($0) || $0 | 0x20 &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "_")
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  // MARK: Parts of logcat formats

  /// Skips one priority letter.
  mutating func skipPriority() -> Bool { skip(1...1, where: LinePrefix.isPriority) }

  private static func isPriority(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "V"), UInt8(ascii: "D"), UInt8(ascii: "I"), UInt8(ascii: "W"),
      UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "A"), UInt8(ascii: "S"):
      true
    default: false
    }
  }

  /// Skips leading spaces and `P(pid`.
  mutating func skipProcess() -> Bool {
    skipSpaces(0) && skipPriority() && skip("(") && skipSpaces(0) && skipDigits()
  }

  /// Skips the closing parenthesis after `P(pid`, and an optional space.
  mutating func skipEnd() -> Bool { skip(") ") || skip(")") }

  /// Skips `pid tid P TAG: `.
  mutating func skipIDs() -> Bool {
    skipDigits() && skipSpaces() && skipDigits() && skipSpaces() && skipPriority() && skip(" ")
      && skipTag()
  }

  /// Skips leading spaces and Android Studio's `pid-tid`.
  mutating func skipStudio() -> Bool {
    skipSpaces(0) && skipDigits() && skip("-") && (skip("?") || skipDigits())
  }

  /// Skips a tag through the end of the first `: `.
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

  /// Skips the columns of Android Studio, through a priority surrounded by spaces.
  mutating func skipColumns() -> Bool {
    let end = min(bytes.count, position + LinePrefix.longest) - 2
    for index in position..<max(position, end) where bytes[index] == 0x20 {
      var column = self
      column.position = index + 1
      if column.skipPriority(), column.skip("  ") {
        self = column
        return true
      }
    }
    return false
  }

  /// Finds the suffix `  (TAG)` of `logcat -v process`, if the line has one.
  mutating func skipSuffix() -> Bool {
    guard bytes.count > position, bytes[bytes.count - 1] == UInt8(ascii: ")") else { return true }
    var start = bytes.count - 2
    let least = max(position, bytes.count - LinePrefix.longest)
    while start >= least, suffixStart == nil {
      if ByteView("  (").occurs(at: start, in: bytes) { suffixStart = start }
      start -= 1
    }
    return true
  }

  // MARK: Times

  /// Skips an optional column before the time, which ends with a tab.
  mutating func skipColumn() -> Bool {
    var column = self
    if column.skipWord(), column.skip("\t") { self = column }
    return true
  }

  /// Skips `MM-DD` or `YYYY-MM-DD`, whose year may be truncated, and the separator before the time.
  mutating func skipDate() -> Bool {
    guard skipDigits(1...4), skip("-"), skipDigits(2...2) else { return false }
    if skip("-"), !skipDigits(2...2) { return false }
    return skip(" ") || skip("T")
  }

  /// Skips `HH:MM:SS` with an optional fraction and time zone.
  mutating func skipTime() -> Bool {
    guard skipDigits(1...2), skip(":"), skipDigits(2...2), skip(":"), skipDigits(2...2) else {
      return false
    }
    var fraction = self
    if fraction.skip(".") || fraction.skip(","), fraction.skipDigits() { self = fraction }
    var zone = self
    _ = zone.skip(" ")
    if zone.skip("+") || zone.skip("-"), zone.skipDigits(4...4) {
      self = zone
    } else {
      // Firebase Test Lab adds a colon to the time.
      _ = skip("Z") || skip(":")
    }
    return true
  }

  /// Skips the seconds of `logcat -v epoch` and `-v monotonic`.
  mutating func skipSeconds() -> Bool {
    skipSpaces(0) && skipDigits(1...12) && skip(".") && skipDigits(3...9) && starts(" ")
  }

  /// Skips the name of a month, a day, and trailing spaces.
  mutating func skipDay() -> Bool {
    skipWord() && skipSpaces() && skipDigits(1...2) && skipSpaces()
  }
}
