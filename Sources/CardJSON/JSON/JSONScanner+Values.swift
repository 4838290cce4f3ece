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

// A recursive-descent parser: one function for each rule of the grammar, which takes the position
// where the rule begins and returns the position where it ends. The recursion is at most
// `depthLimit` deep, and saves the loop over members from keeping a stack of open containers.
extension JSONScanner {
  /// Scans the value at or after `start`; looks up the keys of a root object if there are names.
  mutating func scanRoot(_ bytes: ByteView, from start: Int) -> ScanPosition {
    keys.removeAll()
    let position = ScanPosition(offset: skipRareSpace(bytes, from: start), node: 0)
    if keys.count > 0, bytes[position.offset] == UInt8(ascii: "{") {
      return scanObject(bytes, from: position, depth: 1, isRoot: true)
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
    case UInt8(ascii: "{"): return scanInnerObject(bytes, from: position, depth: depth &+ 1)
    case UInt8(ascii: "["): return scanArray(bytes, from: position, depth: depth &+ 1)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return scanNumber(bytes, from: position)
    default: return scanLiteral(bytes, from: position)
    }
  }

  /// Scans the value at or after `start`, optimized for a string or a Boolean without whitespace
  /// before it.
  @inline(__always)
  private mutating func scanValue(
    _ bytes: ByteView, from start: ScanPosition, depth: Int
  ) -> ScanPosition {
    if bytes[start.offset] == UInt8(ascii: "\"") { return scanString(bytes, from: start) }
    switch JSONScanner.literal(in: bytes.word(at: start.offset)) {
    case .false: return put(.false, from: start, to: start.offset &+ 5)
    case .true: return put(.true, from: start, to: start.offset &+ 4)
    default: return scanAnyValue(bytes, from: start, depth: depth)
    }
  }

  @inline(never)
  private mutating func scanInnerObject(
    _ bytes: ByteView, from start: ScanPosition, depth: Int
  ) -> ScanPosition { scanObject(bytes, from: start, depth: depth, isRoot: false) }

  /// Scans the object at `start`, which is inside `depth` containers including itself, and looks up
  /// its keys if it is the root.
  @inline(__always)
  private mutating func scanObject(
    _ bytes: ByteView, from start: ScanPosition, depth: Int, isRoot: Bool
  ) -> ScanPosition {
    if depth > JSONScanner.depthLimit { return fail(.tooDeep, at: start.offset, in: bytes) }
    var position = inside(start, bytes)
    if bytes[position.offset] == UInt8(ascii: "}") { return close(.object, start, at: position) }
    var lastKey = keys.count  // the last key that has a name
    while true {
      if isRoot, let name = keys.guess(bytes, at: position.offset, after: lastKey) {
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
        position = isRoot ? scanRareKey(bytes, from: position) : scanKey(bytes, from: position)
        if position.isFailure { return position }
        if isRoot {
          let key = tape[position.node &- 1]
          lastKey = keys.note(key, position.node, in: bytes, after: lastKey) ?? lastKey
        }
      }
      position = scanValue(bytes, from: position, depth: depth)
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

  /// Scans the array at `start`.
  @inline(never)
  private mutating func scanArray(
    _ bytes: ByteView, from start: ScanPosition, depth: Int
  ) -> ScanPosition {
    if depth > JSONScanner.depthLimit { return fail(.tooDeep, at: start.offset, in: bytes) }
    if depth == 2, stopCount > 0, let name = keys.name(of: tape[start.node &- 1], in: bytes),
      name < stopCount
    {
      return fail(.stopped, at: start.offset, in: bytes)
    }
    var position = inside(start, bytes)
    if bytes[position.offset] == UInt8(ascii: "]") { return close(.array, start, at: position) }
    while true {
      position = scanAnyValue(bytes, from: position, depth: depth)
      if position.isFailure { return position }
      position.offset = skipRareSpace(bytes, from: position.offset)
      if bytes[position.offset] == UInt8(ascii: "]") { return close(.array, start, at: position) }
      if bytes[position.offset] != UInt8(ascii: ",") {
        return fail(.expectedCommaOrBracket, at: position.offset, in: bytes)
      }
      position.offset &+= 1
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
