import CardJSON

// How reading goes on behind what could not be read: see `Recovery`.
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

  /// How many bytes more than a card may have are looked at: an error in its last byte may only show
  /// in those behind it.
  private static let slack = 16

  /// Scans the value at `start`.
  ///
  /// What comes of it does not depend on how much of the input behind the value is in the block.
  mutating func scan(_ block: Block, from start: Int) -> Scan {
    if unclosed.contains(start) {
      return unclosed.error.map(Scan.invalid) ?? .insideTooLarge(unclosed.end)
    }
    let maximum = options.maximumCardSize
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
    guard block.isFinal || isBeyondLimit(block, from: start) else { return .incomplete }
    return .tooLarge(min(end, start + maximum + CardReader.slack))
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
    _ subject: Recovery.Subject, validTo end: Int, _ error: JSONSyntaxError?, _ block: Block,
    _ cursor: inout Cursor
  ) {
    cursor.advanceLine(block)
    cursor.failure = (cursor.position, end, error)
    let recovery = Recovery(
      subject, at: cursor.position, validTo: end, isWhole: error?.reason == .tooDeep, block,
      cursor.state)
    cursor.state.place = .recovering(recovery)
    cursor.lineFeeds = nil
  }

  /// Goes on the way out as far as the block goes.
  mutating func readOn<Visitor: CardVisitor & ~Copyable>(
    _ block: Block, _ recovery: Recovery, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    var recovery = recovery
    switch recovery.pass(over: block, from: cursor.position) {
    case .resumed(let position, let place):
      cursor.position = position
      cursor.linePosition = position
      cursor.state.line = recovery.line
      cursor.state.place = place
      learn(block, cursor)
    case .left(let position):
      cursor.position = position
      cursor.state = ReadingState()
      learn(block, cursor)
      noteRest(of: recovery, block, &cursor, &visitor)
    case .unfinished(let position):
      cursor.finish(at: position)
      cursor.state.place = .recovering(recovery)
      guard block.isFinal else { return }
      cursor.state = ReadingState()
      noteRest(of: recovery, block, &cursor, &visitor)
    }
  }

  /// Finds out which values are open where the last one failed, when reading goes on before that.
  private mutating func learn(_ block: Block, _ cursor: Cursor) {
    guard let (start, end, error) = cursor.failure, cursor.position < end,
      cursor.position >= unclosed.end
    else { return }
    unclosed.find(in: block.bytes, from: start, to: end, error)
  }

  /// Notes that an array was left without its end.
  private mutating func noteRest<Visitor: CardVisitor & ~Copyable>(
    of recovery: Recovery, _ block: Block, _ cursor: inout Cursor, _ visitor: inout Visitor
  ) {
    guard recovery.subject == .element else { return }
    let start = recovery.start - block.offset
    let length = cursor.position - start
    note(
      .restOfArray(bytes: length), at: start, start: start, end: cursor.position, isRecord: false,
      block, &cursor, &visitor)
  }
}
