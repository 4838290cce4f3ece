import CardJSON

/// Options for reading cards.
package struct ReadingOptions: Sendable {
  /// The options for decoding cards.
  package var cards = CardDecoder.Options()
  /// The maximum size of a card in bytes, which is at most `sizeLimit`.
  package var maximumCardSize = 16 << 20
  /// Whether to pass the cards of failed sync responses to the visitor too.
  package var readsFailedSyncs = false
  /// Whether a card that fits several shapes has the shape of its envelope, or else that of the
  /// nearest earlier card of its array.
  package var assumesShapes = false
  /// Whether events of cards are read too, and requests and responses that state a device's user or
  /// configuration.
  package var readsEvents = false
  /// The number of problems after which reading of a block pauses, to limit its memory use.
  package var maximumProblemCount = Int.max
  /// Creates options with the defaults of the command line.
  package init() {}

  /// The maximum of `maximumCardSize`, in bytes.
  package static let sizeLimit = 128 << 20
}

/// Reads cards in any framing, envelope and shape from blocks of bytes, and passes them to a
/// visitor.
///
/// The caller passes each block with the state after the previous bytes, and receives the new
/// state. The result does not depend on how the input is split into blocks. An invalid record
/// becomes a `ReadingProblem`, and the valid records around it are still visited.
///
/// An array is entered and read element by element (`CardReader+Array`). An object is scanned, but
/// the scan stops at an array of cards: then the object is an envelope, which is entered and read
/// member by member (`CardReader+Envelope`). Other values are read whole (`CardReader+Values`).
package struct CardReader<Visitor: CardVisitor & ~Copyable>: ~Copyable {
  let options: ReadingOptions
  var scanner = CardDecoder.makeScanner()
  var decoder: CardDecoder
  /// The text of the string that is being read.
  var stringText = ByteBuffer()
  var cursor = ReadingCursor(Block(ByteView("")), state: ReadingState())
  /// The visitor, which the caller may replace between blocks.
  package var visitor: Visitor

  /// Creates a reader for `visitor`.
  package init(_ options: ReadingOptions = ReadingOptions(), _ visitor: consuming Visitor) {
    self.options = options
    decoder = CardDecoder(options.cards)
    self.visitor = visitor
  }

  /// Reads the complete values of a block, starting in `state`.
  package mutating func read(_ block: Block, from state: ReadingState = ReadingState())
    -> BlockEnd
  {
    cursor = ReadingCursor(block, state: state)
    decoder.stored = state.stored
    readBlock()
    return cursor.finished()
  }

  /// Reads the rest of the cursor's block.
  mutating func readBlock() {
    while !cursor.isDone {
      switch cursor.state.context {
      case .value: readValue()
      case .firstElement, .element, .afterElement: readElement()
      case .firstMember, .member, .afterMember: readMember()
      case .recovering(let recovery): recover(recovery)
      case .end: cursor.finish(at: cursor.block.bytes.count)
      }
    }
  }
}

// Reading of top-level values, and of values in wrappers.
extension CardReader where Visitor: ~Copyable {
  private mutating func readValue() {
    if cursor.block.offset == 0, cursor.position == 0, !cursor.isText, !readSignature() { return }
    let bytes = cursor.block.bytes
    var position = cursor.position
    var lineFeeds = 0
    while JSONNumber.isSpace(bytes[position]) || bytes[position] == ReadingState.separator {
      if bytes[position] == UInt8(ascii: "\n") { lineFeeds += 1 }
      position += 1
    }
    let isFirst = cursor.position == 0
    cursor.position = position
    cursor.end.lineFeeds? += lineFeeds
    if position >= bytes.count { return cursor.finish(at: bytes.count) }
    if bytes[position] == UInt8(ascii: "[") { return enterArray() }
    if cursor.isText, !isFirst {
      noteUnreadable(JSONSyntaxError(.unexpectedText, offset: position, found: bytes[position]))
      return cursor.finish(at: bytes.count)
    }
    let next = bytes[position + 1]
    if next == UInt8(ascii: "%") || next == UInt8(ascii: "{"), skipLiquidTag() { return }
    switch scan(from: position, stopsAtCards: true) {
    case .value(let end):
      if scanner.hasSpace { cursor.end.lineFeeds = nil }
      guard readScannedValue() else { return }
      cursor.position = end
      if cursor.state.depth > 0 { cursor.state.leaveInner() }
    case .cards: enterObject(isWrapper: false)
    case .incomplete: cursor.finish(at: position)
    case .unreadable(let end, let error): _ = leaveUnreadable(validTo: end, error)
    }
  }

  /// Skips a byte order mark; returns false if the first bytes identify a foreign format, or if too
  /// few are in the block to tell.
  private mutating func readSignature() -> Bool {
    let bytes = cursor.block.bytes
    if !cursor.block.isFinal, ForeignFormat.needsMore(than: bytes) {
      cursor.finish(at: 0)
      return false
    }
    if let format = ForeignFormat(bytes) {
      cursor.end.records += 1
      note(.foreign(format), at: 0, start: 0)
      if format.isText {
        beginRecovery(of: .value, validTo: 0, nil)
      } else {
        cursor.state.context = .end
        cursor.end.lineFeeds = nil
      }
      return false
    }
    if bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { cursor.position = 3 }
    return true
  }

