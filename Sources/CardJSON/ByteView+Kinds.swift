// What kinds of bytes a text holds, sixteen of them at a time.
//
// Each step compares whole vectors with whole vectors and gathers the lanes that were found; with a
// comparison in a function of its own the compiler would take the lanes one by one.
extension ByteView {
  /// Whether a byte of ASCII white space or a control character is among these, DEL included.
  public var holdsSpaceOrControl: Bool {
    let (limit, delete) = (Lanes(repeating: 0x21), Lanes(repeating: 0x7F))
    var found = Lanes()
    var position = 0
    while position < count {
      let lanes = lanes(at: position)
      found = found.replacing(with: ByteView.mark, where: lanes .< limit)
      found = found.replacing(with: ByteView.mark, where: lanes .== delete)
      position += 16
    }
    return ByteView.isMarked(found)
  }

  /// Whether an ASCII capital, a hyphen, white space or a control character is among these, or a
  /// backslash.
  public var holdsCapitalSpaceOrHyphen: Bool {
    let (limit, hyphen) = (Lanes(repeating: 0x21), Lanes(repeating: UInt8(ascii: "-")))
    let (capital, letters) = (Lanes(repeating: UInt8(ascii: "A")), Lanes(repeating: 26))
    let backslash = Lanes(repeating: UInt8(ascii: "\\"))
    var found = Lanes()
    var position = 0
    while position < count {
      let lanes = lanes(at: position)
      found = found.replacing(with: ByteView.mark, where: lanes .< limit)
      found = found.replacing(with: ByteView.mark, where: lanes .== hyphen)
      found = found.replacing(with: ByteView.mark, where: lanes .== backslash)
      found = found.replacing(with: ByteView.mark, where: lanes &- capital .< letters)
      position += 16
    }
    return ByteView.isMarked(found)
  }

  /// Whether a byte that is escaped in a JSON string, or `other`, is among these.
  public func holdsEscape(or other: UInt8) -> Bool {
    let (limit, quote) = (Lanes(repeating: 0x20), Lanes(repeating: UInt8(ascii: "\"")))
    let (backslash, other) = (Lanes(repeating: UInt8(ascii: "\\")), Lanes(repeating: other))
    var found = Lanes()
    var position = 0
    while position < count {
      let lanes = lanes(at: position)
      found = found.replacing(with: ByteView.mark, where: lanes .< limit)
      found = found.replacing(with: ByteView.mark, where: lanes .== quote)
      found = found.replacing(with: ByteView.mark, where: lanes .== backslash)
      found = found.replacing(with: ByteView.mark, where: lanes .== other)
      position += 16
    }
    return ByteView.isMarked(found)
  }

  /// Whether all bytes are visible ASCII or blanks, and none is `other`.
  public func isVisibleASCII(without other: UInt8) -> Bool {
    let (blank, visible) = (Lanes(repeating: 0x20), Lanes(repeating: 0x7F - 0x20))
    let other = Lanes(repeating: other)
    var found = Lanes()
    var position = 0
    while position < count {
      let lanes = lanes(at: position)
      found = found.replacing(with: ByteView.mark, where: lanes &- blank .>= visible)
      found = found.replacing(with: ByteView.mark, where: lanes .== other)
      position += 16
    }
    return !ByteView.isMarked(found)
  }

  /// Whether all bytes are of the alphabet of Base64, the padding left out.
  public var isBase64: Bool {
    let (lowercase, letters) = (Lanes(repeating: 0x20), Lanes(repeating: 26))
    let (a, plus) = (Lanes(repeating: UInt8(ascii: "a")), Lanes(repeating: UInt8(ascii: "+")))
    // The digits stand right behind the slash.
    let (slash, digits) = (Lanes(repeating: UInt8(ascii: "/")), Lanes(repeating: 11))
    var found = Lanes()
    var position = 0
    while position < count {
      let lanes = lanes(at: position)
      var others = ByteView.mark
      others = others.replacing(with: Lanes(), where: (lanes | lowercase) &- a .< letters)
      others = others.replacing(with: Lanes(), where: lanes &- slash .< digits)
      others = others.replacing(with: Lanes(), where: lanes .== plus)
      found |= others
      position += 16
    }
    return !ByteView.isMarked(found)
  }

  /// Whether `{{` or `{%` stands among these, or what may be a brace as an escape, such as `\u007b`:
  /// a backslash four places in front of a `7`; true for less than sixteen bytes.
  public var mayHoldDelimiter: Bool {
    guard count >= 16 else { return true }
    let (brace, backslash) = (
      Lanes(repeating: UInt8(ascii: "{")), Lanes(repeating: UInt8(ascii: "\\"))
    )
    let all = Lanes(repeating: 0xFF)
    var position = 0
    while true {
      // Most pieces hold neither.
      let lanes = vector(at: position)
      let braces = Lanes().replacing(with: all, where: lanes .== brace)
      let backslashes = Lanes().replacing(with: all, where: lanes .== backslash)
      if (braces | backslashes).highBits != 0,
        holdsDelimiter(braces, backslashes, from: position)
      {
        return true
      }
      if position &+ 16 >= count { return false }
      // The last step may overlap the one before it.
      position = min(position &+ 16, count &- 16)
    }
  }

  /// Whether behind one of the marked lanes of the piece at `position` stands what makes it part of
  /// a delimiter.
  @inline(__always)
  private func holdsDelimiter(_ braces: Lanes, _ backslashes: Lanes, from position: Int) -> Bool {
    let all = Lanes(repeating: 0xFF)
    let next = vector(at: position &+ 1)
    let pairs =
      Lanes().replacing(with: all, where: next .== Lanes(repeating: UInt8(ascii: "{")))
      | Lanes().replacing(with: all, where: next .== Lanes(repeating: UInt8(ascii: "%")))
    let sevens = Lanes().replacing(
      with: all, where: vector(at: position &+ 4) .== Lanes(repeating: UInt8(ascii: "7")))
    return (braces & pairs | backslashes & sevens).highBits != 0
  }

  private typealias Lanes = SIMD16<UInt8>

  /// The bytes from `position` on; those behind the end are taken for letters.
  @inline(__always)
  private func lanes(at position: Int) -> Lanes {
    let lanes = vector(at: position)
    let rest = count - position
    guard rest < 16 else { return lanes }
    let places = Lanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let end = Lanes(repeating: UInt8(truncatingIfNeeded: rest))
    return lanes.replacing(with: Lanes(repeating: UInt8(ascii: "a")), where: places .>= end)
  }

  private static var mark: Lanes {
    @inline(__always) get { Lanes(repeating: 1) }
  }

  @inline(__always)
  private static func isMarked(_ lanes: Lanes) -> Bool {
    let words = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return words[0] | words[1] != 0
  }
}
