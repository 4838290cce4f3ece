import CardJSON

// Envelopes that are incomplete in a block or malformed: read member by member, and their arrays
// element by element.
extension CardReader where Visitor: ~Copyable {
  /// The result of examining an object.
  enum Entry {
    /// The object is an envelope, and the cursor is inside it.
    case entered
    /// The object is not an envelope.
    case none
    /// The block ends too early to decide.
    case undecided
  }

  /// Moves the cursor into the object at its position if it is an envelope: one of its members is
  /// an array of cards that begins within the maximum size of a card.
  ///
  /// An object without such a member may still be a wrapper. Members that are not JSON are skipped
  /// to find the cards after them.
  ///
  /// - Parameters:
  ///   - isWhole: whether more bytes of the object would not change the decision. Otherwise an
  ///     object that may still be a card is not entered.
  ///   - element: the place of the element that the object is; nil for a value outside arrays.
  mutating func enterEnvelope(isWhole: Bool, inside element: RecordPlace? = nil) -> Entry {
    let start = cursor.position
    guard cursor.block.bytes[start] == UInt8(ascii: "{") else { return .none }
    let outer = cursor
    cursor = ReadingCursor(outer.block, state: ReadingState())
    cursor.position = start
    cursor.enter(.firstMember)
    let entry = findCards(from: start)
    let (wrapped, key) = (cursor.wrapped, cursor.state.arrayKey)
    cursor = outer
    switch entry {
    case .none:
      guard let wrapped, wrapped - start <= options.maximumCardSize,
        cursor.state.depth < ReadingState.depthLimit
      else { return .none }
      guard isWhole else { return .undecided }
      enterObject(isWrapper: true, inside: element)
      return .entered
    case .entered where key?.isKeyOfCards == true && !isWhole: return .undecided
    case .entered:
      enterObject(isWrapper: false, inside: element)
      return .entered
    case .undecided: return .undecided
    }
  }

  /// Moves the cursor to the first array of cards in the object that begins at `start`.
  private mutating func findCards(from start: Int) -> Entry {
    let isDecided = cursor.block.isFinal || isBeyondLimit(from: start)
    while cursor.position - start <= options.maximumCardSize {
      switch scanMember() {
      case .cards(let key):
        guard cursor.position - start <= options.maximumCardSize else { return .none }
        cursor.state.arrayKey = key
        return .entered
      case .message, .wrapped, .stored, .other: break
      case .end, .tooLarge: return .none
      case .incomplete: return isDecided ? .none : .undecided
      case .invalid(let error):
        leaveMember(error)
        if case .recovering(var recovery) = cursor.state.place {
          switch recovery.pass(over: cursor.block, from: cursor.position) {
          case .resumed(let position, let place):
            cursor.resume(at: position, as: place, recovery.line)
          case .left: return .none
          case .unfinished: return isDecided ? .none : .undecided
          }
        } else if cursor.state.place != .member {
          return .none
        }
      }
    }
    return .none
  }

  /// Moves the cursor into the object at its position.
  private mutating func enterObject(isWrapper: Bool, inside element: RecordPlace?) {
    if let element { visitor.visitContainer(.inside(key: nil, isString: false), element) }
    visitor.visitContainer(
      .envelope(offset: cursor.block.offset + cursor.position), cursor.place(isRecord: false))
    cursor.enter(.firstMember)
    cursor.state.isInWrapper = isWrapper
  }

  /// Reads the next member of an envelope or wrapper.
  mutating func readMember() {
    let member = scanMember()
    visit(member)
    switch member {
    case .cards(let key): cursor.enterArray(key)
    case .wrapped: cursor.enterInner(ofWrapper: true)
    case .stored:
      var value = ScannedValue(cursor)
      value.depth += 1
      readPossibleText(scanner.document.root, at: RecordPlace(), of: &value)
    case .other: break
    case .end: cursor.leaveValue()
    case .incomplete: cursor.finish(at: cursor.position)
    case .tooLarge(let end):
      let start = cursor.position
      beginRecovery(of: .member, validTo: end, nil)
      noteTooLarge(at: start)
    case .message(let offset):
      let text = scanner.document.root.string
      guard text != ReadingState.success else { return }
      cursor.state.isFailedSync = true
      note(
        .failedSync(message: text), at: offset, start: offset, end: cursor.position,
        isRecord: false)
    case .invalid(let error):
      let start = cursor.position
      leaveMember(error)
      note(.syntax(error), at: error.offset, start: start, isRecord: false)
    }
  }

  /// Passes a member to the visitor.
  private mutating func visit(_ member: Member) {
    let (base, keyRange) = (cursor.block.offset, cursor.memberKey)
    let key = cursor.block.bytes.slice(keyRange)
    let range = base + keyRange.lowerBound..<base + keyRange.upperBound
    let place = cursor.place(isRecord: false)
    let isString: Bool
    switch member {
    case .incomplete, .tooLarge, .invalid: return
    case .end: return visitor.visitContainer(.end(offset: base + cursor.position), place)
    case .message, .other:
      let value = scanner.document.root
      return visitor.visitContainer(.member(key: key, value: value, range: range), place)
    case .cards:
      return visitor.visitContainer(.member(key: key, value: nil, range: range), place)
    case .wrapped: isString = false
    case .stored: isString = true
    }
    visitor.visitContainer(.member(key: key, value: nil, range: range), place)
    visitor.visitContainer(.inside(key: key, isString: isString), place)
  }
}

