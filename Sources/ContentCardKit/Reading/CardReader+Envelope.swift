import CardJSON

// Reads envelopes that are malformed or larger than a block, member by member, and their arrays
// element by element.
extension CardReader where Visitor: ~Copyable {
  /// The result of examining an object.
  enum Entry {
    /// The object is an envelope, and the cursor is inside it.
    case entered
    /// The object is not an envelope.
    case none
    /// The block ends before this can be decided.
    case undecided
  }

  /// Moves the cursor into the object at its position if it is an envelope, which has an array of
  /// cards that begins within the maximum size of a card, or a wrapper.
  ///
  /// Malformed members are skipped to find the cards after them, if `skipsErrors`. If more bytes of
  /// the object can change the decision (`isWhole` is false), an object that may be a card is not
  /// entered. `element` is the place of the object in an array.
  mutating func enterEnvelope(
    isWhole: Bool, skipsErrors: Bool = true, inside element: RecordPlace? = nil
  ) -> Entry {
    let start = cursor.position
    guard cursor.block.bytes[start] == UInt8(ascii: "{") else { return .none }
    let outer = cursor
    cursor.beginSearch()
    let entry = findCards(from: start, skipsErrors: skipsErrors)
    let (wrapped, key) = (cursor.wrapped, cursor.state.level.arrayKey)
    cursor = outer
    switch entry {
    case .none:
      guard skipsErrors, let wrapped, wrapped - start <= options.maximumCardSize,
        cursor.state.depth < ReadingState.depthLimit
      else { return .none }
      guard isWhole else { return .undecided }
    case .entered where key?.isAlsoCardKey == true && !isWhole: return .undecided
    case .entered: break
    case .undecided: return .undecided
    }
    if let element { visitor.visitContainer(.inside(key: nil, isString: false), element) }
    visitor.visitContainer(
      .envelope(offset: cursor.block.offset + cursor.position), cursor.place(isRecord: false))
    cursor.enter(.firstMember)
    cursor.state.level.isWrapper = entry == .none
    return .entered
  }

  /// Moves the cursor to the first array of cards in the object that begins at `start`.
  private mutating func findCards(from start: Int, skipsErrors: Bool) -> Entry {
    let isDecided = isDecided(from: start)
    while cursor.position - start <= options.maximumCardSize {
      switch scanMember() {
      case .cards(let key):
        guard cursor.position - start <= options.maximumCardSize else { return .none }
        cursor.state.level.arrayKey = key
        return .entered
      case .value, .wrapped: break
      case .failed(.incomplete): return isDecided ? .none : .undecided
      case .failed(.unreadable(_, let error?)) where skipsErrors:
        leaveMember(error)
        if case .recovering(var recovery) = cursor.state.context {
          switch recovery.skip(cursor.block, from: cursor.position) {
          case .resumed(let position, let place):
            cursor.resume(at: position, as: place, recovery.line)
          case .left: return .none
          case .unfinished: return isDecided ? .none : .undecided
          }
        } else if cursor.state.context != .member {
          return .none
        }
      case .end, .failed: return .none
      }
    }
    return .none
  }

  /// Reads the next member of an envelope or wrapper.
  mutating func readMember() {
    let member = scanMember()
    let (key, place) = (cursor.memberKey, cursor.place(isRecord: false))
    let start = cursor.position
    switch member {
    case .cards(let cardsKey):
      visitMember(key, nil, at: place)
      cursor.enterArray(cardsKey)
    case .wrapped:
      visitMember(key, nil, at: place)
      visitor.visitContainer(.inside(key: key.text, isString: false), place)
      cursor.enterInner()
    case .value:
      var value = ScannedValue(cursor)
      readMember(scanner.document.root, key, isWrapper: cursor.state.level.isWrapper, of: &value)
      cursor.state.level.isFailedSync = value.isFailedSync
    case .end:
      visitor.visitContainer(.end(offset: cursor.block.offset + start), place)
      cursor.state.leaveInner()
    case .failed(.unreadable(_, let error?)):
      leaveMember(error)
      note(.syntax(error), at: error.offset, start: start, isRecord: false)
    case .failed(.unreadable(let end, nil)):
      noteUnreadable(nil)
      beginRecovery(of: .member, validTo: end, nil)
    case .failed: cursor.finish(at: start)
    }
  }

  /// Passes a member of an envelope or wrapper to the visitor.
  mutating func visitMember(_ key: MemberKey, _ value: JSONNode?, at place: RecordPlace) {
    let base = cursor.block.offset
    let range = base + key.range.lowerBound..<base + key.range.upperBound
    visitor.visitContainer(.member(key: key.text, value: value, range: range), place)
  }
}

