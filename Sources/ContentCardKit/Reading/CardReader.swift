import CardJSON

/// Reads cards out of blocks of bytes: any framing, any envelope, any shape.
///
/// A push reader: the caller hands over bytes with the state after the bytes before them, and gets
/// back the new state. It does no I/O, keeps nothing between blocks but memory to
/// reuse, and treats the bytes as one sequential reader would, however they are cut into blocks.
/// Bad records become `ReadingProblem`s; the good ones beside them are still visited.
package struct CardReader: ~Copyable {
  /// What a reader needs to know.
  package struct Options: Sendable {
    /// How cards are to be understood.
    package var cards = CardDecoder.Options()
    /// The largest card, in bytes, up to `sizeLimit`.
    package var maximumCardSize = 16 << 20
    /// Whether the visitor gets the cards of failed sync responses too.
    package var readsFailedSyncs = false
    /// The values of the command line's defaults.
    package init() {}

    /// The largest value of `maximumCardSize`, in bytes.
    package static let sizeLimit = 128 << 20
  }

  let options: Options
  var scanner = CardDecoder.makeScanner()
  var decoder: CardDecoder
  var embeddedText = ByteBuffer()
  var embeddedScanner = CardDecoder.makeScanner()
  var unclosed = UnclosedValues()

  /// A reader for cards of the given kind.
  package init(_ options: Options = Options()) {
    self.options = options
    decoder = CardDecoder(options.cards)
  }

  /// Reads a block from `state` on, as far as its values are whole.
  package mutating func read<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, from state: ReadingState, visitor: inout Visitor
  ) -> BlockEnd {
    unclosed.removeAll()
    var cursor = Cursor(block, state: state)
    while !cursor.isDone {
      switch cursor.state.place {
      case .value: readValue(&cursor, &visitor)
      case .firstElement, .element, .afterElement: readElement(&cursor, &visitor)
      case .firstMember, .member, .afterMember: readMember(&cursor, &visitor)
      case .recovering(let recovery):
        readOn(recovery, &cursor, &visitor)
      case .end: cursor.finish(at: cursor.block.bytes.count)
      }
    }
    cursor.advanceLine()
    var end = BlockEnd(
      state: cursor.state, consumed: cursor.position, records: cursor.records,
      isStopped: cursor.isStopped)
    end.cards = cursor.cards
    end.elements = cursor.elements
    end.isContinued = cursor.isContinued
    end.lineFeeds = cursor.lineFeeds
    return end
  }
}