// Members.
extension CardReader where Visitor: ~Copyable {
  /// The result of scanning a member of an envelope.
  enum Member {
    /// An array of cards, by its key; the position is after its `[`.
    case cards(CardsKey)
    /// The message of a sync response, on the scanner's tape, at this position.
    case message(Int)
    /// The object or array in a wrapper; the position is its start.
    case wrapped
    /// The object or array in a wrapper, as a string on the scanner's tape.
    case stored
    /// Any other member.
    case other
    /// The end of the envelope.
    case end
    /// A member that is incomplete in the block; the position is its start.
    case incomplete
    /// A member larger than the maximum size of a card, and the end of its valid part; the position
    /// is its start.
    case tooLarge(Int)
    /// A syntax error; the position is where a member is expected.
    case invalid(JSONSyntaxError)
  }

  /// Moves the cursor over a member, or over the `[` of an array of cards.
  private mutating func scanMember() -> Member {
    let bytes = cursor.block.bytes
    cursor.position = JSONScanner.skipSpace(bytes, from: cursor.position)
    if bytes[cursor.position] == UInt8(ascii: "}"), cursor.state.place != .member {
      cursor.position += 1
      return .end
    }
    if cursor.state.place == .afterMember {
      guard bytes[cursor.position] == UInt8(ascii: ",") else {
        return fault(.expectedCommaOrBrace, at: cursor.position)
      }
      cursor.state.place = .member
      cursor.position = JSONScanner.skipSpace(bytes, from: cursor.position + 1)
    }
    let start = cursor.position
    guard bytes[start] == UInt8(ascii: "\"") else {
      let isTrailing = bytes[start] == UInt8(ascii: "}")
      let isLiquid = JSONSyntaxError.isLiquid(bytes, at: start)
      return fault(
        isTrailing ? .trailingComma : isLiquid ? .liquid : .expectedKey, at: start)
    }
    let result = scan(from: start)
    guard case .value(let end) = result else { return member(result) }
    let key = EnvelopeKey(scanner.document.root)
    cursor.memberKey = start..<end
    var position = JSONScanner.skipSpace(bytes, from: end)
    if position - start > options.maximumCardSize { return .tooLarge(start) }
    guard bytes[position] == UInt8(ascii: ":") else { return fault(.expectedColon, at: position) }
    position = JSONScanner.skipSpace(bytes, from: position + 1)
    if position - start > options.maximumCardSize { return .tooLarge(start) }
    return scanMemberValue(key, at: position, from: start)
  }

  private mutating func scanMemberValue(_ key: EnvelopeKey?, at position: Int, from start: Int)
    -> Member
  {
    let first = cursor.block.bytes[position]
    if case .cards(let key) = key, first == UInt8(ascii: "[") {
      cursor.position = position + 1
      return .cards(key)
    }
    if let key, key.wraps(first) {
      cursor.wrapped = cursor.wrapped ?? position
      if cursor.state.isInWrapper, first != UInt8(ascii: "\"") {
        cursor.position = position
        return .wrapped
      }
    }
    let result = scan(from: position)
    guard case .value(let end) = result else { return member(result) }
    if end - start > options.maximumCardSize { return .tooLarge(start) }
    cursor.position = end
    cursor.state.place = .afterMember
    guard scanner.document.root.kind == .string else { return .other }
    if cursor.state.isInWrapper { return key == .stored ? .stored : .other }
    return key == .message ? .message(position) : .other
  }

  /// The member for an incomplete or invalid value.
  private func member(_ result: Scan) -> Member {
    switch result {
    case .value: .other
    case .incomplete: .incomplete
    case .invalid(let error): .invalid(error)
    case .tooLarge(let end): .tooLarge(end)
    }
  }

  private func fault(_ reason: JSONSyntaxError.Reason, at position: Int) -> Member {
    let bytes = cursor.block.bytes
    if position < bytes.count {
      return .invalid(JSONSyntaxError(reason, offset: position, found: bytes[position]))
    }
    let end = JSONSyntaxError(.unexpectedEnd, offset: position, found: nil)
    return cursor.block.isFinal ? .invalid(end) : .incomplete
  }

  /// Continues after a syntax error instead of a member, or begins to skip it.
  private mutating func leaveMember(_ error: JSONSyntaxError) {
    let isAfterMember = cursor.state.place == .afterMember
    switch error.found {
    case ReadingState.separator:
      // RS ends a truncated value before it.
      cursor.position = error.offset
      cursor.state.leave()
    case UInt8(ascii: "\"") where isAfterMember && error.offset == cursor.position:
      // A missing comma loses no member.
      cursor.state.place = .member
    case UInt8(ascii: "{") where isAfterMember, UInt8(ascii: "[") where isAfterMember:
      // A missing brace loses no value after the envelope.
      cursor.state.leave()
    default: beginRecovery(of: .member, validTo: error.offset, error)
    }
  }
}
