import CardJSON

// Arrays of cards, bare or in an envelope: read element by element, so that their length does not
// matter.
extension CardReader {
  mutating func readElement<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let bytes = block.bytes
    var position = cursor.position
    while isSpace(bytes[position]) { position += 1 }
    cursor.position = position
    if position >= bytes.count { return endInArray(block, &cursor, &visitor) }
    let byte = bytes[position]
    if byte == UInt8(ascii: "]") {
      if cursor.state.place == .element {
        let error = JSONSyntaxError(.trailingComma, offset: position, found: byte)
        note(.syntax(error), at: position, start: position, block, &cursor, &visitor)
      }
      return closeArray(block, &cursor, &visitor)
    }
    if cursor.state.place == .afterElement {
      cursor.state.place = .element
      if byte == UInt8(ascii: ",") {
        cursor.position += 1
        return
      }
      let error = JSONSyntaxError(.expectedCommaOrBracket, offset: position, found: byte)
      cursor.records += 1
      cursor.elements += 1
      // A missing comma costs no card: the element behind it is read all the same.
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\"") {
        note(.syntax(error), at: position, start: position, block, &cursor, &visitor)
        return cursor.elements -= 1
      }
      return recover(from: error, block, &cursor, &visitor)
    }
    scanElement(block, &cursor, &visitor)
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Where the block ends between two elements.
  private mutating func endInArray<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let end = block.bytes.count
    cursor.finish(at: end)
    guard block.isFinal else { return }
    let error = JSONSyntaxError(.unexpectedEnd, offset: end, found: nil)
    cursor.records += 1
    cursor.state.place = .end
    note(.syntax(error), at: end, start: end, block, &cursor, &visitor)
  }

  private func closeArray<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    cursor.state.place = cursor.state.isInEnvelope ? .afterMember : .value
    cursor.state.arrayKey = nil
    cursor.position += 1
    if !cursor.state.isInEnvelope { visitor.see(.end(offset: block.offset + cursor.position)) }
  }

  private mutating func scanElement<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let start = cursor.position
    switch scanner.scan(block.bytes, from: start, isFinal: block.isFinal) {
    case .value(let end):
      cursor.position = end
      cursor.state.place = .afterElement
      cursor.elements += 1
      let document = scanner.document(block.bytes)
      switch document.kind(0) {
      case .object:
        if case .card(let card) = decoder.find(document, 0, isElement: true) {
          deliver(card, from: start, to: end, block, &cursor, &visitor)
        } else {
          noteNoCard(document, at: start, block, &cursor, &visitor)
        }
      case .string: readEmbedded(document, from: start, to: end, block, &cursor, &visitor)
      default: noteNoCard(document, at: start, block, &cursor, &visitor)
      }
    case .incomplete:
      if block.bytes.count - start <= options.maximumCardSize { return cursor.finish(at: start) }
      cursor.elements += 1
      noteTooLarge(block, &cursor, &visitor)
      cursor.position = start
      cursor.state.place = .largeElement(depth: 0, isInString: false, isEscaped: false)
    case .invalid(let error):
      cursor.records += 1
      cursor.elements += 1
      recover(from: error, block, &cursor, &visitor)
    }
  }

  /// Reads an element that is a string holding a card, as Flutter keeps them.
  private mutating func readEmbedded<Visitor: CardVisitor & ~Copyable>(
    _ document: JSONDocument, from start: Int, to end: Int, _ block: Block,
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    embeddedText.removeAll()
    document.appendText(0, to: &embeddedText)
    let text = embeddedText.sealed()
    guard JSONNumber.trimmed(text).count > 0, JSONNumber.trimmed(text)[0] == UInt8(ascii: "{")
    else { return noteNoCard(document, at: start, block, &cursor, &visitor) }
    let fault: JSONSyntaxError
    switch embeddedScanner.scan(text) {
    case .value(let length):
      let rest = JSONNumber.trimmed(text.slice(length..<text.count))
      if rest.count == 0 {
        let embedded = embeddedScanner.document(text)
        guard case .card(let card) = decoder.find(embedded, 0, isElement: true) else {
          let content = document.content(0)
          return noteNoCard(embedded, at: start, in: content, block, &cursor, &visitor)
        }
        let content = document.content(0)
        return deliver(card, from: start, to: end, in: content, block, &cursor, &visitor)
      }
      fault = JSONSyntaxError(.unexpectedText, offset: text.count - rest.count, found: rest[0])
    case .invalid(let error): fault = error
    case .incomplete: fault = JSONSyntaxError(.unexpectedEnd, offset: text.count, found: nil)
    }
    cursor.records += 1
    let content = document.content(0)
    let offset = start + 1 + JSONText.offset(ofDecoded: fault.offset, in: content)
    note(.syntax(fault), at: offset, start: start, block, &cursor, &visitor)
  }
}
