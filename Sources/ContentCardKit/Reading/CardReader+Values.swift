import CardJSON

// Reads values that were scanned whole: cards, strings that contain one, and values that are not
// cards.
extension CardReader where Visitor: ~Copyable {
  /// Reads the scanned value at the cursor; returns false if the cursor entered it instead, because
  /// it is an envelope or a wrapper.
  mutating func readScannedValue() -> Bool {
    let (root, place) = (scanner.document.root, cursor.place(isRecord: false))
    guard root.kind == .object else {
      if place.element == nil { noteNoCard(root, at: place) } else { readText(root, at: place) }
      return true
    }
    // The scanner has already looked up the keys of a root.
    let finding = decoder.find(
      root, keys: scanner.rootKeys, isInEnvelope: place.arrayKey != nil,
      nearby: nearbyShapes(place))
    let mayEnter = place.depth < ReadingState.depthLimit
    switch finding {
    case .card(let card):
      visit(card, root, at: place)
      return true
    case .envelope where mayEnter || place.element == nil:
      enterObject(isWrapper: false)
      return false
    default: break
    }
    if !cursor.isText, let pushed = PushedCard.find(in: root) {
      readPushed(pushed, at: place)
      return true
    }
    let isWrapper = if case .wrapper = finding { true } else { false }
    if !cursor.isText, readStoredState(in: root), !isWrapper { return true }
    guard isWrapper, mayEnter else {
      noteNoCard(root, at: place)
      return true
    }
    // Requests and other kinds of files may have such a member too.
    if recognizes(root, at: place) { return true }
    enterObject(isWrapper: true)
    return false
  }

  private mutating func readPushed(_ pushed: JSONNode, at place: RecordPlace) {
    guard pushed.kind == .object else { return readText(pushed, at: place) }
    if case .card(let card) = decoder.find(pushed) { return visit(card, pushed, at: place) }
    noteNoCard(pushed, at: place)
  }

  /// Reads the text of a string as a block of its own, if it begins with an object; but no string
  /// in such a text.
  mutating func readText(_ string: JSONNode, at place: RecordPlace) {
    guard string.kind == .string, !cursor.isText else { return noteNoCard(string, at: place) }
    stringText.removeAll()
    JSONString(string).appendText(to: &stringText)
    let text = stringText.sealed()
    guard text[JSONScanner.skipSpace(text, from: 0)] == UInt8(ascii: "{") else {
      return noteNoCard(string, at: place)
    }
    _ = cursor.source(at: string.word.offset)
    let outer = cursor
    cursor = ReadingCursor(text, of: string, at: place, in: outer)
    readBlock()
    let (end, shape) = (cursor.end, cursor.shapeInText)
    cursor = outer
    cursor.state.level.shape = shape
    cursor.end = end
    cursor.end.lineFeeds = outer.end.lineFeeds
  }

  /// The shapes that a card at `place` has rather than another one that it fits, by precedence.
  private func nearbyShapes(_ place: RecordPlace) -> [Shape] {
    guard options.assumesShapes, place.element != nil, options.cards.shape == nil else { return [] }
    return [place.arrayKey?.shape, cursor.state.level.shape].compactMap { $0 }
  }

  /// Passes a card to the visitor, unless it is in a failed sync response.
  private mutating func visit(_ card: Card, _ node: JSONNode, at place: RecordPlace) {
    cursor.end.records += 1
    if cursor.state.level.isFailedSync, !options.readsFailedSyncs { return }
    cursor.end.cards += 1
    var place = cursor.place(of: node, in: place)
    let start = node.range.lowerBound
    if place.element != nil, options.assumesShapes {
      cursor.note(card.shape)
      place.assumedShape = decoder.assumed
    }
    if let source = cursor.source(at: start) { decoder.locate(source) }
    visitor.visit(card, at: cursor.start(of: start), place)
    if !visitor.wantsMore { cursor.end.isStopped = true }
  }

  /// Returns whether the visitor recognizes the value, which is then a record.
  private mutating func recognizes(_ node: JSONNode, at place: RecordPlace) -> Bool {
    cursor.end.records += 1
    let place = cursor.place(of: node, in: place)
    let offset = cursor.start(of: node.range.lowerBound)
    if visitor.visitOther(node, at: offset, place) { return true }
    cursor.end.records -= 1
    return false
  }

  /// Reports a value as not a card, unless the visitor recognizes it.
  private mutating func noteNoCard(_ node: JSONNode, at place: RecordPlace) {
    if recognizes(node, at: place) { return }
    cursor.end.records += 1
    let isSyncResponse = OtherValue.isSyncResponse(node)
    var reason = NoCardReason(message: "no card", isSyncResponse: isSyncResponse)
    if visitor.wantsWords(for: reason) {
      reason = NoCardReason(
        node, known: visitor.message(about: node), wanted: options.cards.shape,
        isAlone: place.element == nil && place.depth == 0)
    }
    let range = cursor.range(of: node)
    let problem = ReadingProblem(
      reason: .noCard(reason), offset: range.lowerBound, start: range.lowerBound,
      end: range.upperBound)
    note(problem, cursor.place(of: node, in: place))
  }
}
