import CardJSON

// Envelopes: objects that carry an array of cards. They are read member by member, and the array
// element by element, so that neither has to fit into memory.
extension CardReader {
  /// Whether an object is an envelope.
  enum Entry {
    /// It is, and the cursor stands inside.
    case entered
    /// It is none.
    case none
    /// The block ends before that is seen.
    case undecided
  }

  /// Stands the cursor inside the object at its position, when that is an envelope: when one of its
  /// members is an array of cards, and begins no further after the object's beginning than a card
  /// may be large.
  ///
  /// Without such a member it may still be a wrapper.
  /// Members that are not JSON are passed over, for the sake of the cards after them.
  ///
  /// - Parameter isWhole: whether the block holds so much of the object that more would not show
  ///   what it is; else an object that might still turn out to be a card is not entered.
  mutating func enterEnvelope<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor, isWhole: Bool
  ) -> Entry {
    let start = cursor.position
    guard cursor.block.bytes[start] == UInt8(ascii: "{") else { return .none }
    var probe = Cursor(cursor.block, state: ReadingState())
    probe.position = start
    probe.enter(.firstMember)
    switch findCards(from: start, &probe) {
    case .none:
      guard let wrapped = probe.wrapped, wrapped - start <= options.maximumCardSize,
        cursor.state.depth < ReadingState.depthLimit
      else { return .none }
      guard isWhole else { return .undecided }
      enterObject(isWrapper: true, &cursor, &visitor)
      return .entered
    case .entered where probe.state.arrayKey?.isKeyOfCards == true && !isWhole: return .undecided
    case .entered:
      enterObject(isWrapper: false, &cursor, &visitor)
      return .entered
    case .undecided: return .undecided
    }
  }

  /// Moves `probe` to the first array of cards in the object that begins at `start`.
  private mutating func findCards(from start: Int, _ probe: inout Cursor) -> Entry {
    let isDecided = probe.block.isFinal || isBeyondLimit(probe.block, from: start)
    while probe.position - start <= options.maximumCardSize {
      switch scanMember(&probe) {
      case .cards(let key):
        guard probe.position - start <= options.maximumCardSize else { return .none }
        probe.state.arrayKey = key
        return .entered
      case .message, .wrapped, .stored, .other: break
      case .end, .tooLarge: return .none
      case .incomplete: return isDecided ? .none : .undecided
      case .invalid(let error):
        switch passMember(error, &probe) {
        case .resumed: break
        case .left, .candidate, .endless: return .none
        case .unfinished: return isDecided ? .none : .undecided
        }
      }
    }
    return .none
  }

  /// Stands the cursor inside the object at its position.
  mutating func enterObject<Visitor: CardVisitor & ~Copyable>(
    isWrapper: Bool, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    visitor.visitContainer(
      .envelope(offset: cursor.block.offset + cursor.position), cursor.place(isRecord: false))
    cursor.enter(.firstMember)
    cursor.state.isInWrapper = isWrapper
  }

  mutating func readMember<Visitor: CardVisitor & ~Copyable>(
    _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let member = scanMember(&cursor)
    seeMember(member, cursor, &visitor)
    switch member {
    case .cards(let key): cursor.enterArray(key)
    case .wrapped: cursor.enterWrapped()
    case .stored: readStored(&cursor, &visitor)
    case .other: break
    case .end: cursor.leaveValue()
    case .incomplete: cursor.finish(at: cursor.position)
    case .tooLarge(let end):
      let start = cursor.position
      recover(.member, validTo: end, error: nil, &cursor)
      noteTooLarge(at: start, &cursor, &visitor)
    case .message(let offset):
      let text = scanner.document.string(0)
      guard text != CardReader.success else { return }
      cursor.state.isFailedSync = true
      let end = cursor.position
      note(
        .failedSync(message: text), at: offset, start: offset, end: end, isRecord: false,
        &cursor, &visitor)
    case .invalid(let error):
      let start = cursor.position
      leaveMember(error, &cursor)
      note(.syntax(error), at: error.offset, start: start, isRecord: false, &cursor, &visitor)
    }
  }

  private func seeMember<Visitor: CardVisitor & ~Copyable>(
    _ member: Member, _ cursor: Cursor, _ visitor: inout Visitor
  ) {
    switch member {
    case .cards, .wrapped, .stored:
      seeMember(nil, cursor, &visitor)
      if case .cards = member { return }
      let key = cursor.block.bytes.slice(cursor.memberKey)
      let isString = if case .stored = member { true } else { false }
      visitor.visitContainer(.inside(key: key, isString: isString), cursor.place(isRecord: false))
    case .message, .other:
      seeMember(scanner.document, cursor, &visitor)
    case .end:
      visitor.visitContainer(
        .end(offset: cursor.block.offset + cursor.position), cursor.place(isRecord: false))
    case .incomplete, .tooLarge, .invalid: break
    }
  }

  private func seeMember<Visitor: CardVisitor & ~Copyable>(
    _ value: JSONDocument?, _ cursor: Cursor, _ visitor: inout Visitor
  ) {
    let key = cursor.memberKey
    let range = cursor.block.offset + key.lowerBound..<cursor.block.offset + key.upperBound
    visitor.visitContainer(
      .member(key: cursor.block.bytes.slice(key), value: value.map { ($0, 0) }, range: range),
      cursor.place(isRecord: false))
  }

  /// The message of a sync response that did not fail.
  static let success = "success"
}

