import CardJSON

// Reads values that are complete in a block from their tape: cards, arrays, envelopes, wrappers,
// and strings that contain one of these, but no strings inside strings.
extension CardReader where Visitor: ~Copyable {
  /// Reads a value: a card, a container of cards, or an invalid record.
  mutating func read(_ node: JSONNode, of value: inout ScannedValue) {
    switch node.kind {
    case .object:
      // The scanner has already looked up the keys of a root.
      let rootKeys = value.isText ? stringScanner.rootKeys : scanner.rootKeys
      let finding = decoder.find(
        node, keys: node.index == 0 ? rootKeys : nil, isInEnvelope: value.place.arrayKey != nil)
      if case .card(let card) = finding { return visit(card, node, of: &value) }
      if !value.isText, let pushed = PushedCard.find(in: node) {
        return readPossibleText(pushed, of: &value)
      }
      let isWrapper = if case .wrapper = finding { true } else { false }
      if node.index == 0, !value.isText, readStoredState(in: node), !isWrapper { return }
      if case .none = finding { break }
      let isNested = isWrapper || value.place.element != nil
      guard !isNested || value.place.depth < ReadingState.depthLimit else { break }
      if isWrapper {
        // Requests and other kinds of files may have such a member too.
        let place = value.place(of: node, record: cursor.end.records + 1)
        let offset = cursor.block.offset + value.start(of: node)
        if visitor.visitOther(node, at: offset, place) { return cursor.end.records += 1 }
      }
      return readMembers(of: node, isWrapper: isWrapper, value: &value)
    case .array where value.place.element == nil:
      let (range, place) = (value.range(of: node), value.place)
      visitor.visitContainer(.array(offset: cursor.block.offset + range.lowerBound), place)
      readElements(of: node, key: nil, value: &value)
      return visitor.visitContainer(.end(offset: cursor.block.offset + range.upperBound), place)
    default: break
    }
    noteNoCard(node, of: &value)
  }

  /// Reads a value, or the text of a string that contains a card, an envelope or a wrapper.
  mutating func readPossibleText(_ node: JSONNode, of value: inout ScannedValue) {
    guard node.kind == .string, !value.isText else { return read(node, of: &value) }
    stringText.removeAll()
    CardText(node).appendText(to: &stringText)
    let text = stringText.sealed()
    guard text[JSONScanner.skipSpace(text, from: 0)] == UInt8(ascii: "{") else {
      return noteNoCard(node, of: &value)
    }
    do throws(JSONSyntaxError) {
      let root = try stringScanner.scanWhole(text)
      var inner = ScannedValue(textOf: node, in: value)
      read(root, of: &inner)
    } catch {
      cursor.end.records += 1
      let start = value.start(of: node)
      let offset = JSONText.offset(ofDecoded: error.offset, in: node.content)
      note(
        .syntax(error), at: start + 1 + offset, start: start,
        in: value.place(of: node, record: cursor.end.records))
    }
  }

  /// Passes a card to the visitor, unless it is in a failed sync response.
  private mutating func visit(_ card: Card, _ node: JSONNode, of value: inout ScannedValue) {
    cursor.end.records += 1
    if value.isFailedSync, !options.readsFailedSyncs { return }
    cursor.end.cards += 1
    let place = value.place(of: node, record: cursor.end.records)
    let start = value.start(of: node)
    var card = card
    if let source = cursor.source(at: start) { card.source = source }
    visitor.visit(card, at: cursor.block.offset + start, place)
    if !visitor.wantsMore { cursor.end.isStopped = true }
  }

  /// Reports a value as not a card, unless the visitor recognizes it.
  private mutating func noteNoCard(_ node: JSONNode, of value: inout ScannedValue) {
    cursor.end.records += 1
    let place = value.place(of: node, record: cursor.end.records)
    let range = value.range(of: node)
    if visitor.visitOther(node, at: cursor.block.offset + range.lowerBound, place) { return }
    let isSyncResponse = RecognizedValue.isSyncResponse(node)
    var reason = NoCardReason(message: "no card", isSyncResponse: isSyncResponse)
    if visitor.wantsWords(for: reason) {
      reason = NoCardReason(
        node, wanted: options.cards.shape, isAlone: place.element == nil && place.depth == 0)
    }
    note(
      .noCard(reason), at: range.lowerBound, start: range.lowerBound, end: range.upperBound,
      in: place)
  }

  // MARK: The parts of envelopes and wrappers

  private mutating func readMembers(of node: JSONNode, isWrapper: Bool, value: inout ScannedValue) {
    let (place, isFailedSync) = (value.place, value.isFailedSync)
    if place.element != nil {
      visitor.visitContainer(.inside(key: nil, isString: value.isText), place)
      value.place.depth += 1
    }
    value.place = RecordPlace(depth: value.place.depth)
    let range = node.range
    visitor.visitContainer(
      .envelope(offset: cursor.block.offset + value.offset(range.lowerBound)), value.place)
    for (key, member) in node.members {
      if cursor.end.isStopped { break }
      let name = MemberKey(name: EnvelopeKey(key), text: key.raw, range: value.range(of: key))
      readMember(member, name, isWrapper: isWrapper, of: &value)
    }
    visitor.visitContainer(
      .end(offset: cursor.block.offset + value.offset(range.upperBound)), value.place)
    (value.place, value.isFailedSync) = (place, isFailedSync)
  }

  /// Reads a member of an envelope or wrapper.
  mutating func readMember(
    _ member: JSONNode, _ key: MemberKey, isWrapper: Bool, of value: inout ScannedValue
  ) {
    let kind = member.kind
    let isHeld = isWrapper && key.name?.wraps(member.raw[0]) ?? false
    let cardsKey: CardsKey? =
      if case .cards(let cardsKey) = key.name, kind == .array { cardsKey } else { nil }
    let place = value.place
    visitMember(key, isHeld || cardsKey != nil ? nil : member, at: place)
    if let cardsKey {
      readElements(of: member, key: cardsKey, value: &value)
    } else if isHeld {
      visitor.visitContainer(.inside(key: key.text, isString: kind == .string), place)
      value.place.depth += 1
      readPossibleText(member, of: &value)
      value.place.depth -= 1
    } else if key.name == .message, kind == .string, !isWrapper {
      let message = member.string
      guard message != ReadingState.success else { return }
      value.isFailedSync = true
      let range = value.range(of: member)
      note(
        .failedSync(message: message), at: range.lowerBound, start: range.lowerBound,
        end: range.upperBound, in: place)
    }
  }

  private mutating func readElements(
    of array: JSONNode, key: CardsKey?, value: inout ScannedValue
  ) {
    let place = value.place
    for (index, element) in array.elements.enumerated() {
      if cursor.end.isStopped { break }
      value.place = RecordPlace(element: index, arrayKey: key, depth: place.depth)
      readPossibleText(element, of: &value)
    }
    value.place = place
  }
}
