import CardJSON

/// Finds the end of one JSON object or array whose bytes arrive one at a time.
///
/// Checks the structure, so text that merely resembles JSON fails at its first invalid byte.
/// `JSONScanner` checks numbers, escapes and UTF-8 later.
struct ValueScanner {
  /// The result of taking a byte.
  enum Progress {
    /// The value continues.
    case open
    /// The byte closed the value.
    case ended
    /// The byte is not valid here and was not taken.
    case invalid
  }

  private enum Place {
    case value, firstElement, firstKey, key, colon, afterValue, string, escape, number, literal
  }

  private var place = Place.value
  /// The brackets that close the open containers, outermost first.
  private(set) var closers: [UInt8] = []
  /// Whether the current string is a key.
  private(set) var isInKey = false
  /// The remaining bytes of `true`, `false` or `null`, packed in byte order.
  private var literal: UInt32 = 0
  /// Whether the value has a key.
  private(set) var hasKey = false

  /// The maximum number of open containers.
  private static let depthLimit = 512

  /// Starts another value.
  mutating func begin() {
    place = .value
    closers.removeAll(keepingCapacity: true)
    (isInKey, hasKey) = (false, false)
  }

  /// Whether the last byte is inside a string.
  var isInString: Bool { place == .string || place == .escape }

  /// Whether the last byte is inside a string, a number or a literal.
  var isInToken: Bool { isInString || place == .number || place == .literal }

  /// Whether the value of a member is next.
  var isAfterColon: Bool { place == .value && closers.last == UInt8(ascii: "}") }

  /// Takes bytes until the value ends or a byte is invalid; returns the number of taken bytes.
  mutating func take(_ bytes: ByteView) -> (progress: Progress, count: Int) {
    var position = 0
    while true {
      position = skipContent(bytes, from: position)
      guard position < bytes.count else { return (.open, position) }
      switch take(bytes[position]) {
      case .open: position += 1
      case .ended: return (.ended, position + 1)
      case .invalid: return (.invalid, position)
      }
    }
  }

  /// Returns the position of the next byte to take: the rest of a string may be omitted.
  func skipContent(_ bytes: ByteView, from start: Int) -> Int {
    place == .string ? JSONText.endOfContent(bytes, from: start) : start
  }

  /// Takes the next byte.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Progress {
    switch place {
    case .string:
      if byte == UInt8(ascii: "\"") { return endString() }
      if byte < 0x20 { return .invalid }
      if byte == UInt8(ascii: "\\") { place = .escape }
      return .open
    case .escape:
      place = .string
      return byte < 0x20 ? .invalid : .open
    case .number:
      if ValueScanner.isPartOfNumber(byte) { return .open }
      place = .afterValue
      return JSONNumber.isSpace(byte) ? .open : structure(byte)
    case .literal:
      guard UInt8(truncatingIfNeeded: literal) == byte else { return .invalid }
      literal >>= 8
      if literal == 0 { _ = complete() }
      return .open
    case .value, .firstElement, .firstKey, .key, .colon, .afterValue:
      return JSONNumber.isSpace(byte) ? .open : structure(byte)
    }
  }

  private mutating func structure(_ byte: UInt8) -> Progress {
    switch (place, byte) {
    case (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
      (place, isInKey) = (.string, true)
    case (.colon, UInt8(ascii: ":")): place = .value
    case (.afterValue, UInt8(ascii: ",")):
      place = closers.last == UInt8(ascii: "}") ? .key : .value
    case (.firstKey, UInt8(ascii: "}")), (.firstElement, UInt8(ascii: "]")): return close()
    case (.afterValue, UInt8(ascii: "}")), (.afterValue, UInt8(ascii: "]")):
      return closers.last == byte ? close() : .invalid
    case (.value, _), (.firstElement, _): return beginValue(byte)
    default: return .invalid
    }
    return .open
  }

  private mutating func beginValue(_ byte: UInt8) -> Progress {
    switch byte {
    case UInt8(ascii: "{"): return enter(.firstKey, closing: UInt8(ascii: "}"))
    case UInt8(ascii: "["): return enter(.firstElement, closing: UInt8(ascii: "]"))
    case UInt8(ascii: "\""): (place, isInKey) = (.string, false)
    case UInt8(ascii: "t"): (place, literal) = (.literal, 0x657572)
    case UInt8(ascii: "f"): (place, literal) = (.literal, 0x6573_6C61)
    case UInt8(ascii: "n"): (place, literal) = (.literal, 0x6C6C75)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): place = .number
    default: return .invalid
    }
    return .open
  }

  private mutating func enter(_ next: Place, closing closer: UInt8) -> Progress {
    guard closers.count < ValueScanner.depthLimit else { return .invalid }
    closers.append(closer)
    place = next
    return .open
  }

  private mutating func close() -> Progress {
    closers.removeLast()
    return complete() ? .open : .ended
  }

  private mutating func endString() -> Progress {
    if isInKey {
      (place, isInKey, hasKey) = (.colon, false, true)
    } else {
      _ = complete()
    }
    return .open
  }

  /// Records that a value has ended, and returns whether it is inside of another one.
  private mutating func complete() -> Bool {
    place = .afterValue
    return !closers.isEmpty
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }
}
