/// The current position of a scan, in the text and on the tape.
struct ScanPosition {
  /// The offset of the next byte; negative if the scan failed.
  var offset: Int
  /// The index of the tape's next free word.
  var node: Int

  /// The result of a scan that failed.
  static var failure: ScanPosition { ScanPosition(offset: -1, node: 0) }

  @inline(__always) var isFailure: Bool { offset < 0 }
}

// A parser with one function for each rule of the grammar, which takes the position where the rule
// begins and returns the position where it ends. Containers in containers need no recursion, which
// would overflow the stack of a small thread in a build without optimization.
extension JSONScanner {
  /// Scans the value at or after `start`; looks up the keys of a root object if there are names.
  mutating func scanRoot(_ bytes: ByteView, from start: Int) -> ScanPosition {
    keys.removeAll()
    let position = ScanPosition(offset: skipRareSpace(bytes, from: start), node: 0)
    if keys.count > 0, bytes[position.offset] == UInt8(ascii: "{") {
      return scanRootObject(bytes, from: position)
    }
    return scanAnyValue(bytes, from: position, depth: 0)
  }

  /// Scans the value at or after `start`, inside `depth` containers.
  @inline(never)
  private mutating func scanAnyValue(
    _ bytes: ByteView, from start: ScanPosition, depth: Int
  ) -> ScanPosition {
    let position = ScanPosition(offset: skipRareSpace(bytes, from: start.offset), node: start.node)
    switch bytes[position.offset] {
    case UInt8(ascii: "\""): return scanString(bytes, from: position)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return scanContainer(bytes, from: position, depth: depth &+ 1)
    default: return scanNumberOrLiteral(bytes, from: position)
    }
  }

  @inline(__always)
  private mutating func scanNumberOrLiteral(
    _ bytes: ByteView, from start: ScanPosition
  ) -> ScanPosition {
    switch bytes[start.offset] {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return scanNumber(bytes, from: start)
    default: return scanLiteral(bytes, from: start)
    }
  }

  /// Scans the root object at `start` and looks up its keys.
  private mutating func scanRootObject(
    _ bytes: ByteView, from start: ScanPosition
  ) -> ScanPosition {
    var position = inside(start, bytes)
    if bytes[position.offset] == UInt8(ascii: "}") { return close(.object, start, at: position) }
    var lastKey = keys.count  // the last key that has a name
    while true {
      if let name = keys.guess(bytes, at: position.offset, after: lastKey) {
        let step = keys.step(name)
        tape[position.node] = step.word(at: position.offset)
        position.node &+= 1
        position.offset &+= Int(step.length)
        unsafe keys.nodes[name] = Int32(truncatingIfNeeded: position.node)
        lastKey = name
      } else {
        let offset = skipRareSpace(bytes, from: position.offset)
        if offset != position.offset {
          position.offset = offset
          continue
        }
        position = scanRareKey(bytes, from: position)
        if position.isFailure { return position }
        let key = tape[position.node &- 1]
        lastKey = keys.note(key, position.node, in: bytes, after: lastKey) ?? lastKey
      }
      position = scanRootValue(bytes, from: position)
      if position.isFailure { return position }
      if bytes[position.offset] != UInt8(ascii: ",") {
        position.offset = skipRareSpace(bytes, from: position.offset)
        if bytes[position.offset] == UInt8(ascii: "}") {
          return close(.object, start, at: position)
        }
        if bytes[position.offset] != UInt8(ascii: ",") {
          return fail(.expectedCommaOrBrace, at: position.offset, in: bytes)
        }
      }
      position.offset &+= 1
    }
  }

  /// Scans the value of a root's member at or after `start`, optimized for a string or a Boolean
  /// without whitespace before it.
  @inline(__always)
  private mutating func scanRootValue(
    _ bytes: ByteView, from start: ScanPosition
  ) -> ScanPosition {
    if bytes[start.offset] == UInt8(ascii: "\"") { return scanString(bytes, from: start) }
    switch JSONScanner.literal(in: bytes.word(at: start.offset)) {
    case .false: return put(.false, from: start, to: start.offset &+ 5)
    case .true: return put(.true, from: start, to: start.offset &+ 4)
    default: return scanAnyValue(bytes, from: start, depth: 1)
    }
  }