  private var tagLimit: Int { 1 << 14 }

  /// Skips the Liquid tag that may begin with the brace at the cursor, as before the JSON of a
  /// webhook template; returns false if absent, or if it does not end on the same line.
  private mutating func skipLiquidTag() -> Bool {
    let (bytes, start, brace) = (cursor.block.bytes, cursor.position, UInt8(ascii: "}"))
    let isOutput = bytes[start + 1] == UInt8(ascii: "{")
    guard bytes[start] == UInt8(ascii: "{"), !cursor.isText else { return false }
    let closing = isOutput ? brace : UInt8(ascii: "%")
    let end = min(bytes.count, start + tagLimit)
    // If the block ends here, more bytes may change the result.
    let isOpen = end == bytes.count && !cursor.block.isFinal
    var position = start + 2
    while position < end, bytes[position] == UInt8(ascii: " ") || bytes[position] == 0x2D {
      position += 1
    }
    let first = bytes[position]
    let isName = (first | 0x20) &- UInt8(ascii: "a") < 26 || first == UInt8(ascii: "$")
    guard isName || position == end else { return false }
    while position + 1 < end {
      if bytes[position] == UInt8(ascii: "\n") { return false }
      if bytes[position] == closing, bytes[position + 1] == brace {
        if position + 2 == bytes.count, isOpen { break }
        let isThird = closing == brace && bytes[position + 2] == brace
        cursor.position = position + (isThird ? 3 : 2)
        cursor.end.lineFeeds = nil
        return true
      }
      position += 1
    }
    if isOpen { cursor.finish(at: start) }
    return isOpen
  }

  // MARK: Scanning

  /// The result of scanning a value.
  enum Scan {
    /// The value is valid and ends at this position.
    case value(end: Int)
    /// The value is an object with an array of cards, which was not scanned.
    case cards
    /// The block ends inside the value.
    case incomplete
    /// The value is valid up to this position and then malformed, or too large if there is no error.
    case unreadable(validTo: Int, JSONSyntaxError?)
  }

  /// The number of bytes to examine beyond the maximum size of a card, where an error may show.
  private var slack: Int { 16 + JSONMistake.reach }

  /// Scans the value at `start`; the result does not depend on the bytes after it.
  ///
  /// - Parameter stopsAtCards: whether to stop at an array of cards in an object.
  mutating func scan(from start: Int, stopsAtCards: Bool = false) -> Scan {
    let maximum = options.maximumCardSize
    let end: Int
    let isObject = cursor.block.bytes[start] == UInt8(ascii: "{")
    scanner.stopCount = stopsAtCards && isObject ? CardsKey.ofEnvelopes : 0
    switch scanner.scan(cursor.block.bytes, from: start, isFinal: cursor.block.isFinal) {
    case .value(let valueEnd):
      if valueEnd - start <= maximum { return .value(end: valueEnd) }
      end = valueEnd
    case .invalid(let error)
    where cursor.block.isFinal || !JSONMistake.isOpen(at: error.offset, in: cursor.block.bytes)
      || error.reason == .stopped:
      if error.offset - start <= maximum {
        return error.reason == .stopped ? .cards : .unreadable(validTo: error.offset, error)
      }
      end = error.offset
    case .invalid, .incomplete: end = cursor.block.bytes.count
    }
    guard isDecided(from: start) else { return .incomplete }
    return .unreadable(validTo: min(end, start + maximum + slack), nil)
  }

  /// Whether more bytes cannot change how the value at `start` is read.
  func isDecided(from start: Int) -> Bool {
    cursor.block.isFinal || cursor.block.bytes.count - start >= options.maximumCardSize + slack
  }

  // MARK: Problems and recovery

  /// Passes a problem at positions in the block to the visitor; `isRecord` is false between two
  /// records.
  mutating func note(
    _ reason: ReadingProblem.Reason, at offset: Int, start: Int, end: Int? = nil,
    isRecord: Bool = true
  ) {
    if let message = cutMessage(for: reason, start: start, isRecord: isRecord) {
      let problem = ReadingProblem(.carrier(.cut, message: message), at: cursor.offset(of: start))
      return note(problem, cursor.place(isRecord: isRecord))
    }
    let end = cursor.offset(of: end ?? min(offset + 1, cursor.block.bytes.count))
    var reason = reason
    // Edits of the text of a string are not edits of the input.
    if cursor.isText, case .syntax(let error) = reason { reason = .syntax(error.withoutFix) }
    let problem = ReadingProblem(
      reason: reason, offset: cursor.offset(of: offset), start: cursor.start(of: start), end: end)
    note(problem, cursor.place(isRecord: isRecord))
  }

