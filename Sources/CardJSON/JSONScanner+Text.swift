/// Where a string ends, in one register: the offset of its closing quote, with a bit that says
/// whether it has escapes; negative when the string is not valid.
struct StringEnd {
  private let bits: Int

  @inline(__always)
  init(offset: Int, isEscaped: Bool) { bits = offset << 1 | (isEscaped ? 1 : 0) }

  private init(bits: Int) { self.bits = bits }

  static var failure: StringEnd { StringEnd(bits: -1) }

  @inline(__always) var isFailure: Bool { bits < 0 }
  @inline(__always) var offset: Int { bits >> 1 }

  @inline(__always)
  func word(from start: Int) -> TapeWord {
    TapeWord(.string, offset: start, extent: offset - start, isEscaped: bits & 1 != 0)
  }
}

// Keys and strings.
extension JSONScanner {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// A word whose lowest set bit marks the first byte of `word` that ends a run of plain text: a
  /// quote, a backslash, a control character or the begin of a multi-byte character; 0 without one.
  ///
  /// Each subtraction borrows only from the bytes above one that is marked, so the lowest mark is
  /// exact. Rejected: 16 bytes at a time with SIMD16, which has no cheap way from a lane mask to a
  /// position in plain Swift and lost on strings of the usual length.
  @inline(__always)
  private static func marks(in word: UInt64) -> UInt64 {
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    let controls = word &- (ones &* 0x20)
    return (quotes | backslashes | controls | word) & highBits
  }

  /// The same for sixteen bytes: the marks of the first and of the second eight.
  @inline(__always)
  private static func marks(in bytes: SIMD16<UInt8>) -> (first: UInt64, second: UInt64) {
    let all = SIMD16<UInt8>(repeating: 0xFF)
    let none = SIMD16<UInt8>()
    let quotes = none.replacing(with: all, where: bytes .== SIMD16(repeating: 0x22))
    let backslashes = none.replacing(with: all, where: bytes .== SIMD16(repeating: 0x5C))
    let controls = bytes &- SIMD16<UInt8>(repeating: 0x20)
    let marks = quotes | backslashes | controls | bytes
    let halves = unsafe unsafeBitCast(marks, to: SIMD2<UInt64>.self)
    return (halves.x & highBits, halves.y & highBits)
  }

  /// Reads a string whose first byte inside the quotes is at `start`.
  @inline(__always)
  mutating func scanString(_ bytes: ByteView, from start: Int) -> StringEnd {
    var position = start
    let marks = JSONScanner.marks(in: bytes.word(at: position))
    if marks != 0 {
      position += marks.trailingZeroBitCount >> 3
    } else {
      position += 8
      while true {
        let (first, second) = JSONScanner.marks(in: bytes.vector(at: position))
        if first != 0 {
          position += first.trailingZeroBitCount >> 3
          break
        }
        if second != 0 {
          position += 8 + second.trailingZeroBitCount >> 3
          break
        }
        position += 16
      }
    }
    if bytes[position] == UInt8(ascii: "\"") {
      return StringEnd(offset: position, isEscaped: false)
    }
    return scanUnusualString(bytes, from: position)
  }