  /// Scans the object or array at `start`, which is inside `depth` containers including itself.
  ///
  /// The extent in the word of an open container is the distance to the one around it, so that the
  /// tape is the stack of open containers.
  @inline(never)
  private mutating func scanContainer(
    _ bytes: ByteView, from start: ScanPosition, depth: Int
  ) -> ScanPosition {
    if stopCount > 0, depth == 2, bytes[start.offset] == UInt8(ascii: "["),
      let name = keys.name(of: tape[start.node &- 1], in: bytes), name < stopCount
    {
      return fail(.stopped, at: start.offset, in: bytes)
    }
    var (position, open, depth) = (start, start.node, depth)
    while true {
      if depth > JSONScanner.depthLimit { return fail(.tooDeep, at: position.offset, in: bytes) }
      var isObject = bytes[position.offset] == UInt8(ascii: "{")
      tape[position.node] = TapeWord(
        isObject ? .object : .array, offset: position.offset, extent: position.node &- open)
      open = position.node
      position = inside(position, bytes)
      // The container is empty, or its first value follows.
      var isAfterValue = bytes[position.offset] == UInt8(ascii: isObject ? "}" : "]")
      while true {
        if !isAfterValue {
          if isObject {
            position.offset = skipRareSpace(bytes, from: position.offset)
            position = scanKey(bytes, from: position)
            if position.isFailure { return position }
          }
          position.offset = skipRareSpace(bytes, from: position.offset)
          let first = bytes[position.offset]
          if first == UInt8(ascii: "\"") {
            position = scanString(bytes, from: position)
          } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            break
          } else {
            position = scanNumberOrLiteral(bytes, from: position)
          }
          if position.isFailure { return position }
          if bytes[position.offset] != UInt8(ascii: ",") {
            position.offset = skipRareSpace(bytes, from: position.offset)
          }
        }
        isAfterValue = bytes[position.offset] != UInt8(ascii: ",")
        if !isAfterValue {
          position.offset &+= 1
          continue
        }
        guard bytes[position.offset] == UInt8(ascii: isObject ? "}" : "]") else {
          return fail(
            isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: position.offset,
            in: bytes)
        }
        let word = tape[open]
        position = close(word.kind, ScanPosition(offset: word.offset, node: open), at: position)
        if open == start.node { return position }
        open &-= word.extent
        depth &-= 1
        isObject = tape[open].kind == .object
        position.offset = skipRareSpace(bytes, from: position.offset)
      }
      depth &+= 1
    }
  }

  /// The position of the first non-whitespace byte in the container at `start`.
  @inline(__always)
  private mutating func inside(_ start: ScanPosition, _ bytes: ByteView) -> ScanPosition {
    ScanPosition(offset: skipRareSpace(bytes, from: start.offset &+ 1), node: start.node &+ 1)
  }

  /// Writes the container from `start` to its closing bracket at `end` to the tape.
  @inline(__always)
  private func close(_ kind: JSONKind, _ start: ScanPosition, at end: ScanPosition) -> ScanPosition
  {
    tape[start.node] = TapeWord(kind, offset: start.offset, extent: end.node &- start.node)
    tape[end.node] = TapeWord(.end, offset: end.offset, extent: 0)
    return ScanPosition(offset: end.offset &+ 1, node: end.node &+ 1)
  }

  /// Writes the number or literal from `start` up to `end` to the tape.
  @inline(__always)
  func put(_ kind: JSONKind, from start: ScanPosition, to end: Int) -> ScanPosition {
    tape[start.node] = TapeWord(kind, offset: start.offset, extent: end &- start.offset)
    return ScanPosition(offset: end, node: start.node &+ 1)
  }

  /// Writes the string from `start` to its closing quote at `end` to the tape.
  @inline(__always)
  func putString(from start: ScanPosition, to end: Int, isEscaped: Bool) -> ScanPosition {
    let first = start.offset &+ 1
    tape[start.node] = TapeWord(.string, offset: first, extent: end &- first, isEscaped: isEscaped)
    return ScanPosition(offset: end &+ 1, node: start.node &+ 1)
  }

  // MARK: Whitespace

  /// The position of the first non-whitespace byte at or after `start`.
  @inlinable
  public static func skipSpace(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    while bytes[position] <= 0x20 {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return position
      }
    }
    return position
  }

  /// Skips whitespace where it is rare: usually one comparison.
  @inline(__always)
  mutating func skipRareSpace(_ bytes: ByteView, from start: Int) -> Int {
    bytes[start] > 0x20 ? start : skipMoreSpace(bytes, from: start)
  }

  @inline(never)
  private mutating func skipMoreSpace(_ bytes: ByteView, from start: Int) -> Int {
    hasSpace = true
    return JSONScanner.skipSpace(bytes, from: start)
  }
}