/// The key of a member of an envelope or wrapper.
struct MemberKey {
  /// The meaning of the key; nil for other keys.
  var name: EnvelopeKey?
  /// The key as written, with its quotes.
  var text = ByteView("")
  /// The range of the key in the block, with its quotes.
  var range = 0..<0
}

// Scanning of members.
extension CardReader where Visitor: ~Copyable {
  /// The result of scanning a member of an envelope.
  enum Member {
    /// An array of cards with this key; the position is after its `[`.
    case cards(CardsKey)
    /// The object or array in a wrapper; the position is its start.
    case wrapped
    /// Another value, which is on the scanner's tape.
    case value
    /// The end of the envelope.
    case end
    /// A member that is incomplete, too large or invalid; the position is its start.
    case failed(Scan)
  }

  /// Moves the cursor past a member, or past the `[` of an array of cards.
  private mutating func scanMember() -> Member {
    let bytes = cursor.block.bytes
    cursor.position = JSONScanner.skipSpace(bytes, from: cursor.position)
    if bytes[cursor.position] == UInt8(ascii: "}"), cursor.state.context != .member {
      cursor.position += 1
      return .end
    }
    if cursor.state.context == .afterMember {
      guard bytes[cursor.position] == UInt8(ascii: ",") else {
        return fault(.expectedCommaOrBrace, at: cursor.position)
      }
      cursor.state.context = .member
      cursor.position = JSONScanner.skipSpace(bytes, from: cursor.position + 1)
    }
    let start = cursor.position
    guard bytes[start] == UInt8(ascii: "\"") else {
      let isTrailing = bytes[start] == UInt8(ascii: "}")
      let isLiquid = JSONSyntaxError.isLiquid(bytes, at: start)
      return fault(isTrailing ? .trailingComma : isLiquid ? .liquid : .expectedKey, at: start)
    }
    let result = scan(from: start)
    guard case .value(let end) = result else { return .failed(result) }
    cursor.memberKey = MemberKey(
      name: EnvelopeKey(scanner.document.root), text: bytes.slice(start..<end), range: start..<end)
    var position = JSONScanner.skipSpace(bytes, from: end)
    if position - start <= options.maximumCardSize {
      guard bytes[position] == UInt8(ascii: ":") else { return fault(.expectedColon, at: position) }
      position = JSONScanner.skipSpace(bytes, from: position + 1)
    }
    if position - start > options.maximumCardSize { return tooLarge(start) }
    return scanMemberValue(at: position, from: start)
  }

  private mutating func scanMemberValue(at position: Int, from start: Int) -> Member {
    let (key, first) = (cursor.memberKey.name, cursor.block.bytes[position])
    if case .cards(let key) = key, first == UInt8(ascii: "[") {
      cursor.position = position + 1
      return .cards(key)
    }
    if let key, key.wraps(first) {
      cursor.wrapped = cursor.wrapped ?? position
      if cursor.state.level.isWrapper, first != UInt8(ascii: "\"") {
        cursor.position = position
        return .wrapped
      }
    }
    let result = scan(from: position)
    guard case .value(let end) = result else { return .failed(result) }
    if end - start > options.maximumCardSize { return tooLarge(start) }
    cursor.position = end
    cursor.state.context = .afterMember
    return .value
  }

  private func fault(_ reason: JSONSyntaxError.Reason, at position: Int) -> Member {
    let bytes = cursor.block.bytes
    let isEnd = position >= bytes.count
    if isEnd, !cursor.block.isFinal { return .failed(.incomplete) }
    let error = JSONSyntaxError(
      isEnd ? .unexpectedEnd : reason, offset: position, found: isEnd ? nil : bytes[position])
    return .failed(.unreadable(validTo: position, error))
  }

  private func tooLarge(_ start: Int) -> Member { .failed(.unreadable(validTo: start, nil)) }

  /// Continues after a syntax error, or begins to skip the malformed member.
  private mutating func leaveMember(_ error: JSONSyntaxError) {
    let isAfterMember = cursor.state.context == .afterMember
    switch error.found {
    case UInt8(ascii: "\"") where isAfterMember && error.offset == cursor.position:
      // After a missing comma, all members can still be read.
      cursor.state.context = .member
    case UInt8(ascii: "{") where isAfterMember, UInt8(ascii: "[") where isAfterMember:
      // After a missing brace, the values after the envelope can still be read.
      cursor.state.leave()
    default: beginRecovery(of: .member, validTo: error.offset, error)
    }
  }
}
