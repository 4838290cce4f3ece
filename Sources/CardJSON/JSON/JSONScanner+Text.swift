// Keys and strings.
extension JSONScanner {
  /// A bit for each of 16 bytes that ends a run of plain text, the first byte in the lowest bit: a
  /// quote, a backslash, a control character or a byte of a multi-byte character.
  ///
  /// Rejected: SIMD32, which plain Swift computes lane by lane.
  @inline(__always)
  private static func marks(in bytes: SIMD16<UInt8>) -> UInt32 {
    // 0x80 through 0x1F, wrapping around, is one run, and one comparison of signed numbers.
    ByteClass(
      .byte(UInt8(ascii: "\"")), or: .byte(UInt8(ascii: "\\")), or: .bytes(0x80, 0x1F)
    ).marks(in: bytes).highBits
  }

  /// The offset of the first byte at or after `start` that is not plain text.
  @inline(__always)
  private static func skipText(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    var marks = JSONScanner.marks(in: bytes.vector(at: position))
    while marks == 0 {
      position &+= 16
      marks = JSONScanner.marks(in: bytes.vector(at: position))
    }
    return position &+ marks.trailingZeroBitCount
  }

  /// Scans the string whose opening quote is at `start`.
  @inline(__always)
  mutating func scanString(_ bytes: ByteView, from start: ScanPosition) -> ScanPosition {
    let end = JSONScanner.skipText(bytes, from: start.offset &+ 1)
    if bytes[end] == UInt8(ascii: "\"") {
      return putString(from: start, to: end, isEscaped: false)
    }
    return scanUnusualString(bytes, from: start, unusual: end)
  }

  /// Scans a string whose first byte that is not plain ASCII text is at `unusual`.
  ///
  /// Rejected: processing all marks of 16 bytes in turn; the next one is unpredictable.
  @inline(never)
  private mutating func scanUnusualString(
    _ bytes: ByteView, from start: ScanPosition, unusual: Int
  ) -> ScanPosition {
    var position = unusual
    var isEscaped = false
    while true {
      let byte = bytes[position]
      if byte >= 0x80 {
        let length = UTF8Sequence.length(in: bytes, at: position)
        if length == 0 {
          return fail(.invalidUTF8, at: UTF8Sequence.fault(in: bytes, at: position), in: bytes)
        }
        position &+= length
        // Multi-byte characters usually occur in runs.
        if bytes[position] >= 0x80 { continue }
      } else if byte == UInt8(ascii: "\\") {
        let end = JSONScanner.endOfEscape(bytes, at: position)
        if end == position { return failAtEscape(bytes, at: position) }
        isEscaped = true
        if end &- position == JSONScanner.unicodeEscapeLength { hasUnicodeEscapes = true }
        position = end
      } else if byte == UInt8(ascii: "\"") {
        return putString(from: start, to: position, isEscaped: isEscaped)
      } else {
        return fail(.controlCharacter, at: position, in: bytes)
      }
      position = JSONScanner.skipText(bytes, from: position)
    }
  }

  /// The length of `\u0041`, in bytes.
  private static let unicodeEscapeLength = 6

  /// The offset after the escape whose backslash is at `start`; `start` if it is invalid.
  @inline(__always)
  package static func endOfEscape(_ bytes: ByteView, at start: Int) -> Int {
    switch bytes[start &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start &+ 2
    case UInt8(ascii: "u"):
      for digit in start &+ 2..<start &+ 6 where JSONText.hexValue(bytes[digit]) == nil {
        return start
      }
      return start &+ JSONScanner.unicodeEscapeLength
    default: return start
    }
  }

  @inline(never)
  private mutating func failAtEscape(_ bytes: ByteView, at start: Int) -> ScanPosition {
    guard bytes[start + 1] == UInt8(ascii: "u") else {
      return fail(.invalidEscape, at: start + 1, in: bytes)
    }
    var digit = start + 2
    while JSONText.hexValue(bytes[digit]) != nil { digit += 1 }
    return fail(.invalidUnicodeEscape, at: digit, in: bytes)
  }

