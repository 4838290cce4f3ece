import CardJSON

// Reads arrays of cards, outside or inside an envelope, element by element.
extension CardReader where Visitor: ~Copyable {
  /// Enters the array at the cursor, which is outside envelopes.
  mutating func enterArray() {
    visitor.visitContainer(
      .array(offset: cursor.offset(of: cursor.position)), cursor.place(isRecord: false))
    cursor.enter(.firstElement)
  }

  /// Reads the next element, comma or bracket of an array.
  mutating func readElement() {
    let bytes = cursor.block.bytes
    let position = cursor.skipSpace(from: cursor.position)
    if cursor.state.context == .firstElement,
      bytes.firstIndex(of: 0x0A, from: cursor.position, to: position) != nil
    {
      cursor.state.level.hasLines = true
    }
    cursor.position = position
    if position >= bytes.count { return endInArray() }
    let byte = bytes[position]
    if byte == UInt8(ascii: "]") { return closeArray() }
    guard cursor.state.context == .afterElement else { return scanElement() }
    if byte == UInt8(ascii: ",") {
      // The comma stays in the block until it is known whether it is one too many.
      let next = cursor.skipSpace(from: position + 1)
      if next >= bytes.count, !cursor.block.isFinal { return cursor.finish(at: position) }
      cursor.state.context = .element
      cursor.position += 1
    } else {
      readUnexpected()
    }
  }

  private mutating func endInArray() {
    let end = cursor.block.bytes.count
    cursor.finish(at: end)
    guard cursor.block.isFinal else { return }
    let error = JSONSyntaxError(.unexpectedEnd, offset: end, found: nil)
    cursor.state.leave()
    note(.syntax(error), at: end, start: end, isRecord: false)
  }

  private mutating func closeArray() {
    let position = cursor.position
    if cursor.state.context == .element {
      let error = JSONSyntaxError(.trailingComma, at: position, in: cursor.block.bytes)
      cursor.state.level.elements.count += 1
      note(.syntax(error), at: position, start: position, isRecord: false)
    }
    cursor.position += 1
    if cursor.state.level.arrayKey != nil {
      cursor.state.context = .afterMember
      cursor.state.level.arrayKey = nil
      cursor.state.level.hasLines = false
    } else {
      cursor.state.context = .value
      visitor.visitContainer(
        .end(offset: cursor.offset(of: cursor.position)), cursor.place(isRecord: false))
      cursor.state.leaveInner()
    }
  }

  private mutating func readUnexpected() {
    let (position, bytes) = (cursor.position, cursor.block.bytes)
    if !cursor.block.isFinal, JSONMistake.isOpen(at: position, in: bytes) {
      return cursor.finish(at: position)
    }
    let found = bytes[position]
    let error = JSONSyntaxError(.expectedCommaOrBracket, at: position, in: bytes, from: position)
    cursor.state.level.elements.count += 1
    note(.syntax(error), at: position, start: position, isRecord: false)
    cursor.state.level.elements.count -= 1
    switch found {
    case UInt8(ascii: "["): cursor.state.leave()
    // After a missing comma, all cards can still be read. But if elements do not begin on separate
    // lines, a line that begins with an object is outside the array.
    case UInt8(ascii: "{"), UInt8(ascii: "\""):
      cursor.advanceLine()
      let isAtLine = cursor.state.line == LineBeginning()
      let isOutside = isAtLine && !cursor.state.level.hasLines && found == UInt8(ascii: "{")
      if isOutside { cursor.state.leave() } else { cursor.state.context = .element }
    default: beginRecovery(of: .element, validTo: position, error)
    }
  }

  private mutating func scanElement() {
    let mayEnter = cursor.depth < ReadingState.depthLimit
    let result = scan(from: cursor.position, stopsAtCards: mayEnter)
    if case .incomplete = result { return cursor.finish(at: cursor.position) }
    cursor.state.level.elements.count += 1
    switch result {
    case .value(let end):
      if scanner.hasSpace { cursor.end.lineFeeds = nil }
      guard readScannedValue() else { return }
      cursor.position = end
      cursor.state.context = .afterElement
    case .cards: enterObject(isWrapper: false)
    case .unreadable(let end, let error):
      if !leaveUnreadable(validTo: end, error) { cursor.state.level.elements.count -= 1 }
    case .incomplete: break
    }
  }
}
