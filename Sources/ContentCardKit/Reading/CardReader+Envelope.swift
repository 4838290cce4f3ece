import CardJSON

// Reads envelopes and wrappers, member by member.
extension CardReader where Visitor: ~Copyable {
  /// Enters the object at the cursor, which has an array of cards, or is a wrapper.
  mutating func enterObject(isWrapper: Bool) {
    let place = cursor.place(isRecord: false)
    if place.element != nil {
      visitor.visitContainer(.inside(key: nil, isString: cursor.isAtText), place)
      cursor.enterElement(at: place)
    }
    visitor.visitContainer(
      .envelope(offset: cursor.offset(of: cursor.position)), cursor.place(isRecord: false))
    cursor.enter(.firstMember)
    cursor.state.level.isWrapper = isWrapper
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
    case .value: readMember(key, scanner.document.root, at: place)
    case .end:
      visitor.visitContainer(.end(offset: cursor.offset(of: start)), place)
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

  /// Reads a member that was scanned whole.
  private mutating func readMember(_ key: MemberKey, _ value: JSONNode, at place: RecordPlace) {
    let isWrapper = cursor.state.level.isWrapper
    let isHeld = isWrapper && key.name == .stored && value.kind == .string
    visitMember(key, isHeld ? nil : value, at: place)
    if isHeld {
      visitor.visitContainer(.inside(key: key.text, isString: true), place)
      readText(value, at: RecordPlace(depth: place.depth + 1))
    } else if key.name == .message, value.kind == .string, !isWrapper {
      let message = value.string
      guard message != ReadingState.success else { return }
      cursor.state.level.isFailedSync = true
      let range = value.range
      note(
        .failedSync(message: message), at: range.lowerBound, start: range.lowerBound,
        end: range.upperBound, isRecord: false)
    }
  }

  /// Passes a member of an envelope or wrapper to the visitor.
  private mutating func visitMember(_ key: MemberKey, _ value: JSONNode?, at place: RecordPlace) {
    let range = cursor.offset(of: key.range.lowerBound)..<cursor.offset(of: key.range.upperBound)
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
    cursor.position = cursor.skipSpace(from: cursor.position)
    if bytes[cursor.position] == UInt8(ascii: "}"), cursor.state.context != .member {
      cursor.position += 1
      return .end
    }
    if cursor.state.context == .afterMember {
      guard bytes[cursor.position] == UInt8(ascii: ",") else {
        return fault(.expectedCommaOrBrace, at: cursor.position)
      }
      // The comma stays in the block until it is known whether it is one too many.
      let next = cursor.skipSpace(from: cursor.position + 1)
      if next >= bytes.count, !cursor.block.isFinal { return .failed(.incomplete) }
      if bytes[next] == UInt8(ascii: "}") {
        let error = JSONSyntaxError(.trailingComma, at: next, in: bytes, from: cursor.position)
        (cursor.state.context, cursor.position) = (.member, next)
        return .failed(.unreadable(validTo: next, error))
      }
      (cursor.state.context, cursor.position) = (.member, next)
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
    var position = cursor.skipSpace(from: end)
    if position - start <= options.maximumCardSize {
      guard bytes[position] == UInt8(ascii: ":") else { return fault(.expectedColon, at: position) }
      position = cursor.skipSpace(from: position + 1)
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
    if let key, cursor.state.level.isWrapper, first != UInt8(ascii: "\""), key.wraps(first) {
      cursor.position = position
      return .wrapped
    }
    let result = scan(from: position)
    guard case .value(let end) = result else { return .failed(result) }
    if end - start > options.maximumCardSize { return tooLarge(start) }
    if scanner.hasSpace { cursor.end.lineFeeds = nil }
    cursor.position = end
    cursor.state.context = .afterMember
    return .value
  }

  private func fault(_ reason: JSONSyntaxError.Reason, at position: Int) -> Member {
    let bytes = cursor.block.bytes
    let isEnd = position >= bytes.count
    if !cursor.block.isFinal, JSONMistake.isOpen(at: position, in: bytes) {
      return .failed(.incomplete)
    }
    let reason = isEnd ? .unexpectedEnd : reason
    let error = JSONSyntaxError(reason, at: position, in: bytes, from: position)
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