  /// Reads the rest of a string from its first byte that is not plain ASCII text.
  @inline(never)
  private mutating func scanUnusualString(_ bytes: ByteView, from start: Int) -> StringEnd {
    var position = start
    var isEscaped = false
    while true {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { return StringEnd(offset: position, isEscaped: isEscaped) }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        position = scanEscape(bytes, at: position)
        if position < 0 { return .failure }
      } else if byte >= 0x80 {
        let length = UTF8Sequence.length(in: bytes, at: position)
        if length == 0 {
          _ = fail(.invalidUTF8, at: UTF8Sequence.fault(in: bytes, at: position), in: bytes)
          return .failure
        }
        position += length
      } else if byte < 0x20 {
        _ = fail(.controlCharacter, at: position, in: bytes)
        return .failure
      } else {
        position += 1
      }
      var marks = JSONScanner.marks(in: bytes.word(at: position))
      while marks == 0 {
        position += 8
        marks = JSONScanner.marks(in: bytes.word(at: position))
      }
      position += marks.trailingZeroBitCount >> 3
    }
  }

  /// Checks the escape whose backslash is at `start`; returns the offset behind it.
  @inline(__always)
  private mutating func scanEscape(_ bytes: ByteView, at start: Int) -> Int {
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      for digit in start + 2..<start + 6 where JSONText.hexValue(bytes[digit]) == nil {
        return fail(.invalidUnicodeEscape, at: digit, in: bytes)
      }
      return start + 6
    default:
      return fail(.invalidEscape, at: start + 1, in: bytes)
    }
  }

  /// Reads a key at `start` and the colon behind it; returns the offset behind the colon.
  @inline(__always)
  @unsafe
  mutating func scanKey(
    _ bytes: ByteView, at start: Int, into words: UnsafeMutablePointer<UInt64>, _ next: inout Int
  ) -> Int {
    if bytes[start] != UInt8(ascii: "\"") { return failAtKey(bytes, at: start) }
    let end = scanString(bytes, from: start + 1)
    if end.isFailure { return JSONScanner.failed }
    unsafe words[next] = end.word(from: start + 1).bits
    next += 1
    var position = end.offset + 1
    if bytes[position] != UInt8(ascii: ":") {
      position = JSONScanner.skipSpace(bytes, from: position)
      if bytes[position] != UInt8(ascii: ":") {
        return fail(.expectedColon, at: position, in: bytes)
      }
    }
    return position + 1
  }

  private mutating func failAtKey(_ bytes: ByteView, at offset: Int) -> Int {
    let isTrailing = bytes[offset] == UInt8(ascii: "}") && followsComma(bytes, offset)
    return fail(isTrailing ? .trailingComma : .expectedKey, at: offset, in: bytes)
  }

  /// Whether the last byte of this scan before `offset` that is no white space is a comma.
  func followsComma(_ bytes: ByteView, _ offset: Int) -> Bool {
    var position = offset - 1
    while position >= start, bytes[position] <= 0x20 { position -= 1 }
    return position >= start && bytes[position] == UInt8(ascii: ",")
  }
}

// Numbers and literals.
extension JSONScanner {
  /// Reads a number; returns the offset behind it.
  @inline(__always)
  mutating func scanNumber(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if bytes[position] == UInt8(ascii: "0") {
      position += 1
      if isDigit(bytes[position]) { return fail(.leadingZero, at: position, in: bytes) }
    } else {
      let end = digits(bytes, from: position)
      if end == position { return fail(.expectedDigit, at: position, in: bytes) }
      position = end
    }
    if bytes[position] == UInt8(ascii: ".") {
      let end = digits(bytes, from: position + 1)
      if end == position + 1 { return fail(.expectedDigit, at: end, in: bytes) }
      position = end
    }
    if bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      let end = digits(bytes, from: position)
      if end == position { return fail(.expectedDigit, at: end, in: bytes) }
      position = end
    }
    return position
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  @inline(__always)
  private func digits(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    while isDigit(bytes[position]) { position += 1 }
    return position
  }

  /// Reads `true`, `false` or `null`; returns the offset behind it.
  @inline(__always)
  @unsafe
  mutating func scanLiteral(
    _ bytes: ByteView, from start: Int, into words: UnsafeMutablePointer<UInt64>,
    _ next: inout Int
  ) -> Int {
    let word = bytes.word(at: start)
    let kind: JSONKind
    let length: Int
    if word & 0xFFFF_FFFF == 0x6575_7274 {
      (kind, length) = (.true, 4)
    } else if word & 0xFF_FFFF_FFFF == 0x65_736C_6166 {
      (kind, length) = (.false, 5)
    } else if word & 0xFFFF_FFFF == 0x6C6C_756E {
      (kind, length) = (.null, 4)
    } else {
      return failAtValue(bytes, at: start)
    }
    unsafe words[next] = TapeWord(kind, offset: start, extent: length).bits
    next += 1
    return start + length
  }

  /// Says what is wrong where a value should begin and none does.
  @inline(never)
  private mutating func failAtValue(_ bytes: ByteView, at start: Int) -> Int {
    switch bytes[start] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      let reason: JSONSyntaxError.Reason =
        followsComma(bytes, start) ? .trailingComma : .expectedValue
      return fail(reason, at: start, in: bytes)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let literals: [StaticString] = ["true", "false", "null"]
      for literal in literals where ByteView(literal)[0] == bytes[start] {
        let expected = ByteView(literal)
        var length = 1
        while length < expected.count, bytes[start + length] == expected[length] { length += 1 }
        // At the end of the bytes the word may only be cut off.
        let isCut = start + length >= bytes.count
        return fail(.invalidLiteral, at: isCut ? bytes.count : start, in: bytes)
      }
      return fail(.invalidLiteral, at: start, in: bytes)
    default:
      return fail(.expectedValue, at: start, in: bytes)
    }
  }
}
