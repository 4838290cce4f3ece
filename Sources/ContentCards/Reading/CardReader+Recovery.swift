import CardJSON

// How reading goes on behind what could not be read (spec, section 3, "Bad records").
extension CardReader {
  /// How a bad element is left.
  private enum WayOut {
    /// At this position, in this place.
    case resumed(at: Int, ReadingState.Place)
    /// More bytes are needed to tell.
    case undecided
    /// Nothing says where the next element is.
    case lost
  }

  /// Reports a bad element and goes on behind it.
  mutating func recover<Visitor: CardVisitor & ~Copyable>(
    from error: JSONSyntaxError, _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let start = cursor.position
    if error.found == CardReader.separator {
      // A record separator ends whatever was cut off before it.
      cursor.state = ReadingState()
      cursor.position = error.offset
      return note(.syntax(error), at: error.offset, start: start, block, &cursor, &visitor)
    }
    var way = wayByBrackets(block, from: start)
    if case .lost = way { way = wayByLines(block, from: start, cursor.entryIndentation) }
    switch way {
    case .undecided:
      cursor.records -= 1
      cursor.elements -= 1
      return cursor.finish(at: start)
    case .resumed(let position, let place):
      cursor.position = position
      cursor.state.place = place
    case .lost:
      cursor.position = start + 1
      cursor.state = ReadingState()
      cursor.state.place = .restOfArray(from: block.offset + start)
    }
    note(.syntax(error), at: error.offset, start: start, block, &cursor, &visitor)
  }

  /// How deep brackets are followed: enough for any card; few enough that an array of nothing but
  /// unclosed elements is not read again and again to its end.
  private static let bracketLimit = 64

  /// Counts brackets outside strings until the element's level is reached again.
  private func wayByBrackets(_ block: Block, from start: Int) -> WayOut {
    let bytes = block.bytes
    var depth = 0
    var objects: UInt64 = 0  // one bit an open bracket: whether it is a brace
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position = endOfString(bytes, from: position + 1)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == CardReader.bracketLimit { return .lost }
        objects = objects << 1 | (bytes[position] == UInt8(ascii: "{") ? 1 : 0)
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        let isBrace = bytes[position] == UInt8(ascii: "}")
        if depth == 0 {
          if !isBrace { return .resumed(at: position, .afterElement) }
        } else {
          if (objects & 1 != 0) != isBrace { return .lost }
          objects >>= 1
          depth -= 1
        }
      case UInt8(ascii: ",") where depth == 0: return .resumed(at: position, .afterElement)
      case CardReader.separator: return .lost
      default: break
      }
      position += 1
    }
    return isDecided(block, from: start) ? .lost : .undecided
  }

  /// Behind the quote that ends a string, or at the line feed that does.
  private func endOfString(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\n"): return position
      case UInt8(ascii: "\\"): position += bytes[position + 1] == UInt8(ascii: "\n") ? 1 : 2
      default: position += 1
      }
    }
    return bytes.count
  }

  /// Whether waiting for more bytes is of no use, or would take more memory than a card may.
  private func isDecided(_ block: Block, from start: Int) -> Bool {
    block.isFinal || block.bytes.count - start > options.maximumCardSize
  }

  /// Looks for a line that begins like the bad element's line: the same indentation, then `{`.
  private func wayByLines(_ block: Block, from start: Int, _ entryIndentation: Int) -> WayOut {
    let bytes = block.bytes
    let indentation = indentation(block, at: start, entryIndentation)
    var position = start
    while let lineFeed = bytes.firstIndex(of: 0x0A, from: position, to: bytes.count) {
      let next = lineFeed + 1
      let end = next + spaces(bytes, from: next)
      if end < bytes.count, end - next == indentation, bytes[end] == UInt8(ascii: "{") {
        return .resumed(at: next, .element)
      }
      position = next
    }
    return isDecided(block, from: start) ? .lost : .undecided
  }

  /// How many bytes of white space begin the line in which `position` is; `entry` when that line
  /// begins before the block.
  func indentation(_ block: Block, at position: Int, _ entry: Int) -> Int {
    var start = position
    while start > 0, block.bytes[start - 1] != 0x0A { start -= 1 }
    if start == 0 && block.offset > 0 { return entry }
    return spaces(block.bytes, from: start)
  }

  private func spaces(_ bytes: ByteView, from start: Int) -> Int {
    var end = start
    while bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return end - start
  }

  /// Passes over lines up to the next that begins with `{`, `[` or RS.
  mutating func skipLines<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let end = resumableLine(block, from: cursor.position)
    let isFound = end < block.bytes.count || block.endsAtLine || block.isFinal
    if !isFound {
      let endsLine = end > cursor.position && block.bytes[end - 1] == 0x0A
      return cursor.finish(at: endsLine ? end - 1 : end)
    }
    cursor.position = end
    let place = cursor.state.place
    cursor.state = ReadingState()
    guard case .restOfArray(let from) = place else { return }
    let length = block.offset + end - from
    // The array may have been given up in a block before this one.
    let start = from - block.offset
    note(.restOfArray(bytes: length), at: start, start: start, end: end, block, &cursor, &visitor)
  }

  /// Where the next such line begins; the end of the block without one.
  private func resumableLine(_ block: Block, from start: Int) -> Int {
    let bytes = block.bytes
    var position = start
    while let lineFeed = bytes.firstIndex(of: 0x0A, from: position, to: bytes.count) {
      let next = bytes[lineFeed + 1]
      if next == UInt8(ascii: "{") || next == UInt8(ascii: "[") || next == CardReader.separator {
        return lineFeed + 1
      }
      position = lineFeed + 1
    }
    return bytes.count
  }

  /// Passes over an element that is too large to be held: only its brackets and strings are
  /// followed, so that the elements behind it are not lost.
  mutating func skipLargeElement(_ block: Block, _ cursor: inout Cursor) {
    guard case .largeElement(var depth, var isInString, var isEscaped) = cursor.state.place else {
      return
    }
    let bytes = block.bytes
    while cursor.position < bytes.count {
      let byte = bytes[cursor.position]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") || byte == 0x0A {
          isInString = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}") where depth > 0, UInt8(ascii: "]") where depth > 0: depth -= 1
        case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0:
          cursor.state.place = .afterElement
          return
        default: break
        }
      }
      cursor.position += 1
    }
    let place = ReadingState.Place.largeElement(
      depth: depth, isInString: isInString, isEscaped: isEscaped)
    cursor.state.place = block.isFinal ? .afterElement : place
    if !block.isFinal { cursor.finish(at: bytes.count) }
  }
}
