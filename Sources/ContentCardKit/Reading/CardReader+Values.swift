import CardJSON

// Values that are complete in a block, read from the tape of their document: cards, arrays,
// envelopes, wrappers, and strings that contain one. To limit the cost of hostile input, nesting is
// limited to `ReadingState.depthLimit`, and strings inside strings are not read.
extension CardReader where Visitor: ~Copyable {
  /// Reads the value `node`: a card, a container of cards, or an invalid record.
  ///
  /// - Parameter position: its position in an array.
  mutating func read(_ node: Int, at position: RecordPlace, of value: inout ScannedValue) {
    let document = value.document
    switch document.kind(node) {
    case .object:
      let finding = find(node, value, isInEnvelope: position.arrayKey != nil)
      if case .card(let card) = finding {
        return visit(card, node, at: position, of: &value)
      }
      if !value.isText, let pushed = PushedCard.find(in: document, node) {
        return readPossibleText(pushed, at: position, of: &value)
      }
      let isWrapper = if case .wrapper = finding { true } else { false }
      if case .none = finding { break }
      let isNested = isWrapper || position.element != nil
      guard !isNested || value.depth < ReadingState.depthLimit else { break }
      if isWrapper {
        // A request or another kind of file may have such a member too.
        cursor.records += 1
        let place = value.place(of: node, at: position, record: cursor.records)
        let offset = cursor.block.offset + value.start(of: node)
        if visitor.visitOther(document, at: offset, place) { return }
        cursor.records -= 1
      }
      return readMembers(of: node, at: position, isWrapper: isWrapper, value: &value)
    case .array where position.element == nil:
      let range = value.range(of: node)
      visitor.visitContainer(
        .array(offset: cursor.block.offset + range.lowerBound), value.place(at: position))
      readElements(of: node, key: nil, value: &value)
      return visitor.visitContainer(
        .end(offset: cursor.block.offset + range.upperBound), value.place(at: position))
    default: break
    }
    noteNoCard(node, at: position, of: &value)
  }

  /// Reads the value `node`, which may also be a string that contains a card, an envelope or a
  /// wrapper.
  mutating func readPossibleText(
    _ node: Int, at position: RecordPlace, of value: inout ScannedValue
  ) {
    guard value.document.kind(node) == .string, !value.isText else {
      return read(node, at: position, of: &value)
    }
    switch scanText(value.document, node) {
    case .object:
      var text = ScannedValue(text: stringScanner.document, of: node, in: value)
      read(0, at: position, of: &text)
    case .other: noteNoCard(node, at: position, of: &value)
    case .invalid(let fault):
      cursor.records += 1
      let start = value.start(of: node)
      let offset = JSONText.offset(ofDecoded: fault.offset, in: value.document.content(node))
      note(
        .syntax(fault), at: start + 1 + offset, start: start,
        in: value.place(of: node, at: position, record: cursor.records))
    }
  }

  /// The content of a string.
  private enum TextScan {
    /// An object, which is on the tape of `stringScanner`.
    case object
    /// Text that does not resemble an object.
    case other
    /// Text that resembles an object but is not JSON; offsets count bytes of the text.
    case invalid(JSONSyntaxError)
  }

