import CardJSON

// Arrays of cards, bare or in an envelope: read element by element, so that their length does not
// matter.
extension CardReader {
  mutating func readElement<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let bytes = cursor.block.bytes
    let position = JSONScanner.skipSpace(bytes, from: cursor.position)
    if cursor.state.place == .firstElement,
      bytes.firstIndex(of: 0x0A, from: cursor.position, to: position) != nil
    {
      cursor.state.hasLines = true
    }
    cursor.position = position
    if position >= bytes.count { return endInArray(&cursor, &visitor) }
    let byte = bytes[position]
    if byte == UInt8(ascii: "]") { return closeArray(&cursor, &visitor) }
    guard case .afterElement = cursor.state.place else {
      return scanElement(&cursor, &visitor)
    }
    if byte == UInt8(ascii: ",") {
      cursor.state.place = .element
      cursor.position += 1
    } else {
      readUnexpected(&cursor, &visitor)
    }
  }

  /// Where the block ends between two elements.
  private mutating func endInArray<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let end = cursor.block.bytes.count
    cursor.finish(at: end)
    guard cursor.block.isFinal else { return }
    let error = JSONSyntaxError(.unexpectedEnd, offset: end, found: nil)
    cursor.state = ReadingState()
    note(.syntax(error), at: end, start: end, isRecord: false, &cursor, &visitor)
  }

  private mutating func closeArray<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let position = cursor.position
    if cursor.state.place == .element {
      let error = JSONSyntaxError(.trailingComma, offset: position, found: UInt8(ascii: "]"))
      cursor.elements += 1
      note(.syntax(error), at: position, start: position, isRecord: false, &cursor, &visitor)
    }
    if let brackets = cursor.state.brackets { return leaveList(brackets, &cursor) }
    cursor.position += 1
    if cursor.state.arrayKey != nil {
      cursor.state.place = .afterMember
      cursor.state.arrayKey = nil
      cursor.state.hasLines = false
    } else {
      cursor.state.place = .value
      visitor.visitContainer(
        .end(offset: cursor.block.offset + cursor.position), cursor.place(isRecord: false))
      cursor.leaveValue()
    }
  }

  /// Goes on in the bad element in whose list the elements seem to stand, at the end of the list.
  private mutating func leaveList(_ brackets: BracketStack, _ cursor: inout Cursor) {
    cursor.state.brackets = nil
    cursor.advanceLine()
    let position = cursor.position
    var recovery = Recovery(
      .element, at: position, validTo: position, error: nil, block: cursor.block,
      state: cursor.state,
      options: options)
    recovery.leaveList(brackets)
    cursor.position += 1
    cursor.state.place = .recovering(recovery)
    cursor.lineFeeds = nil
  }

  /// Reads what follows an element and is neither comma nor bracket.
  private mutating func readUnexpected<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let position = cursor.position
    let found = cursor.block.bytes[position]
    let error = JSONSyntaxError(.expectedCommaOrBracket, offset: position, found: found)
    cursor.elements += 1
    note(.syntax(error), at: position, start: position, isRecord: false, &cursor, &visitor)
    cursor.elements -= 1
    switch found {
    case UInt8(ascii: "["), CardReader.separator: cursor.state = ReadingState()
    // A missing comma costs no card: the element after it is read all the same. But where elements
    // do not begin on lines of their own, another line is another value.
    case UInt8(ascii: "{"), UInt8(ascii: "\""):
      cursor.advanceLine()
      let isAtLine = cursor.state.line == LineBeginning()
      let isOutside = isAtLine && !cursor.state.hasLines && found == UInt8(ascii: "{")
      if isOutside { cursor.state = ReadingState() } else { cursor.state.place = .element }
    default: recover(.element, validTo: position, error: error, &cursor)
    }
  }

  private mutating func scanElement<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let start = cursor.position
    switch scanElement(cursor.block, from: start, &cursor.state) {
    case .value(let end):
      cursor.position = end
      cursor.state.place = .afterElement
      cursor.elements += 1
      let document = scanner.document
      switch document.kind(0) {
      case .object:
        switch decoder.find(document, keys: scanner.rootKeys) {
        case .card(let card):
          deliver(card, at: start, &cursor, &visitor)
        case .envelope, .wrapper:
          readNested(document, &cursor, &visitor)
        case .none:
          noteNoCard(document, at: start, &cursor, &visitor)
        }
      case .string:
        readEmbedded(document, from: start, to: end, &cursor, &visitor)
      default: noteNoCard(document, at: start, &cursor, &visitor)
      }
    case .incomplete: cursor.finish(at: start)
    case .insideTooLarge(let end):
      recover(.element, validTo: end, error: nil, &cursor)
    case .tooLarge(let end):
      cursor.elements += 1
      noteTooLarge(at: start, &cursor, &visitor)
      recover(.element, validTo: end, error: nil, &cursor)
    case .invalid(let error):
      cursor.records += 1
      cursor.elements += 1
      note(.syntax(error), at: error.offset, start: start, &cursor, &visitor)
      if error.found == CardReader.separator {
        // A record separator ends whatever was cut off before it.
        cursor.position = error.offset
        cursor.state = ReadingState()
      } else {
        recover(.element, validTo: error.offset, error: error, &cursor)
      }
    }
  }
}