  /// Scans the key whose opening quote is at `start`, and the colon after it.
  @inline(__always)
  mutating func scanKey(_ bytes: ByteView, from start: ScanPosition) -> ScanPosition {
    if bytes[start.offset] != UInt8(ascii: "\"") { return failAtKey(bytes, at: start.offset) }
    var position = scanString(bytes, from: start)
    if position.isFailure { return position }
    if bytes[position.offset] != UInt8(ascii: ":") {
      position.offset = skipRareSpace(bytes, from: position.offset)
      if bytes[position.offset] != UInt8(ascii: ":") {
        return fail(.expectedColon, at: position.offset, in: bytes)
      }
    }
    position.offset &+= 1
    return position
  }

  /// Like `scanKey`, but for the root, whose keys are mostly predicted.
  @inline(never)
  mutating func scanRareKey(_ bytes: ByteView, from start: ScanPosition) -> ScanPosition {
    scanKey(bytes, from: start)
  }

  @inline(never)
  private mutating func failAtKey(_ bytes: ByteView, at offset: Int) -> ScanPosition {
    if bytes[offset] == UInt8(ascii: "}"), followsComma(bytes, offset) {
      return fail(.trailingComma, at: offset, in: bytes)
    }
    let isLiquid = JSONSyntaxError.isLiquid(bytes, at: offset)
    return fail(isLiquid ? .liquid : .expectedKey, at: offset, in: bytes)
  }

  /// Whether the last byte of this scan before `offset` other than whitespace is a comma.
  private func followsComma(_ bytes: ByteView, _ offset: Int) -> Bool {
    var position = offset - 1
    while position >= start, bytes[position] <= 0x20 { position -= 1 }
    return position >= start && bytes[position] == UInt8(ascii: ",")
  }

  // MARK: Numbers and literals

  /// Scans the number at `start`.
  @inline(__always)
  mutating func scanNumber(_ bytes: ByteView, from start: ScanPosition) -> ScanPosition {
    let number = NumberParts(in: bytes, from: start.offset)
    if let fault = number.fault { return fail(fault, at: number.end, in: bytes) }
    return put(.number, from: start, to: number.end)
  }

  /// The literal at the start of eight bytes: `true`, `false` or `null`; nil for other bytes.
  ///
  /// Rejected: a version without branches, which is faster only where flags vary.
  @inline(__always)
  static func literal(in word: UInt64) -> JSONKind? {
    if word & 0xFF_FFFF_FFFF == 0x65_736C_6166 { return .false }
    switch word & 0xFFFF_FFFF {
    case 0x6575_7274: return .true
    case 0x6C6C_756E: return .null
    default: return nil
    }
  }

  /// Scans `true`, `false` or `null` at `start`.
  @inline(__always)
  mutating func scanLiteral(_ bytes: ByteView, from start: ScanPosition) -> ScanPosition {
    guard let kind = JSONScanner.literal(in: bytes.word(at: start.offset)) else {
      return failAtValue(bytes, at: start.offset)
    }
    return put(kind, from: start, to: start.offset &+ (kind == .false ? 5 : 4))
  }

  /// Fails with the reason why no value begins at `start`.
  @inline(never)
  private mutating func failAtValue(_ bytes: ByteView, at start: Int) -> ScanPosition {
    switch bytes[start] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      let isTrailing = followsComma(bytes, start)
      return fail(isTrailing ? .trailingComma : .expectedValue, at: start, in: bytes)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      // At the end of the bytes, the literal may be truncated.
      let rest = bytes.slice(start..<bytes.count)
      let isCut = [ByteView("true"), ByteView("false"), ByteView("null")].contains {
        rest.occurs(at: 0, in: $0)
      }
      return fail(.invalidLiteral, at: isCut ? bytes.count : start, in: bytes)
    default: return fail(.expectedValue, at: start, in: bytes)
    }
  }
}