  private mutating func scanText(_ document: JSONDocument, _ node: Int) -> TextScan {
    stringText.removeAll()
    document.appendText(node, to: &stringText)
    let text = stringText.sealed()
    guard text[JSONScanner.skipSpace(text, from: 0)] == UInt8(ascii: "{") else { return .other }
    switch stringScanner.scan(text) {
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

// Cards, and values that are not cards.
extension CardReader where Visitor: ~Copyable {
  /// Detects the kind of the object `node`.
  ///
  /// The keys of a root were looked up during the scan.
  private mutating func find(
    _ node: Int, _ value: ScannedValue, isInEnvelope: Bool
  ) -> CardDecoder.Outcome {
    guard node == 0 else {
      return decoder.find(value.document, node, isInEnvelope: isInEnvelope)
    }
    return decoder.find(
      value.document, keys: value.isText ? stringScanner.rootKeys : scanner.rootKeys,
      isInEnvelope: isInEnvelope)
  }

  /// Passes a card to the visitor, unless it belongs to a failed sync response.
  private mutating func visit(
    _ card: Card, _ node: Int, at position: RecordPlace, of value: inout ScannedValue
  ) {
    cursor.records += 1
    if value.isFailedSync, !options.readsFailedSyncs { return }
    cursor.cards += 1
    let place = value.place(of: node, at: position, record: cursor.records)
    let start = value.start(of: node)
    if let source = cursor.source(at: start) {
      var located = card
      located.source = source
      visitor.visit(located, at: cursor.block.offset + start, place)
    } else {
      visitor.visit(card, at: cursor.block.offset + start, place)
    }
    cursor.proceed(visitor.wantsMore)
  }

  /// Reports the value `node` as not a card, unless the visitor recognizes it.
  private mutating func noteNoCard(
    _ node: Int, at position: RecordPlace, of value: inout ScannedValue
  ) {
    cursor.records += 1
    let place = value.place(of: node, at: position, record: cursor.records)
    let range = value.range(of: node)
    let document = value.document
    let offset = cursor.block.offset + range.lowerBound
    if visitor.visitOther(document, at: offset, place) { return }
    let isSyncResponse = RecognizedValue.isSyncResponse(document, node)
    var reason = NoCardReason(message: "no card", isSyncResponse: isSyncResponse)
    if visitor.wantsWords(for: reason) { reason = decoder.explanation(document, node) }
    note(
      .noCard(reason), at: range.lowerBound, start: range.lowerBound, end: range.upperBound,
      in: place)
  }
}

// The parts of envelopes and wrappers.
extension CardReader where Visitor: ~Copyable {
  /// Reads the envelope or wrapper `node`.
  private mutating func readMembers(
    of node: Int, at position: RecordPlace, isWrapper: Bool, value: inout ScannedValue
  ) {
    let document = value.document
    let (depth, isFailedSync) = (value.depth, value.isFailedSync)
    if position.element != nil {
      visitor.visitContainer(.inside(key: nil, isString: value.isText), value.place(at: position))
      value.depth += 1
    }
    let place = value.place(at: RecordPlace())
    let range = document.range(node)
    visitor.visitContainer(
      .envelope(offset: cursor.block.offset + value.offset(range.lowerBound)), place)
    var key = node + 1
    while document.kind(key) != .end, !cursor.isStopped {
      readMember(key, isWrapper: isWrapper, value: &value)
      key = document.next(key + 1)
    }
    visitor.visitContainer(
      .end(offset: cursor.block.offset + value.offset(range.upperBound)), place)
    (value.depth, value.isFailedSync) = (depth, isFailedSync)
  }

  private mutating func readMember(_ key: Int, isWrapper: Bool, value: inout ScannedValue) {
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
      readElements(of: member, key: cardsKey, value: &value)
    } else if isHeld {
      visitor.visitContainer(.inside(key: document.raw(key), isString: kind == .string), place)
      value.depth += 1
      readPossibleText(member, at: RecordPlace(), of: &value)
      value.depth -= 1
    } else if name == .message, kind == .string, !isWrapper {
      let message = document.string(member)
      guard message != ReadingState.success else { return }
      value.isFailedSync = true
      let range = value.range(of: member)
      note(
        .failedSync(message: message), at: range.lowerBound, start: range.lowerBound,
        end: range.upperBound, in: place)
    }
  }

  /// Reads the elements of the array `node`.
  private mutating func readElements(of node: Int, key: CardsKey?, value: inout ScannedValue) {
    let document = value.document
    var position = RecordPlace(arrayKey: key)
    var element = node + 1
    var index = 0
    while document.kind(element) != .end, !cursor.isStopped {
      position.element = index
      readPossibleText(element, at: position, of: &value)
      element = document.next(element)
      index += 1
    }
  }
}