// Cards in strings, as Flutter keeps them.
extension CardReader {
  /// How many bytes after a quote have to be there to tell whether it begins such a string.
  static let textMark = 3

  /// Whether the quote at `position` begins a string that holds an object with a member.
  static func beginsText(_ bytes: ByteView, _ position: Int) -> Bool {
    bytes[position + 1] == UInt8(ascii: "{") && bytes[position + 2] == UInt8(ascii: "\\")
      && bytes[position + 3] == UInt8(ascii: "\"")
  }

  /// Reads an element that is a string holding a card, an envelope or a wrapper.
  private mutating func readEmbedded<Visitor: CardVisitor & ~Copyable>(
    _ document: JSONDocument, from start: Int, to end: Int, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    let fault: JSONSyntaxError
    switch scanText(document, 0) {
    case .object:
      let string = NestedValue(document, cursor)
      var value = NestedValue(text: embeddedScanner.document, of: 0, in: string)
      return read(0, at: cursor.place(isRecord: false), of: &value, &cursor, &visitor)
    case .other:
      return noteNoCard(document, at: start, &cursor, &visitor)
    case .invalid(let error): fault = error
    }
    if !cursor.block.isFinal && cursor.block.bytes.count - end < CardReader.textMark {
      cursor.elements -= 1
      cursor.state.place = .element
      return cursor.finish(at: start)
    }
    cursor.records += 1
    let content = document.content(0)
    let offset = start + 1 + JSONText.offset(ofDecoded: fault.offset, in: content)
    // Where a quote is missing, the next string's first quote was taken for the end of this one.
    if CardReader.beginsText(cursor.block.bytes, end - 1) {
      cursor.position = end - 1
      cursor.state.place = .element
    }
    note(.syntax(fault), at: offset, start: start, &cursor, &visitor)
  }

  /// What a string holds.
  enum TextScan {
    /// An object, which the embedded scanner has made a tape of.
    case object
    /// Something that does not begin like one.
    case other
    /// Something that does, and is not JSON; offsets count bytes of the text.
    case invalid(JSONSyntaxError)
  }

  /// Scans the text of the string `node`.
  mutating func scanText(_ document: JSONDocument, _ node: Int) -> TextScan {
    embeddedText.removeAll()
    document.appendText(node, to: &embeddedText)
    let text = embeddedText.sealed()
    guard text[JSONScanner.skipSpace(text, from: 0)] == UInt8(ascii: "{") else { return .other }
    switch embeddedScanner.scan(text) {
    case .value(let length):
      let rest = JSONScanner.skipSpace(text, from: length)
      if rest == text.count { return .object }
      return .invalid(JSONSyntaxError(.unexpectedText, offset: rest, found: text[rest]))
    case .invalid(let error): return .invalid(error)
    case .incomplete:
      return .invalid(JSONSyntaxError(.unexpectedEnd, offset: text.count, found: nil))
    }
  }
}
