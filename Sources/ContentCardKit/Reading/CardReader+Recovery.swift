import CardJSON

// How reading goes on after what could not be read: see `Recovery`.
extension CardReader {
  /// How the reading of a value ended.
  enum Scan {
    /// It is valid and ends before this position.
    case value(end: Int)
    /// The block ends inside it.
    case incomplete
    /// It is not JSON.
    case invalid(JSONSyntaxError)
    /// It is larger than a card may be, and valid up to this position at least.
    case tooLarge(Int)
    /// It is part of one that is too large and was given up at this position, and does not end
    /// before that.
    case insideTooLarge(Int)
  }

  /// How many bytes more than a card may have are looked at: an error in its last byte may only
  /// show in those after it.
  private static let slack = 16

  /// Scans the value at `start`.
  ///
  /// What comes of it does not depend on how much of the input after the value is in the block.
  ///
  /// - Parameter isElement: whether it is an element, of which others know whether what is around
  ///   it is too large.
  mutating func scan(_ block: Block, from start: Int, isElement: Bool = false) -> Scan {
    let maximum = options.maximumCardSize
    if unclosed.contains(start) {
      if let error = unclosed.error { return .invalid(error) }
      if !isElement { return .insideTooLarge(unclosed.end) }
    }
    let end: Int  // up to here the value is valid
    switch scanner.scan(block.bytes, from: start, isFinal: block.isFinal) {
    case .value(let valueEnd):
      if valueEnd - start <= maximum { return .value(end: valueEnd) }
      end = valueEnd
    case .invalid(let error):
      if error.offset - start <= maximum { return .invalid(error) }
      end = error.offset
    case .incomplete: end = block.bytes.count
    }
    guard block.isFinal || isBeyondLimit(block, from: start) else {
      return .incomplete
    }
    return .tooLarge(min(end, start + maximum + CardReader.slack))
  }

  /// So many elements that begin inside of each other may be found to be too large.
  private static let mostLarge = 2

  /// Scans the element at `start`, or what may be one.
  ///
  /// In an element that is too large others may be read, since it may have no end. They may be too
  /// large as well, but only so many of them are looked at: each takes as long as a large card.
  mutating func scanElement(_ block: Block, from start: Int, _ state: inout ReadingState) -> Scan {
    let offset = block.offset + start
    let isInside = offset < state.largeEnd
    if isInside, state.largeCount >= CardReader.mostLarge { return .insideTooLarge(start) }
    let result = scan(block, from: start, isElement: true)
    if case .tooLarge = result {
      state.largeCount = isInside ? state.largeCount + 1 : 1
      state.largeEnd = offset + options.maximumCardSize + CardReader.slack
    }
    return result
  }

  /// Whether the block holds more of what begins at `start` than a card may have, and so much more
  /// that the way out of it can be followed through all that is known of it.
  func isBeyondLimit(_ block: Block, from start: Int) -> Bool {
    let limit = options.maximumCardSize + CardReader.slack + Recovery.lookahead
    return block.bytes.count - start >= limit
  }

  /// Starts on the way out of what begins at the cursor.
  ///
  /// - Parameters:
  ///   - end: up to where it is valid.
  ///   - error: what is wrong with it; nil when it is only too large.
  mutating func recover(
    _ subject: Recovery.Subject, validTo end: Int, error: JSONSyntaxError?, _ cursor: inout Cursor
  ) {
    cursor.advanceLine()
    cursor.failure = (cursor.position, end, error)
    let recovery = Recovery(
      subject, at: cursor.position, validTo: end, error: error, block: cursor.block,
      state: cursor.state, options: options)
    cursor.state.place = .recovering(recovery)
    cursor.lineFeeds = nil
  }

  /// Goes on the way out as far as the block goes.
  mutating func readOn<Visitor: CardVisitor & ~Copyable>(
    _ recovery: Recovery, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    var recovery = recovery
    if cursor.failure == nil, recovery.isTooLarge, recovery.validEnd > cursor.block.offset {
      // The block began where a place was kept in mind; what was open there is of no interest.
      cursor.failure = (cursor.position, recovery.validEnd - cursor.block.offset, nil)
    }
    switch recovery.pass(over: cursor.block, from: cursor.position) {
    case .resumed(let position, let place):
      cursor.resume(at: position, as: place, after: recovery)
      learn(cursor)
    case .left(let position):
      cursor.position = position
      cursor.state = ReadingState()
      learn(cursor)
      noteRest(of: recovery, &cursor, &visitor)
    case .unfinished(let position):
      cursor.finish(at: position)
      cursor.state.place = .recovering(recovery)
      guard cursor.block.isFinal else { return }
      cursor.state = ReadingState()
      noteRest(of: recovery, &cursor, &visitor)
    case .candidate(let position):
      cursor.position = position
      tryElement(&recovery, &cursor, &visitor)
    case .endless(let position, let search):
      goBack(&recovery, from: position, search: search, &cursor)
    }
  }

  /// Goes back to where the next element may begin, and looks for it from there.
  private mutating func goBack(
    _ recovery: inout Recovery, from end: Int, search: Recovery.Search, _ cursor: inout Cursor
  ) {
    guard let start = recovery.goBack(search) else { return }
    cursor.state.searches = start < cursor.state.stretchEnd ? cursor.state.searches + 1 : 1
    cursor.state.stretchEnd = cursor.block.offset + end
    cursor.position = start - cursor.block.offset
    cursor.state.place = .recovering(recovery)
    learn(cursor)
  }

  /// Goes on with the element that may begin at the cursor, or after it.
  private mutating func tryElement<Visitor: CardVisitor & ~Copyable>(
    _ recovery: inout Recovery, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    let position = cursor.position
    switch look(cursor.block, at: position, &cursor.state) {
    case .card:
      return resume(at: position, recovery: recovery, &cursor, &visitor)
    case .incomplete: cursor.finish(at: position)
    case .other(let end):
      recovery.skip(cursor.block.bytes, from: position, to: end)
      cursor.position = end
    case .broken: recovery.rejected = cursor.block.offset + position
    }
    cursor.state.place = .recovering(recovery)
  }

  /// Finds out which values are open where the last one failed, when reading goes on before that.
  private mutating func learn(_ cursor: Cursor) {
    guard let (start, end, error) = cursor.failure, cursor.position < end,
      cursor.position >= unclosed.end
    else { return }
    unclosed.find(in: cursor.block.bytes, from: start, to: end, error)
  }

  /// Notes that an array was left without its end.
  private mutating func noteRest<Visitor: CardVisitor & ~Copyable>(
    of recovery: Recovery, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    guard recovery.subject == .element else { return }
    let start = recovery.start - cursor.block.offset
    let length = cursor.position - start
    note(
      .restOfArray(bytes: length), at: start, start: start, end: cursor.position, isRecord: false,
      &cursor, &visitor)
  }
}
