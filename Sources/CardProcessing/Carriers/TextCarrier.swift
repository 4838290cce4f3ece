import CardJSON
import ContentCardKit

/// Finds JSON with cards in text, such as a device log.
///
/// The text is read line by line. A value may span the lines of one message, whose prefixes are
/// removed. If the message ends before the value's closing bracket, the value is truncated: its
/// complete cards are read, and reading resumes with the next message. Nothing is repaired.
package struct TextCarrier: CarrierDecoder, ~Copyable {
  private let options: ReadingOptions
  /// The value in the current message, and a value that was interrupted by other messages.
  private var current = ValueCollector()
  private var suspended = ValueCollector()
  /// The first line of the current message, and whether the part read so far is about a response.
  private var message = LogLine(ByteView(""))
  private var isResponse = false
  /// Whether the strings in values are read too, because in a structured log they are messages.
  private let readsMessages: Bool
  /// The messages in a value of a structured log.
  private var nested: NestedMessages?
  /// The location of every byte, if the text is a nested message.
  private var fixed: CarrierPlace?

  private var line = TextLine()
  /// The events in lines of text; nil if they are not read.
  private var events: LoggedEvents?
  /// The line number of the last hidden body, so that it is reported only once.
  private var hiddenLine = 0

  package var output: CarrierOutput
  package private(set) var isFinished = false

  /// Creates a decoder of text whose cards are read with `options`.
  ///
  /// - Parameter readsMessages: whether to read the messages of structured logs.
  package init(_ options: ReadingOptions, readsMessages: Bool) {
    output = CarrierOutput(options)
    self.readsMessages = readsMessages
    self.options = options
    events = options.readsEvents ? LoggedEvents() : nil
  }

  /// The length in bytes from which a line is read in parts.
  private static let longLine = 1 << 16

  package mutating func decode(_ bytes: ByteView, isFinal: Bool) -> Int {
    var position = 0
    defer {
      if line.isOpen { line.mark(at: position, in: bytes) }
      line.base += position
    }
    while !output.isFull {
      if let nested, nested.isActive {
        nested.decode(into: &output)
        continue
      }
      position = read(bytes, from: position, isFinal: isFinal)
      if output.isFull || nested?.isActive == true { continue }
      guard isFinal, position == bytes.count, !finish() else { break }
    }
    return position
  }

  private mutating func read(_ bytes: ByteView, from start: Int, isFinal: Bool) -> Int {
    var position = start
    while position < bytes.count, !output.isFull, nested?.isActive != true {
      if !line.isOpen {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: position, to: bytes.count)
        if end == nil, !isFinal, bytes.count - position < TextCarrier.longLine { return position }
        let whole = bytes.slice(position..<(end ?? bytes.count))
        let log = LogLine(whole)
        guard output.beginLine(whole) else { return position }
        beginMessage(log)
        if reportHidden(whole, at: position) { return position }
        if !current.isOpen, let event = events?.take(whole, log) {
          let start = CarrierPlace(
            offset: line.base + position, position: TextPosition(line: line.number))
          output.add(event, at: fixed ?? start)
        }
        line.begin(log, at: position, end: end ?? bytes.count, isEnded: end != nil)
        position += log.content.lowerBound
        if current.isOpen { position += current.repeatedPrefix(of: whole.slice(log.content)) }
      } else if line.base + position >= line.end, !line.isEnded {
        line.extend(bytes, from: position)
      }
      let contentEnd = min(line.contentEnd - line.base, bytes.count)
      position = readContent(bytes, from: position, to: max(contentEnd, position))
      guard position >= contentEnd else { return position }
      position = max(position, min(line.end - line.base, bytes.count))
      if position < bytes.count {
        endLine(bytes, at: position)
        position += 1
      } else if isFinal {
        line.isOpen = false
      }
    }
    return position
  }

  /// Ends the text; returns false if messages in an open value must be read first.
  private mutating func finish() -> Bool {
    if current.isOpen, !output.cut(&current) { readMessages() }
    if nested?.isActive == true { return false }
    output.cut(&suspended)
    isFinished = true
    if fixed == nil { output.finish() }
    return true
  }

  private mutating func place(_ position: Int, in bytes: ByteView) -> CarrierPlace {
    if let fixed { return fixed }
    line.mark(at: position, in: bytes)
    return line.marked
  }

  // MARK: Lines and messages

  /// Ends the message before a line that begins another one.
  private mutating func beginMessage(_ log: LogLine) {
    switch log.kind {
    case .plain: return
    case .separator: output.cut(&current)
    case .prefixed where message.isContinued(by: log): return
    case .prefixed: beginPrefixed(log)
    }
    (message, isResponse) = (log, false)
  }

  private mutating func beginPrefixed(_ log: LogLine) {
    if current.mayContinue(in: log) {
      current.beginMessage()
    } else if suspended.mayContinue(in: log) {
      output.cut(&current)
      swap(&current, &suspended)
    } else if current.maySuspend {
      output.cut(&suspended)
      swap(&current, &suspended)
    } else {
      output.cut(&current)
    }
  }

  /// Reports a hidden or lost response.
  ///
  /// Returns false if there is nothing to report.
  private mutating func reportHidden(_ whole: ByteView, at position: Int) -> Bool {
    if !isResponse { isResponse = whole.beginning.contains("esponse") }
    guard hiddenLine != line.number, whole.count < TextCarrier.longLine,
      whole.firstIndex(of: UInt8(ascii: "<"), from: 0, to: whole.count) != nil
    else { return false }
    let words: String
    if whole.contains("<decode: ") {
      words = "a message is lost: the system could not decode it"
    } else if isResponse, whole.contains("<private>"),
      whole.contains("ody") || whole.contains("JSON")
    {
      words = "the body of a response is hidden by the system (<private>)"
    } else {
      return false
    }
    hiddenLine = line.number
    let start = CarrierPlace(
      offset: line.base + position, position: TextPosition(line: line.number))
    output.report(.hidden, words, at: fixed ?? start)
    return true
  }

  /// Ends the line at its line feed.
  private mutating func endLine(_ bytes: ByteView, at position: Int) {
    if current.isOpen {
      let isRound = line.isRound(bytes)
      if isRound || current.isSplit {
        current.join = current.scanner.isInString && !isRound ? .space : .nothing
      } else if !current.takeLineFeed(at: place(position, in: bytes)) {
        output.cut(&current)
      }
    }
    line.endLine()
  }

  // MARK: Values

  private mutating func readContent(_ bytes: ByteView, from start: Int, to end: Int) -> Int {
    var position = start
    while position < end, !output.isFull, nested?.isActive != true {
      let stop = line.nextEscape(bytes, from: position, to: end)
      if position == stop {
        position = TextLine.endOfEscape(bytes, at: position, to: end)
      } else if current.isOpen {
        current.takeJoin(in: line.number)
        position = take(bytes, from: position, to: stop, end: end)
      } else {
        position = beginValue(bytes, from: position, to: stop)
      }
    }
    return position
  }

  /// Finds a bracket that may start a value.
  private mutating func beginValue(_ bytes: ByteView, from start: Int, to end: Int) -> Int {
    var position = start
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        let before = max(line.contentStart - line.base, position - ValueLabel.longest, 0)
        let textBefore = bytes.slice(before..<position)
        let label = ValueLabel(before: textBefore)
        let isWhole = before == line.contentStart - line.base
        let prefix = isWhole ? textBefore : ByteView("")
        current.begin(label, at: place(position, in: bytes), after: prefix, in: message)
        return position
      }
      position += 1
    }
    return end
  }

  private mutating func take(_ bytes: ByteView, from start: Int, to stop: Int, end: Int) -> Int {
    let (piece, limit) = (bytes.slice(start..<stop), options.maximumCardSize)
    let place = place(start, in: bytes)
    if let count = current.takeWhole(piece, at: place, isExact: fixed == nil, &output.finder) {
      if !output.take(&current) { readMessages() }
      return start + count
    }
    switch current.take(piece, at: place, isExact: fixed == nil, limit: limit) {
    case .open: return stop
    case .ended(let count):
      if !output.take(&current) { readMessages() }
      return start + count
    case .invalid(let count):
      // A joined line that makes the value invalid is another message.
      let isJoined = current.separate(line.number)
      let rest = bytes.slice(start + count..<end)
      let isCut = (isJoined || current.isCut(before: rest)) && output.cut(&current)
      if !isCut, !noteLookalike(bytes, at: start + count, to: end) {
        output.cut(&current, before: rest.slice(0..<1))
      }
      current.end()
      if isJoined, let again = line.rewind() { return again }
      return start + count
    case .tooLarge(let count):
      output.refuse(&current, limit: limit)
      return start + count
    }
  }

  /// Records the line if its format looks like JSON, and returns whether it does.
  private mutating func noteLookalike(_ bytes: ByteView, at position: Int, to end: Int) -> Bool {
    if let isLookalike = line.isLookalike { return isLookalike }
    let start = max(line.contentStart - line.base, 0)
    guard start <= position else { return false }
    let kind = JSONLookalike.of(line: bytes.slice(start..<end))
    if let kind { output.add(kind, line: fixed?.position.line ?? line.number) }
    line.isLookalike = kind != nil
    return kind != nil
  }

  /// Reads the strings of a value that is not a record, because in a structured log they are
  /// messages.
  private mutating func readMessages() {
    guard readsMessages, fixed == nil else { return }
    let messages = current.strings { $0.contains("\\\"") || $0.contains("<") }
    guard !messages.isEmpty else { return }
    let nested = self.nested ?? NestedMessages(TextCarrier(options, readsMessages: false))
    self.nested = nested
    nested.begin(messages)
  }
}

