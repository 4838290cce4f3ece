import CardJSON

// Reads values that were scanned whole: cards, strings that contain one, and values that are not
// cards.
extension CardReader where Visitor: ~Copyable {
  /// Reads the scanned value at the cursor; returns false if the cursor entered it instead, because
  /// it is an envelope or a wrapper.
  mutating func readScannedValue() -> Bool {
    let (root, isElement) = (scanner.document.root, cursor.isElement)
    guard root.kind == .object else {
      if isElement { readText(root, at: cursor.place(isRecord: false)) } else { noteNoCard(root) }
      return true
    }
    // The scanner has already looked up the keys of a root.
    let finding = decoder.find(
      root, keys: scanner.rootKeys, isInEnvelope: cursor.arrayKey != nil, nearby: nearbyShapes)
    let mayEnter = cursor.depth < ReadingState.depthLimit
    switch finding {
    case .card(let card):
      visit(card, root)
      return true
    case .envelope where mayEnter || !isElement:
      enterObject(isWrapper: false)
      return false
    default: break
    }
    if !cursor.isText, let pushed = PushedCard.find(in: root) {
      readPushed(pushed)
      return true
    }
    let isWrapper = if case .wrapper = finding { true } else { false }
    if !cursor.isText, readStoredState(in: root), !isWrapper { return true }
    guard isWrapper, mayEnter else {
      noteNoCard(root)
      return true
    }
    // Requests and other kinds of files may have such a member too.
    if recognizes(root) { return true }
    enterObject(isWrapper: true)
    return false
  }

  private mutating func readPushed(_ pushed: JSONNode) {
    guard pushed.kind == .object else {
      return readText(pushed, at: cursor.place(isRecord: false))
    }
    if case .card(let card) = decoder.find(pushed) { return visit(card, pushed) }
    noteNoCard(pushed)
  }

  /// Reads the text of a string as a block of its own, if it begins with an object; but no string
  /// in such a text.
  mutating func readText(_ string: JSONNode, at place: RecordPlace) {
    let levels = place.depth - cursor.depth
    guard string.kind == .string, !cursor.isText else { return noteNoCard(string, below: levels) }
    stringText.removeAll()
    JSONString(string).appendText(to: &stringText)
    let text = stringText.sealed()
    guard text[JSONScanner.skipSpace(text, from: 0)] == UInt8(ascii: "{") else {
      return noteNoCard(string, below: levels)
    }
    _ = cursor.source(at: string.word.offset)
    var inner = ReadingCursor(text, of: string, at: place, in: cursor)
    swap(&cursor, &inner)
    readBlock()
    swap(&cursor, &inner)
    cursor.state.level.shape = inner.shapeInText
    let lineFeeds = cursor.end.lineFeeds
    cursor.end = inner.end
    cursor.end.lineFeeds = lineFeeds
  }

  /// The shapes that a card at the cursor has rather than another one that it fits, by precedence.
  private var nearbyShapes: [Shape] {
    guard options.assumesShapes, cursor.isElement, options.cards.shape == nil else { return [] }
    return [cursor.arrayKey?.shape, cursor.state.level.shape].compactMap { $0 }
  }

  /// Passes a card to the visitor, unless it is in a failed sync response.
  private mutating func visit(_ card: Card, _ node: JSONNode) {
    cursor.end.records += 1
    if cursor.state.level.isFailedSync, !options.readsFailedSyncs { return }
    cursor.end.cards += 1
    var place = cursor.place(of: node)
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
  ///
  /// - Parameter levels: how much deeper it is than the cursor.
  private mutating func recognizes(_ node: JSONNode, below levels: Int = 0) -> Bool {
    cursor.end.records += 1
    var place = cursor.place(of: node)
    place.depth += levels
    if visitor.visitOther(node, at: cursor.start(of: node.range.lowerBound), place) { return true }
    cursor.end.records -= 1
    return false
  }

  /// Reports a value as not a card, unless the visitor recognizes it.
  private mutating func noteNoCard(_ node: JSONNode, below levels: Int = 0) {
    if recognizes(node, below: levels) { return }
    cursor.end.records += 1
    let isSyncResponse = OtherValue.isSyncResponse(node)
    var reason = NoCardReason(message: "no card", isSyncResponse: isSyncResponse)
    if visitor.wantsWords(for: reason) {
      reason = NoCardReason(
        node, known: visitor.message(about: node), wanted: options.cards.shape,
        isAlone: !cursor.isElement && cursor.depth + levels == 0)
    }
    let range = cursor.range(of: node)
    let problem = ReadingProblem(
      reason: .noCard(reason), offset: range.lowerBound, start: range.lowerBound,
      end: range.upperBound)
    var place = cursor.place(of: node)
    place.depth += levels
    note(problem, place)
  }
}
