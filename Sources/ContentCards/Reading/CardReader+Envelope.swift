import CardJSON

// Envelopes: objects that carry an array of cards. They are read member by member, and the array
// element by element, so that neither has to fit into memory.
extension CardReader {
  /// Stands the cursor inside the object at its position, when that is an envelope as far as it
  /// can be seen: one of its members is an array of cards, and those before it are whole.
  mutating func enterEnvelope<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) -> Bool {
    guard block.bytes[cursor.position] == UInt8(ascii: "{") else { return false }
    var probe = Cursor(state: cursor.state)
    probe.position = cursor.position + 1
    probe.state.place = .firstMember
    while true {
      switch scanMember(block, &probe) {
      case .cards:
        visitor.see(.envelope(offset: block.offset + cursor.position))
        cursor.position += 1
        cursor.state = ReadingState()
        cursor.state.place = .firstMember
        cursor.state.isInEnvelope = true
        return true
      case .message, .other: probe.state.place = .afterMember
      case .end, .incomplete, .invalid: return false
      }
    }
  }

  mutating func readMember<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let start = cursor.position
    let member = scanMember(block, &cursor)
    seeMember(member, block, cursor, &visitor)
    switch member {
    case .cards(let key):
      cursor.state.arrayKey = key
      cursor.enterArray()
    case .other: cursor.state.place = .afterMember
    case .end: cursor.state = ReadingState()
    case .incomplete:
      if block.bytes.count - start <= options.maximumCardSize { return cursor.finish(at: start) }
      noteTooLarge(block, &cursor, &visitor)
      cursor.state = ReadingState()
      cursor.state.place = .betweenLines
    case .message(let offset):
      cursor.state.place = .afterMember
      let text = scanner.document(block.bytes).string(0)
      guard text != CardReader.success else { return }
      cursor.state.isFailedSync = true
      cursor.records += 1
      let end = cursor.position
      note(
        .failedSync(message: text), at: offset, start: offset, end: end, block, &cursor, &visitor)
    case .invalid(let error):
      cursor.records += 1
      cursor.state = ReadingState()
      cursor.state.place = .betweenLines
      note(.syntax(error), at: error.offset, start: start, block, &cursor, &visitor)
    }
  }

  private func seeMember<Visitor: CardVisitor & ~Copyable>(
    _ member: Member, _ block: Block, _ cursor: Cursor, _ visitor: inout Visitor
  ) {
    switch member {
    case .cards, .message, .other:
      let key = cursor.memberKey
      visitor.see(.member(key: block.bytes.slice(key), offset: block.offset + key.lowerBound))
    case .end: visitor.see(.end(offset: block.offset + cursor.position))
    case .incomplete, .invalid: break
    }
  }

  /// The message of a sync response that did not fail.
  private static let success = "success"

  /// What stands where a member of an envelope may begin.
  enum Member {
    /// An array of cards, by its key; the position is behind its `[`.
    case cards(CardsKey)
    /// The message of a sync response, on the scanner's tape, at this offset.
    case message(Int)
    /// A member of no interest.
    case other
    /// The end of the envelope.
    case end
    /// A member that the block does not hold whole.
    case incomplete
    /// No member.
    case invalid(JSONSyntaxError)
  }

  /// Moves over one member, or over the `[` of an array of cards.
  private mutating func scanMember(_ block: Block, _ cursor: inout Cursor) -> Member {
    let bytes = block.bytes
    var position = JSONScanner.skipSpace(bytes, from: cursor.position)
    func failure(_ reason: JSONSyntaxError.Reason) -> Member {
      if position < bytes.count {
        return .invalid(JSONSyntaxError(reason, offset: position, found: bytes[position]))
      }
      let end = JSONSyntaxError(.unexpectedEnd, offset: bytes.count, found: nil)
      return block.isFinal ? .invalid(end) : .incomplete
    }

    if bytes[position] == UInt8(ascii: "}"), cursor.state.place != .member {
      cursor.position = position + 1
      return .end
    }
    if cursor.state.place == .afterMember {
      guard bytes[position] == UInt8(ascii: ",") else { return failure(.expectedCommaOrBrace) }
      position = JSONScanner.skipSpace(bytes, from: position + 1)
    }
    guard bytes[position] == UInt8(ascii: "\"") else { return failure(.expectedKey) }
    let key: EnvelopeKey?
    switch scanner.scan(bytes, from: position, isFinal: block.isFinal) {
    case .value(let end):
      key = EnvelopeKey(scanner.document(bytes))
      cursor.memberKey = position..<end
      position = JSONScanner.skipSpace(bytes, from: end)
    case .incomplete: return .incomplete
    case .invalid(let error): return .invalid(error)
    }
    guard bytes[position] == UInt8(ascii: ":") else { return failure(.expectedColon) }
    position = JSONScanner.skipSpace(bytes, from: position + 1)
    if case .cards(let key) = key, bytes[position] == UInt8(ascii: "[") {
      cursor.position = position + 1
      return .cards(key)
    }
    switch scanner.scan(bytes, from: position, isFinal: block.isFinal) {
    case .value(let end):
      cursor.position = end
      let isText = scanner.document(bytes).kind(0) == .string
      return key == .message && isText ? .message(position) : .other
    case .incomplete: return .incomplete
    case .invalid(let error): return .invalid(error)
    }
  }
}

/// The keys of an envelope that mean something to a reader.
enum EnvelopeKey: Equatable {
  /// An array of cards.
  case cards(CardsKey)
  /// How a sync ended.
  case message

  /// The names of arrays of cards.
  static let cardNames = CardsKey.allCases.map(\.name)

  /// The key that the root of `document`, a string, is.
  init?(_ document: JSONDocument) {
    if document.text(0, equals: ByteView("message")) {
      self = .message
    } else if let key = CardsKey.allCases.first(where: {
      document.text(0, equals: ByteView($0.name))
    }) {
      self = .cards(key)
    } else {
      return nil
    }
  }
}
