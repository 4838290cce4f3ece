import CardJSON

// Envelopes and wrappers that are elements of arrays or stand in strings. They are no larger than a
// card may be, and are read from the document that was made of them. No deeper than
// `ReadingState.depthLimit`, and no strings in strings: what hostile input costs stays bounded.
extension CardReader {
  /// Reads the envelope or wrapper that is the root of `document`, an element of an array.
  mutating func readNested<Visitor: CardVisitor & ~Copyable>(
    _ document: JSONDocument, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    var value = NestedValue(document, cursor)
    read(0, at: cursor.place(isRecord: false), of: &value, &cursor, &visitor)
  }

  /// Reads the string that is the root of the scanner's document, what a wrapper holds.
  mutating func readStored<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    var value = NestedValue(scanner.document, cursor)
    value.depth += 1
    read(0, at: RecordPlace(), of: &value, &cursor, &visitor)
  }

  /// Reads the value `node`: a card, what holds cards, or a bad record.
  ///
  /// - Parameter spot: its place in an array; of the text of a string the string's own.
  mutating func read<Visitor: CardVisitor & ~Copyable>(
    _ node: Int, at spot: RecordPlace, of value: inout NestedValue, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    let document = value.document
    switch document.kind(node) {
    case .object:
      let finding = decoder.find(document, node)
      if case .card(let card) = finding {
        cursor.records += 1
        if value.isFailedSync, !options.readsFailedSyncs { return }
        let place = value.place(of: node, at: spot, record: cursor.records)
        return hand(card, at: value.start(of: node), in: place, &cursor, &visitor)
      }
      let isWrapper = if case .wrapper = finding { true } else { false }
      if case .none = finding { break }
      guard value.depth < ReadingState.depthLimit else { break }
      if isWrapper, node == 0 {
        // As at the root, a request or a file of another kind may have such a member as well.
        cursor.records += 1
        let place = value.place(of: node, at: spot, record: cursor.records)
        if visitor.visitOther(document, at: cursor.block.offset + value.start(of: node), place) {
          return
        }
        cursor.records -= 1
      }
      return readMembers(of: node, at: spot, isWrapper: isWrapper, value: &value, &cursor, &visitor)
    case .array where spot.element == nil:
      let range = value.range(of: node)
      visitor.visitContainer(
        .array(offset: cursor.block.offset + range.lowerBound), value.place(at: spot))
      readElements(of: node, key: nil, value: &value, &cursor, &visitor)
      return visitor.visitContainer(
        .end(offset: cursor.block.offset + range.upperBound), value.place(at: spot))
    case .string where !value.isText:
      return readText(of: node, at: spot, value: value, &cursor, &visitor)
    default: break
    }
    noteNoCard(node, at: spot, value: &value, &cursor, &visitor)
  }

  /// Reads the string `node`, which may hold a card, an envelope or a wrapper.
  private mutating func readText<Visitor: CardVisitor & ~Copyable>(
    of node: Int, at spot: RecordPlace, value: NestedValue, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    var value = value
    switch scanText(value.document, node) {
    case .object:
      var text = NestedValue(text: embeddedScanner.document, of: node, in: value)
      read(0, at: spot, of: &text, &cursor, &visitor)
    case .other:
      noteNoCard(node, at: spot, value: &value, &cursor, &visitor)
    case .invalid(let fault):
      cursor.records += 1
      let content = value.document.content(node)
      let start = value.start(of: node)
      note(
        .syntax(fault), at: start + 1 + JSONText.offset(ofDecoded: fault.offset, in: content),
        start: start, in: value.place(of: node, at: spot, record: cursor.records), &cursor, &visitor
      )
    }
  }

  private mutating func noteNoCard<Visitor: CardVisitor & ~Copyable>(
    _ node: Int, at spot: RecordPlace, value: inout NestedValue, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    cursor.records += 1
    let place = value.place(of: node, at: spot, record: cursor.records)
    noteNoCard(value.document, at: value.range(of: node), in: place, &cursor, &visitor)
  }
}

// What nested envelopes and wrappers consist of.
extension CardReader {
  /// Reads the envelope or wrapper `node`.
  private mutating func readMembers<Visitor: CardVisitor & ~Copyable>(
    of node: Int, at spot: RecordPlace, isWrapper: Bool, value: inout NestedValue,
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let document = value.document
    let (depth, isFailedSync) = (value.depth, value.isFailedSync)
    if spot.element != nil {
      visitor.visitContainer(.inside(key: nil, isString: value.isText), value.place(at: spot))
      value.depth += 1
    }
    let place = value.place(at: RecordPlace())
    let range = document.range(node)
    visitor.visitContainer(
      .envelope(offset: cursor.block.offset + value.offset(range.lowerBound)), place)
    var key = node + 1
    while document.kind(key) != .end, !cursor.isStopped {
      readMember(key, isWrapper: isWrapper, value: &value, &cursor, &visitor)
      key = document.next(key + 1)
    }
    visitor.visitContainer(
      .end(offset: cursor.block.offset + value.offset(range.upperBound)), place)
    (value.depth, value.isFailedSync) = (depth, isFailedSync)
  }

  private mutating func readMember<Visitor: CardVisitor & ~Copyable>(
    _ key: Int, isWrapper: Bool, value: inout NestedValue, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    let document = value.document
    let member = key + 1
    let kind = document.kind(member)
    let name = EnvelopeKey(document, key)
    let isHeld = isWrapper && name?.wraps(document.raw(member)[0]) ?? false
    let cardsKey: CardsKey? = if case .cards(let key) = name, kind == .array { key } else { nil }
    let place = value.place(at: RecordPlace())
    let range = value.range(of: key)
    visitor.visitContainer(
      .member(
        key: document.raw(key), value: isHeld || cardsKey != nil ? nil : (document, member),
        range: cursor.block.offset + range.lowerBound..<cursor.block.offset + range.upperBound),
      place)
    if let cardsKey {
      readElements(of: member, key: cardsKey, value: &value, &cursor, &visitor)
    } else if isHeld {
      visitor.visitContainer(.inside(key: document.raw(key), isString: kind == .string), place)
      value.depth += 1
      read(member, at: RecordPlace(), of: &value, &cursor, &visitor)
      value.depth -= 1
    } else if name == .message, kind == .string, !isWrapper {
      let message = document.string(member)
      guard message != CardReader.success else { return }
      value.isFailedSync = true
      let range = value.range(of: member)
      note(
        .failedSync(message: message), at: range.lowerBound, start: range.lowerBound,
        end: range.upperBound, in: place, &cursor, &visitor)
    }
  }

  /// Reads the elements of the array `node`.
  private mutating func readElements<Visitor: CardVisitor & ~Copyable>(
    of node: Int, key: CardsKey?, value: inout NestedValue, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    let document = value.document
    var spot = RecordPlace(arrayKey: key)
    var element = node + 1
    var index = 0
    while document.kind(element) != .end, !cursor.isStopped {
      spot.element = index
      read(element, at: spot, of: &value, &cursor, &visitor)
      element = document.next(element)
      index += 1
    }
  }
}