/// The log messages in the strings of a JSON value.
///
/// Each is read as a separate log in which every byte has the location of the string.
private final class NestedMessages {
  private var carrier: TextCarrier
  /// The messages that have not been read yet, in reverse order.
  private var waiting: [(text: [UInt8], place: CarrierPlace)] = []
  private var bytes = ByteBuffer()
  private var position = 0
  /// Whether messages are being read.
  private(set) var isActive = false

  init(_ carrier: consuming TextCarrier) { self.carrier = carrier }

  func begin(_ messages: [(text: [UInt8], place: CarrierPlace)]) {
    waiting = messages.reversed()
    beginNext()
  }

  private func beginNext() {
    isActive = !waiting.isEmpty
    guard let next = waiting.popLast() else { return }
    bytes = ByteBuffer(next.text)
    position = 0
    carrier.beginNested(at: next.place)
  }

  /// Decodes the messages into the output of the outer text.
  func decode(into output: inout CarrierOutput) {
    swap(&carrier.output, &output)
    defer { swap(&carrier.output, &output) }
    let all = bytes.sealed()
    position += carrier.decode(all.slice(position..<all.count), isFinal: true)
    if carrier.isFinished { beginNext() }
  }
}

extension TextCarrier {
  fileprivate mutating func beginNested(at place: CarrierPlace) {
    fixed = place
    (line, message, isResponse) = (TextLine(), LogLine(ByteView("")), false)
    (isFinished, hiddenLine) = (false, 0)
  }
}