// What stands between the cards of an envelope and around them.
extension CardReader {
  /// What stands where a member of an envelope may begin.
  enum Member {
    /// An array of cards, by its key; the position is after its `[`.
    case cards(CardsKey)
    /// The message of a sync response, on the scanner's tape, at this position.
    case message(Int)
    /// What a wrapper holds: an object or array, which begins at the position.
    case wrapped
    /// The same as a string, on the scanner's tape.
    case stored
    /// A member of no interest.
    case other
    /// The end of the envelope.
    case end
    /// A member that the block does not hold whole; the position is where it begins.
    case incomplete
    /// A member larger than a card may be; the position is where it begins, the value up to where
    /// it is valid.
    case tooLarge(Int)
    /// No member; the position is where one should begin.
    case invalid(JSONSyntaxError)
  }

  /// Moves over one member, or over the `[` of an array of cards.
  private mutating func scanMember(_ cursor: inout Cursor) -> Member {
    let bytes = cursor.block.bytes
    cursor.position = JSONScanner.skipSpace(bytes, from: cursor.position)
    if bytes[cursor.position] == UInt8(ascii: "}"), cursor.state.place != .member {
      cursor.position += 1
      return .end
    }
    if cursor.state.place == .afterMember {
      guard bytes[cursor.position] == UInt8(ascii: ",") else {
        return fault(.expectedCommaOrBrace, at: cursor.position, cursor)
      }
      cursor.state.place = .member
      cursor.position = JSONScanner.skipSpace(bytes, from: cursor.position + 1)
    }
    let start = cursor.position
    guard bytes[start] == UInt8(ascii: "\"") else {
      let isTrailing = bytes[start] == UInt8(ascii: "}")
      return fault(isTrailing ? .trailingComma : .expectedKey, at: start, cursor)
    }
    let key: EnvelopeKey?
    var position: Int
    switch scan(cursor.block, from: start) {
    case .value(let end):
      key = EnvelopeKey(scanner.document, 0)
      cursor.memberKey = start..<end
      position = JSONScanner.skipSpace(bytes, from: end)
    case let other: return member(other)
    }
    if position - start > options.maximumCardSize { return .tooLarge(start) }
    guard bytes[position] == UInt8(ascii: ":") else {
      return fault(.expectedColon, at: position, cursor)
    }
    position = JSONScanner.skipSpace(bytes, from: position + 1)
    if position - start > options.maximumCardSize { return .tooLarge(start) }
    if case .cards(let key) = key, bytes[position] == UInt8(ascii: "[") {
      cursor.position = position + 1
      return .cards(key)
    }
    if let key, key.wraps(bytes[position]) {
      cursor.wrapped = cursor.wrapped ?? position
      if cursor.state.isInWrapper, bytes[position] != UInt8(ascii: "\"") {
        cursor.position = position
        return .wrapped
      }
    }
    switch scan(cursor.block, from: position) {
    case .value(let end):
      if end - start > options.maximumCardSize { return .tooLarge(start) }
      cursor.position = end
      cursor.state.place = .afterMember
      guard scanner.document.kind(0) == .string else { return .other }
      if cursor.state.isInWrapper { return key == .stored ? .stored : .other }
      return key == .message ? .message(position) : .other
    case let other: return member(other)
    }
  }

  /// What a member is of which a part is no whole value.
  private func member(_ scan: Scan) -> Member {
    switch scan {
    case .value: .other
    case .incomplete: .incomplete
    case .invalid(let error): .invalid(error)
    case .tooLarge(let end), .insideTooLarge(let end): .tooLarge(end)
    }
  }

  private func fault(_ reason: JSONSyntaxError.Reason, at position: Int, _ cursor: Cursor) -> Member
  {
    if position < cursor.block.bytes.count {
      return .invalid(
        JSONSyntaxError(reason, offset: position, found: cursor.block.bytes[position]))
    }
    let end = JSONSyntaxError(.unexpectedEnd, offset: position, found: nil)
    return cursor.block.isFinal ? .invalid(end) : .incomplete
  }

  /// Leaves what stands where a member should, or starts on the way out of it.
  private mutating func leaveMember(_ error: JSONSyntaxError, _ cursor: inout Cursor) {
    let isBehindMember = cursor.state.place == .afterMember
    switch error.found {
    case CardReader.separator:
      // A record separator ends whatever was cut off before it.
      cursor.position = error.offset
      cursor.state = ReadingState()
    case UInt8(ascii: "\"") where isBehindMember && error.offset == cursor.position:
      // A missing comma costs no member.
      cursor.state.place = .member
    case UInt8(ascii: "{") where isBehindMember, UInt8(ascii: "[") where isBehindMember:
      // A missing brace costs no value after the envelope.
      cursor.state = ReadingState()
    default: recover(.member, validTo: error.offset, error: error, &cursor)
    }
  }

  /// Passes over what stands where a member should.
  private mutating func passMember(
    _ error: JSONSyntaxError, _ cursor: inout Cursor
  ) -> Recovery.Outcome {
    leaveMember(error, &cursor)
    switch cursor.state.place {
    case .recovering(var recovery):
      let outcome = recovery.pass(over: cursor.block, from: cursor.position)
      if case .resumed(let position, let place) = outcome {
        cursor.resume(at: position, as: place, after: recovery)
      }
      return outcome
    case .member: return .resumed(at: cursor.position, .member)
    default: return .left(at: cursor.position)
    }
  }
}
