import CardJSON

// Values that are complete in a block, read from the tape of their document: cards, arrays,
// envelopes, wrappers, and strings that contain one. To limit the cost of hostile input, nesting is
// limited to `ReadingState.depthLimit`, and strings inside strings are not read.
extension CardReader where Visitor: ~Copyable {
  /// Reads a value: a card, a container of cards, or an invalid record.
  ///
  /// - Parameter position: its position in an array.
  mutating func read(_ node: JSONNode, at position: RecordPlace, of value: inout ScannedValue) {
    switch node.kind {
    case .object:
      let finding = find(node, value, isInEnvelope: position.arrayKey != nil)
      if case .card(let card) = finding {
        return visit(card, node, at: position, of: &value)
      }
      if !value.isText, let pushed = PushedCard.find(in: node) {
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
        if visitor.visitOther(node, at: offset, place) { return }
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

  /// Reads a value, which may also be a string that contains a card, an envelope or a
  /// wrapper.
  mutating func readPossibleText(
    _ node: JSONNode, at position: RecordPlace, of value: inout ScannedValue
  ) {
    guard node.kind == .string, !value.isText else {
      return read(node, at: position, of: &value)
    }
    switch scanText(of: node) {
    case .object(let object):
      var text = ScannedValue(textOf: node, in: value)
      read(object, at: position, of: &text)
    case .other: noteNoCard(node, at: position, of: &value)
    case .invalid(let fault):
      cursor.records += 1
      let start = value.start(of: node)
      let offset = JSONText.offset(ofDecoded: fault.offset, in: node.content)
      note(
        .syntax(fault), at: start + 1 + offset, start: start,
        in: value.place(of: node, at: position, record: cursor.records))
    }
  }

  /// The content of a string.
  private enum TextScan {
    /// An object, which is on the tape of `stringScanner`.
    case object(JSONNode)
    /// Text that does not resemble an object.
    case other
    /// Text that resembles an object but is not JSON; offsets count bytes of the text.
    case invalid(JSONSyntaxError)
  }

  private mutating func scanText(of string: JSONNode) -> TextScan {
    stringText.removeAll()
    CardText(string).appendText(to: &stringText)
    let text = stringText.sealed()
    guard text[JSONScanner.skipSpace(text, from: 0)] == UInt8(ascii: "{") else { return .other }
    switch stringScanner.scan(text) {
    case .value(let length):
      let rest = JSONScanner.skipSpace(text, from: length)
      if rest == text.count { return .object(stringScanner.document.root) }
      return .invalid(JSONSyntaxError(.unexpectedText, offset: rest, found: text[rest]))
    case .invalid(let error): return .invalid(error)
    case .incomplete:
      return .invalid(JSONSyntaxError(.unexpectedEnd, offset: text.count, found: nil))
    }
  }
}

// Cards, and values that are not cards.
extension CardReader where Visitor: ~Copyable {
  /// Detects the kind of an object.
  ///
  /// The keys of a root were looked up during the scan.
  private mutating func find(
    _ node: JSONNode, _ value: ScannedValue, isInEnvelope: Bool
  ) -> CardDecoder.Outcome {
    let rootKeys = value.isText ? stringScanner.rootKeys : scanner.rootKeys
    return decoder.find(
      node, keys: node.index == 0 ? rootKeys : nil, isInEnvelope: isInEnvelope)
  }

  /// Passes a card to the visitor, unless it belongs to a failed sync response.
  private mutating func visit(
    _ card: Card, _ node: JSONNode, at position: RecordPlace, of value: inout ScannedValue
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

  /// Reports a value as not a card, unless the visitor recognizes it.
  private mutating func noteNoCard(
    _ node: JSONNode, at position: RecordPlace, of value: inout ScannedValue
  ) {
    cursor.records += 1
    let place = value.place(of: node, at: position, record: cursor.records)
    let range = value.range(of: node)
    let offset = cursor.block.offset + range.lowerBound
    if visitor.visitOther(node, at: offset, place) { return }
    let isSyncResponse = RecognizedValue.isSyncResponse(node)
    var reason = NoCardReason(message: "no card", isSyncResponse: isSyncResponse)
    if visitor.wantsWords(for: reason) { reason = decoder.explanation(of: node) }
    note(
      .noCard(reason), at: range.lowerBound, start: range.lowerBound, end: range.upperBound,
      in: place)
  }
}

// The parts of envelopes and wrappers.
extension CardReader where Visitor: ~Copyable {
  /// Reads an envelope or wrapper.
  private mutating func readMembers(
    of node: JSONNode, at position: RecordPlace, isWrapper: Bool, value: inout ScannedValue
  ) {
    let (depth, isFailedSync) = (value.depth, value.isFailedSync)
    if position.element != nil {
      visitor.visitContainer(.inside(key: nil, isString: value.isText), value.place(at: position))
      value.depth += 1
    }
    let place = value.place(at: RecordPlace())
    let range = node.range
    visitor.visitContainer(
      .envelope(offset: cursor.block.offset + value.offset(range.lowerBound)), place)
    for (key, member) in node.members {
      if cursor.isStopped { break }
      readMember(member, key: key, isWrapper: isWrapper, value: &value)
    }
    visitor.visitContainer(
      .end(offset: cursor.block.offset + value.offset(range.upperBound)), place)
    (value.depth, value.isFailedSync) = (depth, isFailedSync)
  }

  private mutating func readMember(
    _ member: JSONNode, key: JSONNode, isWrapper: Bool, value: inout ScannedValue
  ) {
    let kind = member.kind
    let name = EnvelopeKey(key)
    let isHeld = isWrapper && name?.wraps(member.raw[0]) ?? false
    let cardsKey: CardsKey? = if case .cards(let key) = name, kind == .array { key } else { nil }
    let place = value.place(at: RecordPlace())
    let range = value.range(of: key)
    visitor.visitContainer(
      .member(
        key: key.raw, value: isHeld || cardsKey != nil ? nil : member,
        range: cursor.block.offset + range.lowerBound..<cursor.block.offset + range.upperBound),
      place)
    if let cardsKey {
      readElements(of: member, key: cardsKey, value: &value)
    } else if isHeld {
      visitor.visitContainer(.inside(key: key.raw, isString: kind == .string), place)
      value.depth += 1
      readPossibleText(member, at: RecordPlace(), of: &value)
      value.depth -= 1
    } else if name == .message, kind == .string, !isWrapper {
      let message = member.string
      guard message != ReadingState.success else { return }
      value.isFailedSync = true
      let range = value.range(of: member)
      note(
        .failedSync(message: message), at: range.lowerBound, start: range.lowerBound,
        end: range.upperBound, in: place)
    }
  }

  /// Reads the elements of an array.
  private mutating func readElements(of array: JSONNode, key: CardsKey?, value: inout ScannedValue)
  {
    var position = RecordPlace(arrayKey: key)
    for (index, element) in array.elements.enumerated() {
      if cursor.isStopped { break }
      position.element = index
      readPossibleText(element, at: position, of: &value)
    }
  }
}