  /// The message about a value that a carrier cuts, which ends with RS; nil for other problems.
  private func cutMessage(
    for reason: ReadingProblem.Reason, start: Int, isRecord: Bool
  ) -> String? {
    guard case .syntax(let error) = reason, let map = cursor.block.map else { return nil }
    let bytes = cursor.block.bytes
    var cut = error.offset
    if error.reason == .invalidLiteral {
      while bytes[cut] | 0x20 &- UInt8(ascii: "a") < 26 { cut += 1 }
    }
    guard cut < bytes.count, bytes[cut] == ReadingState.separator else { return nil }
    var last = cut - 1
    while last > start, bytes[last] <= 0x20 { last -= 1 }
    let end = map.line(of: last)
    if !isRecord { return "a list of cards is cut at line \(end)" }
    let beginning = map.line(of: start)
    return "a card begins at line \(beginning) and is cut at line \(end)"
  }

  /// Passes a problem to the visitor.
  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    visitor.note(problem, place)
    if !visitor.wantsMore { cursor.end.isStopped = true }
    cursor.end.problems += 1
    if cursor.end.problems >= options.maximumProblemCount { cursor.end.isPaused = true }
  }

  /// Reports the record at the cursor as unreadable: malformed, or too large if `error` is nil.
  mutating func noteUnreadable(_ error: JSONSyntaxError?) {
    let start = cursor.position
    cursor.end.records += 1
    if let error {
      note(.syntax(error), at: error.offset, start: start)
    } else {
      note(.tooLarge(limit: options.maximumCardSize), at: start, start: start)
    }
  }

  /// Continues inside the unreadable value at the cursor if it is an envelope or a wrapper, or else
  /// reports it and continues after it.
  ///
  /// - Parameters:
  ///   - end: the end of the valid part.
  ///   - error: the error there; nil if the value is too large.
  /// - Returns: whether the value was reported or entered; false if more bytes are needed.
  mutating func leaveUnreadable(validTo end: Int, _ error: JSONSyntaxError?) -> Bool {
    let start = cursor.position
    let subject: Recovery.Subject =
      cursor.state.isInArray ? .element : cursor.state.depth > 0 ? .member : .value
    if cursor.block.bytes[start] == UInt8(ascii: "{"), cursor.depth < ReadingState.depthLimit {
      cursor.advanceLine()
      let state = cursor.state
      var recovery = makeRecovery(of: subject, validTo: end, error)
      let (contents, isWhole) = recovery.contents(
        of: cursor.block, from: start, limit: options.maximumCardSize)
      cursor.state = state
      if let contents, contents == .cards || isWhole || isDecided(from: start) {
        enterObject(isWrapper: contents == .wrapped)
        return true
      }
      if !isWhole, !isDecided(from: start) {
        cursor.finish(at: start)
        return false
      }
    }
    noteUnreadable(error)
    if subject == .member { cursor.state.leaveInner() }
    beginRecovery(of: subject, validTo: end, error)
    return true
  }

  /// Begins to skip the value at the cursor, which is valid up to `end` and then malformed, or too
  /// large if `error` is nil.
  mutating func beginRecovery(
    of subject: Recovery.Subject, validTo end: Int, _ error: JSONSyntaxError?
  ) {
    cursor.end.lineFeeds = nil
    if subject != .value, error?.found == ReadingState.separator {
      // RS ends the truncated value before it.
      cursor.position = end
      return cursor.state.leave()
    }
    cursor.state.context = .recovering(makeRecovery(of: subject, validTo: end, error))
  }

  private mutating func makeRecovery(
    of subject: Recovery.Subject, validTo end: Int, _ error: JSONSyntaxError?
  ) -> Recovery {
    cursor.advanceLine()
    let (start, validEnd) = (cursor.block.offset + cursor.position, cursor.block.offset + end)
    var firstLine = max(validEnd, start + 1)
    // Unlike a malformed value, one that is only too large or too deep cannot have swallowed other
    // records.
    if subject != .member, let error, error.reason != .tooDeep,
      cursor.state.mayScanAgain(from: start, to: validEnd)
    {
      firstLine = start + 1
    }
    let line = subject == .value ? LineBeginning.flush : cursor.state.line
    return Recovery(subject, from: start, validTo: validEnd, firstLine: firstLine, line: line)
  }

  /// Skips the rest of an invalid value, as far as it is in the block.
  private mutating func recover(_ recovery: Recovery) {
    var recovery = recovery
    switch recovery.skip(cursor.block, from: cursor.position) {
    case .resumed(let position, let place):
      return cursor.resume(at: position, as: place, recovery.line)
    case .left(let position):
      cursor.position = position
      cursor.state.leave()
    case .unfinished:
      cursor.finish(at: cursor.block.bytes.count)
      cursor.state.context = .recovering(recovery)
      guard cursor.block.isFinal else { return }
      cursor.state.leave()
    }
    guard recovery.subject == .element else { return }
    let start = recovery.start - cursor.block.offset
    note(
      .restOfArray(bytes: cursor.position - start), at: start, start: start, end: cursor.position,
      isRecord: false)
  }
}