// Top-level values.
extension CardReader {
  private mutating func readValue<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let bytes = cursor.block.bytes
    if cursor.block.offset == 0 && cursor.position == 0 {
      guard readSignature(&cursor, &visitor) else { return }
    }
    var position = cursor.position
    var lineFeeds = 0
    while isSpaceOrSeparator(bytes[position]) {
      if bytes[position] == UInt8(ascii: "\n") { lineFeeds += 1 }
      position += 1
    }
    cursor.position = position
    cursor.lineFeeds? += lineFeeds
    if position >= bytes.count { return cursor.finish(at: bytes.count) }
    if bytes[position] == UInt8(ascii: "["), !unclosed.isTooLarge(at: position) {
      visitor.visitContainer(
        .array(offset: cursor.block.offset + position), cursor.place(isRecord: false))
      return cursor.enter(.firstElement)
    }
    switch scan(cursor.block, from: position) {
    case .value(let end): readWholeValue(end: end, &cursor, &visitor)
    case .incomplete:
      if enterEnvelope(&cursor, &visitor, isWhole: false) != .entered {
        cursor.finish(at: position)
      }
    case .insideTooLarge(let end): recoverValue(validTo: end, nil, &cursor)
    case .tooLarge(let end):
      leaveValue(validTo: end, error: nil, &cursor, &visitor)
    case .invalid(let error):
      leaveValue(validTo: error.offset, error: error, &cursor, &visitor)
    }
  }

  /// Starts on the way out of the value at the cursor: to the next one, or to the next member of
  /// the wrapper that holds it.
  private mutating func recoverValue(
    validTo end: Int, _ error: JSONSyntaxError?, _ cursor: inout Cursor
  ) {
    let subject = cursor.state.depth == 0 ? Recovery.Subject.value : .member
    cursor.leaveValue()
    recover(subject, validTo: end, error: error, &cursor)
  }

  /// Goes on after a value that could not be read, or inside of it when it is an envelope.
  ///
  /// - Parameters:
  ///   - end: up to where it is valid.
  ///   - error: what is wrong with it; nil when it is only too large.
  private mutating func leaveValue<Visitor: CardVisitor & ~Copyable>(
    validTo end: Int, error: JSONSyntaxError?, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let start = cursor.position
    switch enterEnvelope(&cursor, &visitor, isWhole: true) {
    case .entered: return
    case .undecided: return cursor.finish(at: start)
    case .none: break
    }
    if let error {
      cursor.records += 1
      note(.syntax(error), at: error.offset, start: start, &cursor, &visitor)
    } else {
      noteTooLarge(at: start, &cursor, &visitor)
    }
    recoverValue(validTo: end, error, &cursor)
  }

  /// The record separator of RFC 7464.
  static let separator: UInt8 = 0x1E

  private func isSpaceOrSeparator(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == CardReader.separator
  }

  /// Takes the value of which the scanner has just made a tape.
  private mutating func readWholeValue<Visitor: CardVisitor & ~Copyable>(
    end: Int, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let document = scanner.document
    let start = cursor.position
    if scanner.hasSpace { cursor.lineFeeds = nil }
    switch decoder.find(document, keys: scanner.rootKeys) {
    case .card(let card):
      cursor.position = end
      deliver(card, at: start, &cursor, &visitor)
    case .envelope: return enterObject(isWrapper: false, &cursor, &visitor)
    case .wrapper where cursor.state.depth < ReadingState.depthLimit:
      // A request or a file of another kind may have such a member as well.
      cursor.records += 1
      guard visitor.visitOther(document, at: cursor.block.offset + start, cursor.place()) else {
        cursor.records -= 1
        return enterObject(isWrapper: true, &cursor, &visitor)
      }
      cursor.position = end
    case .wrapper, .none:
      cursor.position = end
      noteNoCard(document, at: start, &cursor, &visitor)
    }
    if cursor.state.depth > 0 { cursor.leaveValue() }
  }

  /// Hands a card over, unless it belongs to a failed sync response.
  mutating func deliver<Visitor: CardVisitor & ~Copyable>(
    _ card: Card, at start: Int, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    cursor.records += 1
    if cursor.state.isFailedSync, !options.readsFailedSyncs { return }
    hand(card, at: start, in: cursor.place(), &cursor, &visitor)
  }

  /// Hands a card over with its place.
  mutating func hand<Visitor: CardVisitor & ~Copyable>(
    _ card: Card, at start: Int, in place: RecordPlace, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    cursor.cards += 1
    if let source = cursor.source(at: start) {
      var located = card
      located.source = source
      visitor.visit(located, at: cursor.block.offset + start, place)
    } else {
      visitor.visit(card, at: cursor.block.offset + start, place)
    }
    cursor.proceed(visitor.wantsMore)
  }

  /// Looks at the first bytes of an input: passes a byte order mark over, ends at a foreign format.
  ///
  /// - Returns: whether reading goes on with a value.
  private mutating func readSignature<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) -> Bool {
    let bytes = cursor.block.bytes
    let isPlain = bytes[0] >= 0x20 && bytes[0] < 0x80 && bytes[1] >= 0x20 && bytes[1] < 0x80
    if isPlain && bytes[0] != UInt8(ascii: "B") { return true }
    if bytes.count < ForeignFormat.signatureLength && !cursor.block.isFinal {
      cursor.finish(at: 0)
      return false
    }
    if let format = ForeignFormat(bytes) {
      cursor.records += 1
      note(.foreign(format), at: 0, start: 0, &cursor, &visitor)
      cursor.state.place = .end
      cursor.lineFeeds = nil
      return false
    }
    if bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { cursor.position = 3 }
    return true
  }
}

// What could not be read.
extension CardReader {
  /// Hands a problem over; offsets are counted from the start of the block.
  ///
  /// - Parameters:
  ///   - isRecord: whether it is about the last record, and not about what stands between two of
  ///     them.
  ///   - place: where that is; nil for the cursor's own.
  mutating func note<Visitor: CardVisitor & ~Copyable>(
    _ reason: ReadingProblem.Reason, at offset: Int, start: Int, end: Int? = nil,
    isRecord: Bool = true, in place: RecordPlace? = nil, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    let problem = ReadingProblem(
      reason: reason, offset: cursor.block.offset + offset, start: cursor.block.offset + start,
      end: cursor.block.offset + (end ?? min(offset + 1, cursor.block.bytes.count)))
    visitor.note(problem, place ?? cursor.place(isRecord: isRecord))
    cursor.proceed(visitor.wantsMore)
  }

  mutating func noteTooLarge<Visitor: CardVisitor & ~Copyable>(
    at start: Int, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    cursor.records += 1
    let limit = options.maximumCardSize
    note(.tooLarge(limit: limit), at: start, start: start, &cursor, &visitor)
  }

  /// Notes that the root of `document` is no card.
  mutating func noteNoCard<Visitor: CardVisitor & ~Copyable>(
    _ document: JSONDocument, at start: Int, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    cursor.records += 1
    let range = start..<start + document.range(0).count
    noteNoCard(document, at: range, in: cursor.place(), &cursor, &visitor)
  }

  /// Notes that what stands in `range` of the block, at a place in `document`, is no card.
  mutating func noteNoCard<Visitor: CardVisitor & ~Copyable>(
    _ document: JSONDocument, at range: Range<Int>, in place: RecordPlace, _ cursor: inout Cursor,
    _ visitor: inout Visitor
  ) {
    let start = range.lowerBound
    if place.node == 0, visitor.visitOther(document, at: cursor.block.offset + start, place) {
      return
    }
    let isSyncResponse = decoder.isSyncResponse(document, place.node)
    var reason = NoCardReason(message: "no card", isSyncResponse: isSyncResponse)
    if visitor.wantsWords(for: reason) { reason = decoder.explanation(document, place.node) }
    note(
      .noCard(reason), at: start, start: start, end: range.upperBound, in: place, &cursor, &visitor)
  }
}
